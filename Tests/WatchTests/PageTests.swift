import CivilTime
import Foundation
import ServerBase
import Synchronization
import Testing

@testable import Watch

@Suite("Pages of a calendar in a terminal")
struct PageTests {
    /// A device without a network that shows what it has kept, in a terminal of a size.
    private final class Terminal: Sendable {
        let watch: Watch
        private let frame: Frame

        private final class Frame: Sendable {
            let value = Mutex(WatchFrame())
        }

        init(_ size: WatchFrame.Size?, in folder: StateFolder) async throws {
            let frame = Frame()
            self.frame = frame
            let settings = Watch.Settings(
                email: "anna@example.org",
                dayCount: 14,
                zone: .utc,
                zones: ZoneFiles(root: "/usr/share/zoneinfo")
            )
            watch = try Watch(
                CalendarServer(try ServerAddress("https://calendar.example.org")),
                settings,
                in: folder,
                clock: Device.clock,
                room: { size },
                show: { picture in frame.value.withLock { $0 = picture } }
            )
            #expect(await watch.openKept())
        }

        func type(_ line: String) async { #expect(await watch.obey(line)) }

        var picture: WatchFrame { frame.value.withLock { $0 } }

        /// The rows of the page.
        var rows: [WatchFrame.Row] {
            let rows = picture.rows
            return Array(rows[picture.page ?? 0..<rows.count])
        }
    }

    /// Runs a body with a folder in which a device has kept a calendar of its own, one of Bea's, and events.
    private static func withKept(
        _ events: [String],
        _ body: (StateFolder) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = try StateFolder("laptop", in: root.path(percentEncoded: false))
        let records = [
            #"{"type":"header","token":"10","account":{"id":"anna"}}"#,
            #"{"type":"calendar","id":"home","name":"Home","level":"own"}"#,
            #"{"type":"calendar","id":"bea","name":"Bea","level":"full","owner":"b","groups":["g"]}"#,
        ]
        let lines = try (records + events + [#"{"type":"end"}"#]).map {
            try #require(SyncLine(Array($0.utf8)))
        }
        try folder.write("copy", try #require(ServerCopy(lines, heardSecond: 1_767_603_600)).octets)
        try Session(cookie: "c", account: "anna").keep(in: folder)
        try await body(folder)
    }

    private static func event(_ name: String, in calendar: String, _ lines: String...) -> String {
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT"]
        let own = ["UID:\(name)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(name)"]
        let text = (head + own + lines + ["END:VEVENT", "END:VCALENDAR", ""])
            .joined(separator: #"\r\n"#)
        return #"{"type":"event","calendar":"\#(calendar)","href":"\#(name)","#
            + #""etag":"1","ical":"\#(text)"}"#
    }

    @Test("Every event is on some page, and only what was on one is named by its number")
    func pages() async throws {
        let names = (10..<40).map { "Event\($0)" }
        let events = names.enumerated().map { place, name in
            Self.event(name, in: "home", "DTSTART:2026010\(6 + place / 10)T1\(place % 10)0000Z")
        }
        try await Self.withKept(events) { folder in
            let size = WatchFrame.Size(rows: 14, columns: 60)
            let terminal = try await Terminal(size, in: folder)
            let last = try #require(terminal.picture.rows.last)
            await terminal.type("delete \(last.number)")
            #expect(
                terminal.picture.notices == [
                    "Nothing that was shown has the number \(last.number)."
                ]
            )
            await terminal.type("back")
            #expect(terminal.picture.notices == ["There is nothing earlier from today on."])
            await terminal.type("")
            let first = terminal.rows
            var seen: [WatchFrame.Row] = []
            while true {
                let lines = terminal.picture.lines(in: size)
                #expect(lines.count < 14 && !terminal.rows.isEmpty)
                for row in terminal.rows { #expect(lines.contains { $0.hasSuffix(row.text) }) }
                seen += terminal.rows
                guard lines.contains(where: { $0.contains("“more”") }) else { break }
                #expect(
                    lines.contains {
                        $0.contains(
                            "Events \(seen.count - terminal.rows.count + 1) to \(seen.count) of 30."
                        )
                    }
                )
                await terminal.type("more")
            }
            #expect(seen == terminal.picture.rows && seen.count == 30)
            await terminal.type("more")
            #expect(terminal.picture.notices == ["There is nothing later in these 14 days."])
            await terminal.type("delete \(last.number)")
            #expect(terminal.picture.notices.joined().contains("Deleted: “Event39”"))
            for _ in 0..<10 { await terminal.type("back") }
            await terminal.type("")
            // There is less room, because something waits.
            #expect(!terminal.rows.isEmpty && first.starts(with: terminal.rows))
        }
    }

    @Test("Others' events leave room for one's own, and their calendar can be hidden for good")
    func flood() async throws {
        let events = [
            Self.event("Own", in: "home", "DTSTART:20260105T120000Z", "RRULE:FREQ=DAILY"),
            Self.event("Flood", in: "bea", "DTSTART:20260105T000000Z", "RRULE:FREQ=SECONDLY"),
        ]
        try await Self.withKept(events) { folder in
            let terminal = try await Terminal(nil, in: folder)
            func count(_ word: String, _ terminal: Terminal) -> Int {
                terminal.rows.count { $0.text.contains(word) }
            }
            #expect(count("Own", terminal) == 14)
            #expect((1...700).contains(count("Flood", terminal)))
            #expect(
                terminal.picture.lines.contains {
                    $0.contains("more of others") || $0.contains("too many events")
                }
            )
            await terminal.type("calendars")
            #expect(terminal.picture.notices == ["1  Home", "2  Bea"])
            await terminal.type("hide 2")
            #expect(count("Flood", terminal) == 0)
            #expect(terminal.rows.count == 14)
            let next = try await Terminal(nil, in: folder)
            #expect(count("Flood", next) == 0)
            await next.type("show bea")
            #expect(count("Flood", next) > 0)
            await next.type("hide nobody")
            #expect(next.picture.notices.joined().contains("Which calendar?"))
        }
    }

    @Test("What the server said isn't said of what it doesn't have yet")
    func age() async throws {
        try await Self.withKept([]) { folder in
            let terminal = try await Terminal(nil, in: folder)
            #expect(terminal.picture.age == "This is what the server said just now.")
            await terminal.type("add Lunch tomorrow 12:30")
            let age = "This is what the server said just now, with your changes since."
            #expect(terminal.picture.age == age)
        }
    }

    @Test("What is said is broken into lines, and events are cut")
    func wrapping() {
        var frame = WatchFrame()
        let words = (0..<30).map { "word\($0)" } + [String(repeating: "x", count: 50), "日本語日本語"]
        frame.status = String(repeating: "s", count: 50)
        frame.conflicts = [words.joined(separator: " ")]
        let lines = frame.lines(in: WatchFrame.Size(rows: 40, columns: 20))
        #expect(lines.allSatisfy { $0.columnCount <= 20 })
        #expect(lines[0] == String(repeating: "s", count: 19) + "…")
        let text = lines.drop { !$0.hasPrefix("word0") }
        #expect(text.joined().filter { $0 != " " } == words.joined())
        #expect(text.contains { $0.hasSuffix("word2") })
    }
}
