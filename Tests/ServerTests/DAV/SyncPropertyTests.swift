import HTTPTypes
import Testing

@testable import Server
@testable import Store

/// Pseudo-random numbers that are the same for each seed.
private struct Seed {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// The next number from 0 up to, but not including, a bound.
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}

/// Whatever a program, the page and imports do, a sync from any earlier token gives the same as
/// reading everything.
@Suite("Sync of a calendar that everybody writes")
struct SyncPropertyTests {
    /// A calendar that is written in three ways, and who reads it.
    private struct Scene {
        let family: Family
        let anna: DAVTests.Client
        /// Sees only Anna's busy times.
        let cleo: DAVTests.Client
        /// Another of Anna's calendars, to which things move.
        let other: String

        var events: String { family.anna.events }
    }

    private static let names = (0..<8).map { "event-\($0)" }

    @Test("A sync from any earlier token ends where a fresh read does", arguments: 1...8)
    func anyToken(seed: Int) async throws {
        try await Family.run { family in
            try await family.share(family.anna, "busy")
            let scene = Scene(
                family: family,
                anna: try await family.anna.calendarProgram(),
                cleo: try await family.cleo.calendarProgram(),
                other: try await family.anna.makeCalendar("Other")
            )
            var seed = Seed(UInt64(seed))
            let readers = [
                (scene.anna, scene.anna.calendar),
                (scene.anna, scene.anna.home + scene.other + "/"),
                (scene.cleo, scene.cleo.home + family.anna.calendar + "/"),
            ]
            // Some begin at once, some join later, and some stop in the middle of a first reading.
            var kept: [(reader: Int, calendar: SyncedCalendar)] = []
            for step in 0..<40 {
                try await act(scene, &seed, step)
                guard step.isMultiple(of: 4) else { continue }
                for reader in readers.indices {
                    var calendar = SyncedCalendar(path: readers[reader].1)
                    let limit = seed.next(3) == 0 ? nil : 1 + seed.next(4)
                    for _ in 0...seed.next(3) {
                        let hasMore = try await calendar.syncPiece(readers[reader].0, limit: limit)
                        if !hasMore { break }
                    }
                    kept.append((reader, calendar))
                }
            }
            for (reader, calendar) in kept {
                var synced = calendar
                let client = readers[reader].0
                let limit = seed.next(2) == 0 ? nil : 1 + seed.next(3)
                try await synced.sync(client, limit: limit)
                let fresh = try await client.objects(in: synced.path)
                #expect(synced.objects == fresh, "reader \(reader) from \(calendar.token)")
                #expect(synced.restartCount == 0)
            }
        }
    }

    /// What stands in a text of the calendar.
    private func text(_ name: String, _ seed: inout Seed, _ step: Int) -> String {
        let more = ["", "TRANSP:TRANSPARENT", "CLASS:PRIVATE", "LOCATION:Here"][seed.next(4)]
        return event(
            name,
            title: "Step \(step)",
            times: ["DTSTART:202601\(10 + seed.next(20))T090000Z", "DURATION:PT1H"],
            more: more
        )
    }

    private func act(_ scene: Scene, _ seed: inout Seed, _ step: Int) async throws {
        let name = Self.names[seed.next(Self.names.count)]
        let anna = scene.family.anna
        let text = text(name, &seed, step)
        let response: TestResponse
        switch seed.next(9) {
        case 0, 1:
            response = try await scene.anna.put(name, text)
        case 2:
            response = try await scene.anna.request("DELETE", scene.anna.calendar + name)
        case 3:
            let there = scene.anna.home + scene.other + "/" + name
            let isAway = seed.next(2) == 0
            response = try await scene.anna.request(
                seed.next(3) == 0 ? "COPY" : "MOVE",
                isAway ? scene.anna.calendar + name : there,
                headers: ["Destination": isAway ? there : scene.anna.calendar + name]
            )
        case 4:
            response = try await scene.anna.request(
                "MOVE",
                scene.anna.calendar + name,
                headers: ["Destination": scene.anna.calendar + "moved-\(name)"]
            )
        case 5:
            response = try await anna.request(
                .put,
                scene.events + name,
                text,
                headers: ["If-Match": "*"]
            )
        case 6:
            response = try await anna.request(
                .delete,
                scene.events + name,
                headers: ["If-Match": "*"]
            )
        case 7:
            let uids = (0...seed.next(3)).map { _ in Self.names[seed.next(Self.names.count)] }
            response = try await anna.request(
                .post,
                "/api/v1/calendars/\(anna.calendar)/import",
                file(Array(Set(uids)).sorted(), title: "Import \(step)")
            )
        default:
            let bin = try await anna.request(.get, "/api/v1/bin/events").json
            guard case .array(let entries)? = bin["events"], !entries.isEmpty,
                let id = entries[seed.next(entries.count)]["id"]?.text
            else { return }
            response = try await anna.request(.post, "/api/v1/bin/events/\(id)")
        }
        #expect(response.status.kind != .serverError, "\(response.text)")
    }
}
