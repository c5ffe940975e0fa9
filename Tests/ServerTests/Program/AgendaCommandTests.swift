import Foundation
import Testing

@Suite("meantime agenda")
struct AgendaCommandTests {
    static let file = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN",
        "BEGIN:VEVENT", "UID:choir", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Berlin:20260105T190000", "DTEND;TZID=Europe/Berlin:20260105T210000",
        "RRULE:FREQ=WEEKLY", "SUMMARY:Choir\\nin spring", "LOCATION:St. Nikolai", "END:VEVENT",
        "BEGIN:VEVENT", "UID:fair", "DTSTAMP:20260101T000000Z",
        "DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260108", "SUMMARY:Fair",
        "STATUS:TENTATIVE", "END:VEVENT",
        "BEGIN:VEVENT", "UID:night", "DTSTAMP:20260101T000000Z",
        "DTSTART:20260107T210000Z", "DTEND:20260108T050000Z", "SUMMARY:Night", "END:VEVENT",
        "BEGIN:VEVENT", "UID:later", "DTSTAMP:20260101T000000Z",
        "DTSTART:29990101T090000Z", "DTEND:29990101T100000Z", "SUMMARY:Too late", "END:VEVENT",
        "BEGIN:VEVENT", "UID:midnight", "DTSTAMP:20260101T000000Z",
        "DTSTART:20260120T190000Z", "DTEND:20260120T230000Z", "SUMMARY:Till midnight", "END:VEVENT",
        "BEGIN:VEVENT", "UID:nights", "DTSTAMP:20260101T000000Z",
        "DTSTART:20260121T190000Z", "DTEND:20260122T230000Z", "SUMMARY:Nights", "END:VEVENT",
        "BEGIN:VEVENT", "UID:controls", "DTSTAMP:20260101T000000Z",
        "DTSTART:20260123T080000Z", "DTEND:20260123T090000Z",
        "SUMMARY:a\u{1B}]0;b\u{7}c\u{1B}[2Jd\u{9B}2Je\u{202E}f\u{2066}g\u{7F}h\u{2028}i",
        "LOCATION:\u{1B}[31mred", "END:VEVENT",
        "END:VCALENDAR", "",
    ].joined(separator: "\r\n")

    /// Runs a body with a data file that has one account, with the file imported into "Work".
    private static func withData(_ body: (_ data: String) async throws -> Void) async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["file.ics": file], below: folder)
            let data = folder + "/store.sqlite"
            try await add("anna@example.org", to: data)
            let options = ["--user", "anna@example.org", "--data", data, "--calendar", "Work"]
            let imported = try await Program.run(["import", folder + "/file.ics"] + options)
            #expect(imported.status == 0)
            try await body(data)
        }
    }

    private static func add(_ email: String, to data: String) async throws {
        let words = ["user", "add", email, "--data", data]
        #expect(try await Program.run(words, input: "correct horse\n").status == 0)
    }

    @Test("The agenda has a line for each event of each day, all-day events first")
    func text() async throws {
        try await Self.withData { data in
            let words = [
                "agenda", "--data", data, "--from", "2026-01-05", "--zone", "Europe/Berlin",
            ]
            let week = try await Program.run(words)
            let expected = """
                2026-01-05  19:00-21:00  Choir in spring  St. Nikolai
                2026-01-06  all day      Fair (tentative)
                2026-01-07  all day      Fair (tentative)
                2026-01-07  22:00-...    Night
                2026-01-08    ...-06:00  Night

                """
            #expect((week.status, week.output, week.errors) == (0, expected, ""))
            let two = try await Program.run(words + ["--days", "2", "--calendar", "Work"])
            #expect(two.output.split(separator: "\n").count == 2)
            let long = try await Program.run(words + ["--days", "3660"])
            // 523 Mondays in ten years, and eight other lines.
            #expect(long.output.split(separator: "\n").count == 523 + 8)
        }
    }

    @Test("An event until midnight ends at 24:00, and only a longer one is marked as going on")
    func midnight() async throws {
        try await Self.withData { data in
            let words = ["agenda", "--data", data, "--from", "2026-01-20", "--days", "3"]
            let outcome = try await Program.run(words + ["--zone", "Europe/Berlin"])
            let expected = """
                2026-01-20  20:00-24:00  Till midnight
                2026-01-21  20:00-...    Nights
                2026-01-22    ...-24:00  Nights

                """
            #expect((outcome.status, outcome.output) == (0, expected))
        }
    }

    @Test("Control characters are replaced by blanks")
    func controls() async throws {
        try await Self.withData { data in
            let words = ["agenda", "--data", data, "--from", "2026-01-23", "--days", "1"]
            let outcome = try await Program.run(words + ["--zone", "UTC"])
            let line = "2026-01-23  08:00-09:00  a ]0;b c [2Jd 2Je f g h i   [31mred\n"
            #expect((outcome.status, outcome.output) == (0, line))
        }
    }

    @Test("JSON output has local times of the requested zone")
    func json() async throws {
        try await Self.withData { data in
            let words = ["agenda", "--data", data, "--from", "20260105", "--days", "1"]
            let outcome = try await Program.run(
                words + ["--zone", "UTC", "--format", "json", "--user", "anna@example.org"]
            )
            let expected = """
                [{"allDay":false,"calendar":"Work","color":"blue","date":"2026-01-05",\
                "end":"2026-01-05T20:00:00","location":"St. Nikolai","start":"2026-01-05T18:00:00",\
                "status":"confirmed","title":"Choir\\nin spring","uid":"choir"}]

                """
            #expect((outcome.status, outcome.output, outcome.errors) == (0, expected, ""))
            let empty = try await Program.run(
                ["agenda", "--data", data, "--from", "1999-01-01", "--format", "json"]
            )
            #expect((empty.status, empty.output) == (0, "[]\n"))
        }
    }

    @Test("--next shows only the next event, in the machine's zone")
    func next() async throws {
        try await Self.withData { data in
            let outcome = try await Program.run(
                ["agenda", "--next", "--data", data],
                environment: ["TZ": "Europe/Berlin"]
            )
            #expect(outcome.status == 0)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 1)
            #expect(lines.first?.hasSuffix("19:00-21:00  Choir in spring  St. Nikolai") == true)
        }
    }

    @Test("Wrong options are refused with a reason")
    func refusals() async throws {
        try await Self.withData { data in
            let rows: [([String], Int32, String)] = [
                (["--data", data + "x"], 1, data + "x: there is no such file"),
                (["--data", data, "--user", "ben@example.org"], 1, "ben@example.org"),
                (["--data", data, "--calendar", "Play"], 1, "There is no calendar Play."),
                (["--data", data, "--from", "soon"], 1, "soon"),
                (["--data", data, "--from", "20260101T100000"], 1, "not a date: 20260101T100000"),
                (["--data", data, "--zone", "No/Zone"], 1, "unknown time zone: No/Zone"),
                (["--data", data, "--days", "0"], 64, "--days is 1 to 3660."),
                (["--data", data, "--days", "3661"], 64, "--days is 1 to 3660."),
                (["--data", data, "--next", "--from", "20260101"], 64, "--next is from now on."),
                (
                    ["--data", data, "--next", "--days", "3"], 64,
                    "--next is one event, in however many days."
                ),
                (
                    ["--data", data, "--from", "2201-01-01"], 64,
                    "--from is 1900-01-01 to 2200-12-31."
                ),
                (["--data", data, "--from", "1899-12-31"], 64, "--from is 1900-01-01"),
                (["--data", data, "--format", "xml"], 64, "xml"),
            ]
            for (words, status, reason) in rows {
                let outcome = try await Program.run(["agenda"] + words)
                #expect(outcome.status == status, "\(words)")
                #expect(outcome.errors.contains(reason), "\(outcome.errors)")
                #expect(outcome.output.isEmpty)
            }
            #expect(!FileManager.default.fileExists(atPath: data + "x"))
            try await Self.add("ben@example.org", to: data)
            let two = try await Program.run(["agenda", "--data", data])
            #expect(two.status == 1)
            #expect(two.errors.contains("name one with --user"))
        }
    }
}
