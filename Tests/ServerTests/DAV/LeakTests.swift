import HTTPTypes
import Testing
import WebDAV

@testable import CalDAVServer
@testable import Server
@testable import Store

/// Everything that a fellow member's calendar program can get of a calendar.
@Suite("What calendar programs get of busy times")
struct LeakTests {
    /// Reads all there is, by all methods and reports, and keeps every answer.
    private struct Reader {
        let client: DAVTests.Client
        /// Names of Anna's that the reader may try, though it was never told them.
        let guesses: [String]
        private(set) var texts: [(source: String, text: String)] = []

        init(_ client: DAVTests.Client, guesses: [String]) {
            self.client = client
            self.guesses = guesses
        }

        private static let names: [XMLName] =
            Array(DAVResource.common.keys) + [
                .calDAV("calendar-home-set"), .dav("principal-URL"), .dav("alternate-URI-set"),
                .dav("group-member-set"), .dav("group-membership"), .dav("creationdate"),
                .calDAV("calendar-user-address-set"), .calDAV("calendar-user-type"),
                .calDAV("supported-calendar-component-set"), .calDAV("supported-calendar-data"),
                .calDAV("max-resource-size"), .dav("sync-token"), .calendarServer("getctag"),
                .apple("calendar-color"), .apple("calendar-order"), .dav("getetag"),
                .dav("getcontenttype"), .dav("getcontentlength"), .dav("getlastmodified"),
                .calDAV("calendar-data"), .calDAV("calendar-description"),
                .calDAV("calendar-timezone"), .calDAV("calendar-timezone-id"),
                .calDAV("schedule-tag"), .calDAV("schedule-calendar-transp"),
                .calDAV("calendar-availability"), .calDAV("schedule-inbox-URL"),
                .calDAV("schedule-outbox-URL"), .calDAV("schedule-default-calendar-URL"),
                .dav("quota-used-bytes"), .dav("quota-available-bytes"),
                .calendarServer("email-address-set"), .calendarServer("calendar-proxy-read-for"),
                .calendarServer("calendar-proxy-write-for"), .calendarServer("source"),
                .calendarServer("invite"), .calendarServer("allowed-sharing-modes"),
            ]

        /// An element that names all properties, and what is in it besides.
        private static func element(_ name: XMLName, _ body: (inout XMLWriter) -> Void) -> String {
            var xml = XMLWriter()
            xml.element(name, body)
            return String(decoding: xml.octets, as: UTF8.self)
        }

        private static func allProperties(_ xml: inout XMLWriter) {
            xml.element(.dav("prop")) { xml in for name in names { xml.element(name) } }
        }

        mutating func read() async throws {
            for path in ["/", "/principals", "/dav/", "/dav/principals/", "/dav/calendars/"] {
                try await readResource(path)
            }
            let people = try await client.objects(in: "/dav/principals/").keys
            for person in people {
                try await readResource(person)
                for kind in DAVAddress.Delegation.allCases {
                    try await readResource(person + kind.rawValue + "/")
                }
            }
            try await readResource(client.home)
            for calendar in try await client.objects(in: client.home).keys.sorted() {
                try await readResource(calendar)
                for object in try await client.objects(in: calendar).keys.sorted() {
                    try await readResource(object)
                    for method in ["GET", "HEAD"] { try await keep(method, object) }
                }
            }
            for guess in guesses { try await tryName(guess) }
        }

        private mutating func readResource(_ path: String) async throws {
            let propfinds = [
                "", #"<D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>"#,
                #"<D:propfind xmlns:D="DAV:"><D:propname/></D:propfind>"#,
                Self.element(.dav("propfind"), Self.allProperties),
            ]
            for depth in ["0", "1"] {
                for body in propfinds {
                    try await keep("PROPFIND", path, body, ["Depth": depth])
                }
                for report in reports(path) {
                    try await keep("REPORT", path, report, ["Depth": depth])
                }
            }
            try await keep("OPTIONS", path)
        }

