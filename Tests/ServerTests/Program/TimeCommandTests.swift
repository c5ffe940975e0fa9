import Testing

@testable import Server

@Suite("meantime occurrences and expand")
struct TimeCommandTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let words: String
        let expected: String
        var testDescription: String { words }
    }

    static let rows = [
        Row(
            words: "--rrule FREQ=WEEKLY;COUNT=3 --dtstart 20261018T090000 --tzid Europe/Berlin",
            expected: "20261018T090000\n20261025T090000\n20261101T090000\n"
        ),
        Row(
            words:
                "--rrule FREQ=WEEKLY;COUNT=3 --dtstart 20261018T090000 --tzid Europe/Berlin --utc",
            expected: "20261018T070000Z\n20261025T080000Z\n20261101T080000Z\n"
        ),
        Row(
            words: "--rrule FREQ=DAILY --dtstart 20260101 --limit 2",
            expected: "20260101\n20260102\n"
        ),
        Row(
            words: "--rrule FREQ=DAILY;COUNT=4 --dtstart 20260101T100000 --exdate 20260102T100000"
                + " --rdate 20260101T180000",
            expected: "20260101T100000\n20260101T180000\n20260103T100000\n20260104T100000\n"
        ),
        Row(
            words: "--rrule FREQ=DAILY --dtstart 19700101T100000 --from 20900301 --to 20900303",
            expected: "20900301T100000\n20900302T100000\n"
        ),
        Row(
            words: "--rrule FREQ=WEEKLY;COUNT=3;BYDAY=MO --dtstart 20260101",
            expected: "20260105\n20260112\n20260119\n"
        ),
        Row(
            words: "--rrule FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30 --dtstart 20260101T100000",
            expected: ""
        ),
    ]

    @Test("Occurrences are printed one per line, in local time or UTC", arguments: rows)
    func occurrences(row: Row) async throws {
        let words = ["occurrences"] + row.words.split(separator: " ").map(String.init)
        let outcome = try await Program.run(words)
        #expect((outcome.status, outcome.output, outcome.errors) == (0, row.expected, ""))
    }

    @Test("A batch has one line of output for each line of input, even a wrong one")
    func batch() async throws {
        let input = """
            20260105T090000\tEurope/Berlin\tFREQ=WEEKLY;BYDAY=MO\t2
            20260105\t\tFREQ=DAILY\t1
            20260105\t\tFREQ=NEVER\t1
            20260105\tNo/Zone\tFREQ=DAILY\t1

            """
        let outcome = try await Program.run(["occurrences", "--batch"], input: input)
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 0)
        #expect(lines.prefix(2) == ["20260105T090000,20260112T090000", "20260105"])
        #expect(lines.count == 4)
        #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix("error: ") })
    }

    @Test(
        "Wrong options are refused",
        arguments: [
            ("--rrule FREQ=NEVER --dtstart 20260101", Int32(1)),
            ("--rrule FREQ=DAILY --dtstart yesterday", 1),
            ("--rrule FREQ=DAILY --dtstart 20260101T000000 --tzid No/Zone", 1),
            ("--rrule FREQ=DAILY", 64), ("--dtstart 20260101", 64),
            ("--rrule FREQ=DAILY --dtstart 20260101 --limit -1", 64),
        ]
    )
    func refusals(words: String, status: Int32) async throws {
        let arguments = ["occurrences"] + words.split(separator: " ").map(String.init)
        let outcome = try await Program.run(arguments)
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    static let calendar = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN",
        "BEGIN:VEVENT", "UID:choir", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Berlin:20260105T190000", "DTEND;TZID=Europe/Berlin:20260105T210000",
        "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Berlin:20260112T190000",
        "SUMMARY:Choir", "END:VEVENT",
        "BEGIN:VEVENT", "UID:choir", "DTSTAMP:20260101T000000Z",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260119T190000",
        "DTSTART;TZID=Europe/Berlin:20260120T190000", "DURATION:PT1H",
        "SUMMARY:Choir\\, moved", "END:VEVENT",
        "BEGIN:VEVENT", "UID:fair", "DTSTAMP:20260101T000000Z",
        "DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260108", "SUMMARY:Fair", "END:VEVENT",
        "END:VCALENDAR", "",
    ].joined(separator: "\r\n")

    @Test(
        "A file is expanded with its overrides and exceptions",
        arguments: [
            (
                [],
                """
                20260105T190000\t20260105T210000\tchoir\t20260105T190000\tChoir
                20260106\t20260108\tfair\t\tFair
                20260120T190000\t20260120T200000\tchoir\t20260119T190000\tChoir, moved

                """
            ),
            (
                ["--utc", "--tzid", "Europe/Berlin"],
                """
                20260105T180000Z\t20260105T200000Z\tchoir\t20260105T190000\tChoir
                20260105T230000Z\t20260107T230000Z\tfair\t\tFair
                20260120T180000Z\t20260120T190000Z\tchoir\t20260119T190000\tChoir, moved

                """
            ),
        ] as [([String], String)]
    )
    func expand(options: [String], expected: String) async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["file.ics": Self.calendar], below: folder)
            let words = ["expand", folder + "/file.ics", "--from", "20260101", "--to", "20260126"]
            let outcome = try await Program.run(words + options)
            #expect((outcome.status, outcome.output, outcome.errors) == (0, expected, ""))
        }
    }

    @Test("An all-day series counts its start, and an EXDATE with a time removes its written date")
    func days() async throws {
        let lines = [
            "BEGIN:VEVENT", "UID:off", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260101",
            "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=Europe/Berlin:20260102T000000", "END:VEVENT",
            "BEGIN:VEVENT", "UID:run", "DTSTAMP:20260101T000000Z", "DTSTART;VALUE=DATE:20260101",
            "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO", "END:VEVENT", "",
        ]
        try await TestServer.withFolder { folder in
            let text = lines.joined(separator: "\r\n")
            try TestServer.write(["file.ics": text], below: folder)
            let words = ["expand", folder + "/file.ics", "--from", "20260101", "--to", "20270101"]
            let outcome = try await Program.run(words)
            let found = outcome.output.split(separator: "\n").map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false)
            }
            let off = found.filter { $0[2] == "off" }.map { $0[0] }
            let run = found.filter { $0[2] == "run" }.map { $0[0] }
            #expect(off == ["20260101", "20260103", "20260104"])
            #expect(run == ["20260101", "20260105", "20260112"])
        }
    }

    @Test("An empty window has no occurrences, even during an event")
    func emptyWindow() async throws {
        try await TestServer.withFolder { folder in
            try TestServer.write(["file.ics": Self.calendar], below: folder)
            let moment = "20260107T120000"
            let words = ["expand", folder + "/file.ics", "--from", moment, "--to", moment]
            let outcome = try await Program.run(words)
            #expect((outcome.status, outcome.output, outcome.errors) == (0, "", ""))
        }
    }
}
