import ICalendar
import Testing

@testable import WebDAV

@Suite("Queries of RFC 4791, 7.8")
struct StandardQueryTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let clause: String
        /// What is in the comp-filter of VCALENDAR.
        let conditions: String
        let found: [String]

        var testDescription: String { clause }
    }

    static let rows = [
        Row(
            clause: "7.8.1: events in a day",
            conditions: """
                <comp-filter name="VEVENT">
                  <time-range start="20060104T000000Z" end="20060105T000000Z"/>
                </comp-filter>
                """,
            found: ["abcd2", "abcd3"]
        ),
        Row(
            clause: "7.8.4: busy times in a day",
            conditions: """
                <comp-filter name="VFREEBUSY">
                  <time-range start="20060102T000000Z" end="20060103T000000Z"/>
                </comp-filter>
                """,
            found: ["abcd8"]
        ),
        Row(
            clause: "7.8.5: tasks by alarm",
            conditions: """
                <comp-filter name="VTODO"><comp-filter name="VALARM">
                  <time-range start="20060106T100000Z" end="20060107T100000Z"/>
                </comp-filter></comp-filter>
                """,
            found: ["abcd5"]
        ),
        Row(
            clause: "7.8.6: an event by UID",
            conditions: """
                <comp-filter name="VEVENT"><prop-filter name="UID">
                  <text-match collation="i;octet">DC6C50A017428C5216A2F1CD@example.com</text-match>
                </prop-filter></comp-filter>
                """,
            found: ["abcd3"]
        ),
        Row(
            clause: "7.8.7: events by PARTSTAT",
            conditions: """
                <comp-filter name="VEVENT"><prop-filter name="ATTENDEE">
                  <text-match collation="i;ascii-casemap">mailto:lisa@example.com</text-match>
                  <param-filter name="PARTSTAT">
                    <text-match collation="i;ascii-casemap">NEEDS-ACTION</text-match>
                  </param-filter>
                </prop-filter></comp-filter>
                """,
            found: ["abcd3"]
        ),
        Row(
            clause: "7.8.8: events only",
            conditions: #"<comp-filter name="VEVENT"/>"#,
            found: ["abcd1", "abcd2", "abcd3"]
        ),
        Row(
            clause: "7.8.9: tasks that are to be done",
            conditions: """
                <comp-filter name="VTODO">
                  <prop-filter name="COMPLETED"><is-not-defined/></prop-filter>
                  <prop-filter name="STATUS">
                    <text-match negate-condition="yes">CANCELLED</text-match>
                  </prop-filter>
                </comp-filter>
                """,
            found: ["abcd4", "abcd5"]
        ),
        Row(
            clause: "7.8.10: by a property of a program",
            conditions: """
                <comp-filter name="VEVENT"><prop-filter name="x-abc-guid">
                  <text-match>e1cx5dr</text-match>
                </prop-filter></comp-filter>
                """,
            found: ["abcd3"]
        ),
        Row(clause: "everything", conditions: "", found: StandardObjects.names),
        Row(
            clause: "without events and tasks",
            conditions: """
                <comp-filter name="VEVENT"><is-not-defined/></comp-filter>
                <comp-filter name="VTODO"><is-not-defined/></comp-filter>
                """,
            found: ["abcd8"]
        ),
        Row(
            clause: "no parameter of a kind, on one and the same property",
            conditions: """
                <comp-filter name="VEVENT"><prop-filter name="ATTENDEE">
                  <text-match>lisa</text-match>
                  <param-filter name="ROLE"><is-not-defined/></param-filter>
                </prop-filter></comp-filter>
                """,
            found: ["abcd3"]
        ),
        Row(
            clause: "two conditions that different attendees meet",
            conditions: """
                <comp-filter name="VEVENT"><prop-filter name="ATTENDEE">
                  <text-match>cyrus</text-match>
                  <param-filter name="PARTSTAT"><text-match>NEEDS</text-match></param-filter>
                </prop-filter></comp-filter>
                """,
            found: []
        ),
        Row(
            clause: "times of a property",
            conditions: """
                <comp-filter name="VTODO"><prop-filter name="LAST-MODIFIED">
                  <time-range start="20060205T235308Z" end="20060205T235309Z"/>
                </prop-filter></comp-filter>
                """,
            found: ["abcd5", "abcd6", "abcd7"]
        ),
        Row(
            clause: "a date of a property",
            conditions: """
                <comp-filter name="VTODO"><prop-filter name="DUE">
                  <time-range start="20060104T230000Z"/>
                </prop-filter></comp-filter>
                """,
            found: ["abcd4", "abcd5"]
        ),
        Row(
            clause: "a property and a time of one component: the override is at another time",
            conditions: """
                <comp-filter name="VEVENT">
                  <time-range start="20060104T170000Z" end="20060104T180000Z"/>
                  <prop-filter name="SUMMARY"><text-match>Event #2</text-match></prop-filter>
                </comp-filter>
                """,
            found: []
        ),
        Row(
            clause: "a property and a time of the override",
            conditions: """
                <comp-filter name="VEVENT">
                  <time-range start="20060104T190000Z" end="20060104T193000Z"/>
                  <prop-filter name="SUMMARY"><text-match>#2 BIS</text-match></prop-filter>
                </comp-filter>
                """,
            found: ["abcd2"]
        ),
        Row(
            clause: "a property of the calendar",
            conditions: """
                <prop-filter name="PRODID"><text-match>Example Corp.</text-match></prop-filter>
                <comp-filter name="VFREEBUSY"/>
                """,
            found: ["abcd8"]
        ),
        Row(
            clause: "zones",
            conditions: """
                <comp-filter name="VTIMEZONE"><comp-filter name="DAYLIGHT">
                  <prop-filter name="TZNAME"><text-match>EDT</text-match></prop-filter>
                </comp-filter></comp-filter>
                """,
            found: StandardObjects.names
        ),
    ]

    @Test("Objects that match are found", arguments: rows)
    func matches(row: Row) throws {
        let filter = try CalendarFilter(
            element(
                "<filter><comp-filter name=\"VCALENDAR\">\(row.conditions)</comp-filter></filter>"
            )
        )
        var context = reportContext()
        var found: [String] = []
        for name in StandardObjects.names {
            let object = try #require(StandardObjects.object(name))
            let matches = try filter.matches(object, &context)
            if matches { found.append(name) }
            // The quick answer never leaves out what matches.
            let text = CalendarText.write([object.calendar])
            #expect(filter.mayMatch(text) || !matches)
        }
        #expect(found == row.found)
    }
}