        private func reports(_ path: String) -> [String] {
            let data = "<D:prop><D:getetag/><C:calendar-data>%</C:calendar-data></D:prop>"
            let parts = [
                "", #"<C:expand start="20260101T000000Z" end="20270101T000000Z"/>"#,
                #"<C:limit-recurrence-set start="20260101T000000Z" end="20270101T000000Z"/>"#,
            ].map { data.replacing("%", with: $0) }
            let filter = """
                <C:filter><C:comp-filter name="VCALENDAR">%</C:comp-filter></C:filter>
                """
            let filters = [
                "", #"<C:comp-filter name="VEVENT"/>"#, #"<C:comp-filter name="VTODO"/>"#,
                #"<C:comp-filter name="VEVENT"><C:comp-filter name="VALARM"/></C:comp-filter>"#,
                """
                <C:comp-filter name="VEVENT"><C:time-range start="20260101T000000Z"/>\
                </C:comp-filter>
                """,
            ].map { filter.replacing("%", with: $0) }
            var bodies: [String] = []
            for part in parts {
                for filter in filters { bodies.append(report("C:calendar-query", part + filter)) }
                bodies.append(report("C:calendar-multiget", part + "<D:href>\(path)</D:href>"))
                bodies.append(report("D:sync-collection", "<D:sync-token/>" + part))
            }
            bodies.append(
                report("C:free-busy-query", #"<C:time-range start="20260101T000000Z"/>"#)
            )
            let properties = Self.names.map {
                """
                <D:property name="\($0.local)" namespace="\($0.namespace)">\
                <D:property name="displayname"/><D:property name="owner"/>\
                <D:property name="calendar-home-set" \
                namespace="urn:ietf:params:xml:ns:caldav"/></D:property>
                """
            }
            bodies.append(report("D:expand-property", properties.joined()))
            for name in ["principal-match", "acl-principal-prop-set"] {
                bodies.append(Self.element(.dav(name), Self.allProperties))
            }
            for name in ["<D:displayname/>", "<C:calendar-user-address-set/>"] {
                let search = """
                    <D:property-search><D:prop>\(name)</D:prop><D:match></D:match>\
                    </D:property-search><D:prop><D:displayname/><C:calendar-user-address-set/>\
                    <C:calendar-home-set/></D:prop>
                    """
                bodies.append(report("D:principal-property-search", search))
            }
            return bodies
        }

        private func report(_ name: String, _ content: String) -> String {
            """
            <\(name) xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\(content)</\(name)>
            """
        }

        /// Tries a name in every way; the answer may not even repeat it.
        private mutating func tryName(_ path: String) async throws {
            for method in ["GET", "DELETE", "PROPFIND", "MKCALENDAR", "PROPPATCH", "PUT"] {
                let body = method == "PUT" ? event("guess") : ""
                try await keep(method, path, body, ["Depth": "0"])
            }
            for method in ["COPY", "MOVE"] {
                try await keep(method, path, "", ["Destination": client.calendar + "guess"])
            }
        }

        private mutating func keep(
            _ method: String,
            _ path: String,
            _ body: String = "",
            _ headers: [String: String] = [:]
        ) async throws {
            let response = try await client.request(method, path, body, headers: headers)
            #expect(response.status.code < 500, "\(method) \(path) \(body): \(response.text)")
            let answer = "\(response.headers)\n\(response.text)"
            texts.append(("\(method) \(path) \(body.prefix(300))", answer))
        }
    }

    private static func expectNoSecrets(
        of family: Family,
        also more: [String] = []
    ) async throws {
        let client = try await family.cleo.calendarProgram()
        let shown = client.home + family.anna.calendar + "/"
        var reader = Reader(client, guesses: [shown + "Xhref"])
        try await reader.read()
        #expect(reader.texts.count > 400)
        let secrets = more + ["anna@example.org", "ben@example.org", family.dan.account.id.text]
        for (source, text) in reader.texts {
            // What a program sent comes back in the address of what is missing.
            let answer = text.replacing("Xhref", with: "")
            BusyOnlyTests.expectNoSecret(in: answer, of: source)
            for secret in secrets { #expect(!answer.contains(secret), "\(secret) in \(source)") }
        }
    }

    @Test("Nothing but the times of a calendar that is shown as busy")
    func busy() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            try await Self.expectNoSecrets(of: family)
            let client = try await family.cleo.calendarProgram()
            let shown = client.home + family.anna.calendar + "/"
            #expect(try await client.objects(in: shown).count == 1, "no free event and no task")
            #expect(try await client.calendars()[shown] == "Anna (busy)")
        }
    }

