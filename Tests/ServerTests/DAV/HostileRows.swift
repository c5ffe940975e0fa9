/// Requests that are meant to be too much for a server, with how they have to be answered.
enum HostileRows {
    /// A request, and how it has to be answered.
    struct Row: CustomStringConvertible {
        let name: String
        let method: String
        /// Below the calendar, if it doesn't begin with a slash.
        var path = ""
        let body: String
        var headers: [String: String] = [:]
        let status: Int
        /// What the answer holds.
        var contains = ""

        var description: String { name }
    }

    static let names = #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav""#

    private static func propfind(_ name: String, _ body: String, status: Int = 400) -> Row {
        Row(
            name: name,
            method: "PROPFIND",
            path: "/dav/",
            body: body,
            headers: ["Depth": "0"],
            status: status
        )
    }

    private static func asking(_ properties: String) -> String {
        "<D:propfind \(names)><D:prop>\(properties)</D:prop></D:propfind>"
    }

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: count)
    }

    static let documents: [Row] = [
        propfind("entities that grow", bomb),
        propfind(
            "a file as an entity",
            #"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>"#
        ),
        propfind(
            "a file as an entity of the document type",
            #"<!DOCTYPE a [<!ENTITY % b SYSTEM "file:///etc/passwd">%b;]><a/>"#
        ),
        propfind(
            "a document type elsewhere",
            #"<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>"#
        ),
        propfind("elements in each other", repeated("<a>", 100_000) + repeated("</a>", 100_000)),
        propfind("elements beside each other", "<a>" + repeated("<b/>", 200_000) + "</a>"),
        propfind("attributes", "<a" + (0..<90_000).map { " b\($0)=''" }.joined() + "/>"),
        propfind(
            "namespaces",
            "<a" + (0..<40_000).map { " xmlns:b\($0)='c\($0)'" }.joined() + "/>"
        ),
        propfind("a long name", asking("<" + repeated("n", 900_000) + "/>")),
        propfind(
            "a long namespace in many elements",
            "<a xmlns='\(repeated("n", 900_000))'>" + repeated("<b/>", 19_000) + "</a>"
        ),
        propfind(
            "a long namespace in many attributes",
            "<a xmlns:p='\(repeated("n", 500_000))'"
                + (0..<40_000).map { " p:b\($0)=''" }.joined() + "/>"
        ),
        propfind("a text that isn't XML", "BEGIN:VCALENDAR"),
        propfind("half a document", "<D:propfind \(names)><D:prop>"),
        propfind("30 MB", "<a>" + repeated(" ", 30_000_000) + "</a>", status: 413),
        propfind("many properties", asking((0..<19_000).map { "<a\($0)/>" }.joined())),
    ]

    private static var bomb: String {
        let entities = (1...9).map { number in
            "<!ENTITY a\(number) \"\(repeated("&a\(number - 1);", 10))\">"
        }
        return "<!DOCTYPE a [<!ENTITY a0 \"ha\">\(entities.joined())]><a>&a9;</a>"
    }

    private static func query(
        _ filter: String,
        data: String = "<D:getetag/>"
    ) -> String {
        """
        <C:calendar-query \(names)><D:prop>\(data)</D:prop><C:filter>\
        <C:comp-filter name="VCALENDAR">\(filter)</C:comp-filter></C:filter></C:calendar-query>
        """
    }

    private static let tenYears = #"start="20260101T000000Z" end="20360101T000000Z""#
    private static let events = """
        <C:comp-filter name="VEVENT"><C:time-range \(tenYears)/></C:comp-filter>
        """

    private static func report(
        _ name: String,
        _ body: String,
        status: Int = 403,
        contains: String = ""
    ) -> Row {
        Row(
            name: name,
            method: "REPORT",
            body: body,
            headers: ["Depth": "1"],
            status: status,
            contains: contains
        )
    }

    /// Reports about a calendar that has the events of ``objects``.
    static let reports: [Row] = [
        Row(
            name: "everything below",
            method: "PROPFIND",
            body: "",
            headers: ["Depth": "infinity"],
            status: 403,
            contains: "propfind-finite-depth"
        ),
        report(
            "each second for ten years",
            query(events, data: "<C:calendar-data><C:expand \(tenYears)/></C:calendar-data>"),
            status: 207,
            contains: "max-instances"
        ),
        report(
            "busy times of each second for ten years",
            "<C:free-busy-query \(names)><C:time-range \(tenYears)/></C:free-busy-query>",
            status: 200,
            contains: "FREEBUSY"
        ),
        report(
            "busy times of all years",
            """
            <C:free-busy-query \(names)><C:time-range start="00010101T000000Z" \
            end="99991231T000000Z"/></C:free-busy-query>
            """,
            status: 200,
            contains: "FREEBUSY"
        ),
        report(
            "a filter of many conditions",
            query((0..<10_000).map { "<C:prop-filter name=\"A\($0)\"/>" }.joined()),
            contains: "supported-filter"
        ),
        report(
            "a filter that is deep",
            query(repeated("<C:comp-filter name=\"X\">", 100) + repeated("</C:comp-filter>", 100)),
            status: 400
        ),
        report(
            "texts that nearly occur everywhere",
            query(
                "<C:comp-filter name=\"VEVENT\">"
                    + repeated(
                        """
                        <C:prop-filter name="X-A"><C:text-match negate-condition="yes">\
                        \(repeated("x", 1_000))y</C:text-match></C:prop-filter>
                        """,
                        5
                    ) + "</C:comp-filter>"
            ),
            status: 207,
            contains: "long"
        ),
        report(
            "characters of long texts",
            query(
                "<C:comp-filter name=\"VEVENT\">"
                    + repeated(
                        """
                        <C:prop-filter name="X-A"><C:text-match negate-condition="yes" \
                        collation="i;unicode-casemap">y</C:text-match></C:prop-filter>
                        """,
                        190
                    ) + "</C:comp-filter>"
            ),
            status: 207,
            contains: "long"
        ),
        report(
            "the addresses of ten thousand",
            multiget((0..<10_000).map { "<D:href>/dav/calendars/a/b/\($0)</D:href>" }.joined()),
            status: 207,
            contains: "/dav/calendars/a/b/9999<"
        ),
        report(
            "one long object ten thousand times",
            multiget(repeated("<D:href>long</D:href>", 10_000)),
            contains: "number-of-matches-within-limits"
        ),
        report("a token of a megabyte", sync(repeated("x", 900_000)), contains: "valid-sync-token"),
        report(
            "a token that is too great",
            sync("urn:meantime:sync:99999999999999999999"),
            contains: "valid-sync-token"
        ),
    ]

    private static func multiget(_ addresses: String) -> String {
        """
        <C:calendar-multiget \(names)><D:prop><C:calendar-data/></D:prop>\(addresses)\
        </C:calendar-multiget>
        """
    }

    private static func sync(_ token: String) -> String {
        "<D:sync-collection \(names)><D:sync-token>\(token)</D:sync-token></D:sync-collection>"
    }

    private static func put(
        _ name: String,
        _ text: String,
        contains: String = "valid-calendar-data"
    ) -> Row {
        Row(
            name: name,
            method: "PUT",
            path: "new",
            body: text,
            status: 403,
            contains: contains
        )
    }

    static let writes: [Row] = [
        put(
            "30 MB of an event",
            DAVTests.event("new", "X-A:" + repeated("x", 30_000_000)),
            contains: "max-resource-size"
        ),
        put("thousands of lines", DAVTests.event("new", repeated("X-A:1\r\n", 20_001) + "X-A:1")),
        put(
            "thousands of reminders",
            DAVTests.event(
                "new",
                repeated("BEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM\r\n", 1_501) + "X-A:1"
            )
        ),
        put(
            "components in each other",
            DAVTests.event(
                "new",
                repeated("BEGIN:X-A\r\n", 10_000) + repeated("END:X-A\r\n", 10_000) + "X-A:1"
            )
        ),
        put("a NUL", DAVTests.event("new", "X-A:\u{0}")),
        put("nothing", ""),
        put("no end", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:new\r\n"),
    ]
}
