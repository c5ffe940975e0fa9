import Testing

@testable import WebDAV

/// The tables of RFC 4791, 9.9, with ranges that end and begin at the very times.
@Suite("Time ranges")
struct TimeRangeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let component: String
        let lines: String
        let hours: [String: Bool]

        init(_ component: String, _ lines: String, _ hours: [String: Bool]) {
            (self.component, self.lines, self.hours) = (component, lines, hours)
        }

        var testDescription: String { "\(component) \(lines)" }
    }

    static func matches(_ component: String, _ lines: String, _ range: String) throws -> Bool {
        let parts = range.split(separator: "-", omittingEmptySubsequences: false)
        let start = parts[0].isEmpty ? "" : "start=\"20260310T\(parts[0])0000Z\""
        let end = parts[1].isEmpty ? "" : "end=\"20260310T\(parts[1])0000Z\""
        let filter = try CalendarFilter(
            element(
                """
                <filter><comp-filter name="VCALENDAR"><comp-filter name="\(component)">
                <time-range \(start) \(end)/></comp-filter></comp-filter></filter>
                """
            )
        )
        var context = reportContext()
        let body = "BEGIN:\(component)\nUID:1\n\(lines)\nEND:\(component)"
        return try filter.matches(object(body), &context)
    }

    /// Times are hours of 10 March 2026.
    static let rows = [
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z\nDTEND:20260310T120000Z",
            [
                "08-10": false, "08-11": true, "11-12": true, "12-13": false, "11-": true,
                "12-": false, "-10": false, "-11": true,
            ]
        ),
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z\nDURATION:PT2H",
            ["08-10": false, "08-11": true, "11-12": true, "12-13": false]
        ),
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z\nDURATION:PT0S",
            ["09-10": false, "10-11": true, "11-12": false]
        ),
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z",
            ["09-10": false, "10-11": true, "11-12": false]
        ),
        Row(
            "VEVENT",
            "DTSTART;VALUE=DATE:20260310",
            ["00-01": true, "22-23": true, "-00": false, "23-": true]
        ),
        Row("VEVENT", "DTSTART;VALUE=DATE:20260309", ["00-01": false, "-00": true]),
        Row("VEVENT", "DTSTART;VALUE=DATE:20260309\nDURATION:P2D", ["22-23": true]),
        Row("VEVENT", "DTSTART;VALUE=DATE:20260309\nDTEND;VALUE=DATE:20260309", ["-00": true]),
        // An end before the start counts as none.
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z\nDTEND:20260310T090000Z",
            ["09-10": false, "10-11": true]
        ),
        // Thunderbird writes both.
        Row(
            "VEVENT",
            "DTSTART:20260310T100000Z\nDTEND:20260310T120000Z\nDURATION:PT0S",
            ["11-12": true]
        ),
        Row(
            "VTODO",
            "DTSTART:20260310T100000Z\nDURATION:PT2H",
            ["09-10": false, "09-11": true, "12-13": true, "13-14": false]
        ),
        Row(
            "VTODO",
            "DTSTART:20260310T100000Z\nDURATION:PT0S",
            ["09-10": true, "10-11": true, "11-12": false]
        ),
        Row(
            "VTODO",
            "DTSTART:20260310T100000Z\nDUE:20260310T120000Z",
            ["09-10": false, "09-11": true, "11-12": true, "12-13": false]
        ),
        Row(
            "VTODO",
            "DTSTART:20260310T100000Z\nDUE:20260310T100000Z",
            ["09-10": true, "10-11": true, "11-12": false]
        ),
        Row("VTODO", "DTSTART:20260310T100000Z", ["09-10": false, "10-11": true, "11-12": false]),
        Row(
            "VTODO",
            "DUE:20260310T120000Z",
            ["10-11": false, "11-12": true, "12-13": false, "11-": true]
        ),
        Row(
            "VTODO",
            "CREATED:20260310T080000Z\nCOMPLETED:20260310T120000Z",
            ["06-07": false, "06-08": true, "09-10": true, "12-13": true, "13-14": false]
        ),
        Row(
            "VTODO",
            "COMPLETED:20260310T120000Z",
            ["10-11": false, "11-12": true, "12-13": true, "13-14": false]
        ),
        Row("VTODO", "CREATED:20260310T120000Z", ["11-12": false, "11-13": true, "13-14": true]),
        Row("VTODO", "SUMMARY:Some time", ["00-01": true, "-": true]),
        Row(
            "VJOURNAL",
            "DTSTART:20260310T100000Z",
            ["09-10": false, "10-11": true, "11-12": false]
        ),
        Row(
            "VJOURNAL",
            "DTSTART;VALUE=DATE:20260310",
            ["00-01": true, "22-23": true, "-00": false]
        ),
        Row("VJOURNAL", "SUMMARY:Some day", ["00-23": false]),
        Row(
            "VFREEBUSY",
            "DTSTART:20260310T100000Z\nDTEND:20260310T120000Z",
            ["09-10": false, "11-12": true, "12-13": true, "13-14": false]
        ),
        Row(
            "VFREEBUSY",
            "FREEBUSY:20260310T100000Z/PT2H,20260310T200000Z/20260310T210000Z",
            ["09-10": false, "11-12": true, "12-13": false, "20-21": true, "21-22": false]
        ),
        Row("VFREEBUSY", "COMMENT:Nothing", ["00-23": false]),
    ]

    @Test("A component is in the ranges of its row", arguments: rows)
    func tables(row: Row) throws {
        for (range, expected) in row.hours where range != "-" {
            #expect(
                try Self.matches(row.component, row.lines, range) == expected,
                "\(row.lines) in \(range)"
            )
        }
    }

    @Test(
        "Attributes that aren't a range are refused",
        arguments: [
            "", #"start="20260310T100000Z" end="20260310T100000Z""#,
            #"start="20260310T100000Z" end="20260310T090000Z""#, #"start="20260310""#,
            #"start="20260310T100000""#, #"end="2026-03-10T10:00:00Z""#, #"start="""#,
        ]
    )
    func invalid(attributes: String) throws {
        #expect(throws: QueryError.self) {
            try CalendarFilter(
                element(
                    """
                    <filter><comp-filter name="VCALENDAR"><comp-filter name="VEVENT">
                    <time-range \(attributes)/></comp-filter></comp-filter></filter>
                    """
                )
            )
        }
    }
}