    @Test("Nothing but the times of private events", arguments: ["PRIVATE", "confidential"])
    func privateEvents(class: String) async throws {
        try await Family.run { family in
            try await family.share(family.anna, "full")
            try await BusyOnlyTests.fill(family, class: `class`)
            let renamed = try await family.anna.request(
                .patch,
                "/api/v1/calendars/\(family.anna.calendar)",
                #"{"name":"Personal"}"#
            )
            #expect(renamed.status == .ok)
            try await Self.expectNoSecrets(of: family)
        }
    }

    @Test("Nothing but the times of a member in another group, under a name of their own")
    func otherGroup() async throws {
        try await Family.run { family in
            let (team, calendar) = try await BusyOnlyTests.group("Xgroup", of: family.anna)
            try await family.anna.put("Xhref", into: calendar, BusyOnlyTests.secret("Xuid"))
            let client = try await family.cleo.calendarProgram()
            #expect(try await client.calendars().count == 5)
            try await Self.expectNoSecrets(of: family, also: [team, calendar])
        }
    }

    @Test("No filter tells whether a hidden text has a word", arguments: [nil, "PRIVATE"])
    func filters(class: String?) async throws {
        try await Family.run { family in
            if let `class` {
                try await family.share(family.anna, "full")
                try await BusyOnlyTests.fill(family, class: `class`)
            } else {
                try await BusyOnlyTests.fill(family)
            }
            let client = try await family.cleo.calendarProgram()
            let shown = client.home + family.anna.calendar + "/"
            for (property, word) in [
                ("SUMMARY", "Xtitle"), ("LOCATION", "Xplace"), ("DESCRIPTION", "Xnotes"),
                ("UID", "Xuid"), ("ATTENDEE", "Xguest"), ("CATEGORIES", "Xcategory"),
                ("CLASS", "PUBLIC"), ("X-SECRET", "Xproperty"),
            ] {
                let conditions = [
                    "", "<C:text-match>\(word)</C:text-match>", "<C:is-not-defined/>",
                    #"<C:text-match negate-condition="yes">\#(word)</C:text-match>"#,
                ]
                var counts: [Int] = []
                for condition in conditions {
                    let xml = try await client.xml(
                        "REPORT",
                        shown,
                        """
                        <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
                        <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">\
                        <C:comp-filter name="VEVENT"><C:prop-filter name="\(property)">\
                        \(condition)</C:prop-filter></C:comp-filter></C:comp-filter></C:filter>\
                        </C:calendar-query>
                        """
                    )
                    counts.append(xml.all(.dav("response")).count)
                }
                #expect(counts[1] == 0, "\(property)")
            }
        }
    }

    @Test("A UID in somebody else's calendar isn't in the way, and isn't told")
    func foreignUID() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            let client = try await family.cleo.calendarProgram()
            let put = try await client.put("mine", event("Xuid"))
            #expect(put.status == .created)
        }
    }

    @Test("ETags and tokens are the same whatever is behind the times")
    func tags() async throws {
        var etags: [String] = []
        for title in ["Xtitle", "Other"] {
            let box = EtagBox()
            try await Family.run { family in
                try await family.share(family.anna, "busy")
                try await family.anna.create("lunch", title: title)
                let client = try await family.cleo.calendarProgram()
                let objects = try await client.objects(
                    in: client.home + family.anna.calendar + "/"
                )
                await box.set(objects.values.joined())
            }
            etags.append(await box.text)
        }
        #expect(etags[0] == etags[1])
        #expect(!etags[0].isEmpty)
    }

    private actor EtagBox {
        private(set) var text = ""
        func set(_ text: String) { self.text = text }
    }
}
