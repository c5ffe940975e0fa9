import Agenda
import CivilTime
import Outgoing
import ServerBase
import Synchronization
import Testing

@testable import Watch

/// A device that watches, with a wire of its own and a folder that outlives it.
///
/// Its clock stands still, at Monday, 5 January 2026, 9:00 UTC, unless it's told another time.
final class Device: Sendable {
    let watch: Watch
    let wire: Wire
    private let frame: Frame
    private let connecting: Task<Void, Never>

    /// The last picture.
    private final class Frame: Sendable {
        let value = Mutex(WatchFrame())
    }

    static let clock = clock(hoursLater: 0)

    /// A clock that stands still.
    private static func clock(hoursLater hours: Int64) -> ClockAndRandom {
        ClockAndRandom(
            nowSecond: { 1_767_603_600 + 3_600 * hours },
            randomOctets: ClockAndRandom.machine.randomOctets
        )
    }

    private init(watch: Watch, wire: Wire, frame: Frame) {
        (self.watch, self.wire, self.frame) = (watch, wire, frame)
        connecting = Task { await watch.stayConnected() }
    }

    /// Runs a body with a device, which is ended as the program is when somebody quits.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - name: The device's folder.
    ///   - wire: Its network.
    ///   - hoursLater: How many hours it's later than 9:00.
    ///   - isConnected: Whether to wait until it's connected.
    ///   - body: What happens there.
    /// - Throws: What the body throws, and if it can't be started.
    static func run(
        _ server: ServerForWatching,
        _ name: String = "laptop",
        wire: Wire = Wire(),
        hoursLater: Int64 = 0,
        isConnected: Bool = true,
        _ body: (Device) async throws -> Void
    ) async throws {
        let folder = try StateFolder(name, in: server.folder + "/devices")
        let device = try await start(server, in: folder, wire, clock(hoursLater: hoursLater))
        do {
            if isConnected { try await device.sees { $0.status.hasSuffix(": connected") } }
            try await body(device)
        } catch {
            await device.end()
            throw error
        }
        await device.end()
    }

    private static func start(
        _ server: ServerForWatching,
        in folder: StateFolder,
        _ wire: Wire,
        _ clock: ClockAndRandom
    ) async throws -> Device {
        let frame = Frame()
        let settings = Watch.Settings(
            email: ServerForWatching.email,
            dayCount: 14,
            zone: .utc,
            zones: ZoneFiles(root: "/usr/share/zoneinfo")
        )
        let address = try ServerAddress(server.address)
        let watch = try Watch(
            CalendarServer(address, web: wire.web),
            settings,
            in: folder,
            clock: clock
        ) { picture in frame.value.withLock { $0 = picture } }
        if try await watch.begin() == .needsPassword {
            try await watch.signIn(password: ServerForWatching.password)
        }
        return Device(watch: watch, wire: wire, frame: frame)
    }

    private func end() async {
        await watch.end()
        connecting.cancel()
        await connecting.value
    }

    /// Types lines.
    func type(_ lines: String...) async {
        for line in lines { #expect(await watch.obey(line)) }
    }

    /// What is shown.
    var picture: WatchFrame { frame.value.withLock { $0 } }

    /// The events that are shown, without their numbers.
    var events: [String] { picture.days.flatMap { day in day.rows.map { $0.text } } }

    /// The number of the event whose text contains a word.
    func number(_ word: String) throws -> Int {
        try #require(
            picture.days.flatMap { $0.rows }.first { $0.text.contains(word) }?.number,
            "\(word) isn't shown"
        )
    }

    /// Waits until the picture is as it should be; fails if it isn't within some minutes.
    func sees(
        _ isSo: (WatchFrame) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 0..<30_000 {
            if isSo(picture) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("\(picture.lines.joined(separator: "\n"))", sourceLocation: location)
        throw CancellationError()
    }

    /// Waits until exactly these events are shown.
    func sees(
        events: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await sees(
            { frame in frame.days.flatMap { day in day.rows.map { $0.text } } == events },
            at: location
        )
    }

    /// Waits until the server has everything.
    func isSaved(at location: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<30_000 {
            if await watch.client.hasSentAll { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("it still waits", sourceLocation: location)
    }
}
