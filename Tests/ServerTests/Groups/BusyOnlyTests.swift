import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("Calendars shown as busy times")
struct BusyOnlyTests {
    /// Words of Anna's calendar that nobody else may ever receive.
    static let secrets = [
        "Xtitle", "Xplace", "Xnotes", "Xguest", "Xurl", "Xuid", "Xhref", "Xcalendar", "Xcategory",
        "Xzone", "Xcomment", "Xalarm", "Xproperty", "Xhidden", "Xfree", "Xtask", "Xgroup",
    ]

    static func secret(_ uid: String, class: String = "PUBLIC") -> String {
        [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Xproperty//EN", "X-WR-CALNAME:Xcalendar",
            "BEGIN:VTIMEZONE", "TZID:Xzone/Lair", "BEGIN:STANDARD", "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "TZNAME:Xzone", "END:STANDARD",
            "END:VTIMEZONE", "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z",
            "SUMMARY:Xtitle", "LOCATION:Xplace", "DESCRIPTION:Xnotes", "URL:https://xurl/Xurl",
            "ATTENDEE;CN=Xguest:mailto:Xguest@example.org", "CATEGORIES:Xcategory",
            "COMMENT:Xcomment", "X-SECRET:Xproperty", "CLASS:\(`class`)",
            "DTSTART;TZID=Xzone/Lair:20260102T090000", "DTEND;TZID=Xzone/Lair:20260102T100000",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Xalarm", "END:VALARM",
            "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
    }

    /// Puts secrets into Anna's calendar and into another one that is hidden.
    static func fill(_ family: Family, class: String = "PUBLIC") async throws {
        let anna = family.anna
        let name = try await anna.request(
            .patch,
            "/api/v1/calendars/\(anna.calendar)",
            #"{"name":"Xcalendar"}"#
        )
        #expect(name.status == .ok)
        let free = event("Xfree", title: "Xfree", more: "TRANSP:TRANSPARENT")
        let task = event("Xtask", title: "Xtask").replacing("VEVENT", with: "VTODO")
            .replacing("DTEND", with: "DUE")
        var texts = ["Xhref": secret("Xuid", class: `class`)]
        // Free events and tasks stay hidden only from those who see busy times; in a calendar
        // that is shown in full they are sent.
        if `class` == "PUBLIC" { texts.merge(["Xfree": free, "Xtask": task]) { $1 } }
        for (href, text) in texts {
            let put = try await anna.request(
                .put,
                anna.events + href,
                text,
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created, "\(put.text)")
        }
        let made = try await anna.request(.post, "/api/v1/calendars", #"{"name":"Xhidden"}"#)
        let hidden = try #require(made.json["id"]?.text)
        let form = #"{"calendars":{"\#(hidden)":"hidden"}}"#
        #expect(try await anna.request(.put, family.path + "/shares", form).status == .ok)
        let text = event("Xhidden", title: "Xhidden")
        let path = "/api/v1/calendars/\(hidden)/events/Xhidden"
        let put = try await anna.request(.put, path, text, headers: ["If-None-Match": "*"])
        #expect(put.status == .created)
    }

    static func expectNoSecret(in text: String, of source: String) {
        let unfolded = text.replacing("\\r\\n ", with: "").replacing("\r\n ", with: "")
        for word in secrets {
            #expect(!unfolded.contains(word), "\(word) in \(source)")
            #expect(!unfolded.lowercased().contains(word.lowercased()), "\(word) in \(source)")
        }
    }

    /// Expects no secret in the answers to a visitor's requests: every GET route, the live stream,
    /// and attempts to write.
    private static func expectNoSecrets(of family: Family, for visitor: Visitor) async throws {
        let sync = try await visitor.request(.get, "/api/v1/sync").text
        expectNoSecret(in: sync, of: "sync")
        expectNoSecret(in: try await visitor.told(), of: "live")
        let hrefs = sync.matches(of: /"href":"([^"]+)"/).map { String($0.1) }
        let place = "/api/v1/calendars/\(family.anna.calendar)"
        var paths = Routes.all.filter { $0.method == .get && $0.path.hasPrefix("/api/v1/") }
            .map(\.path).filter { $0 != "/api/v1/live" }
        paths = paths.map {
            $0.replacing("{calendar}", with: family.anna.calendar)
                .replacing("{group}", with: family.group)
                .replacing("{account}", with: family.anna.account.id.text)
                .replacing("{href}", with: hrefs.first ?? "none")
        }
        paths += ["/events/Xhref", "/events/Xhref/export", "/export"].map { place + $0 }
        paths += hrefs.map { place + "/events/" + $0 }
        paths.append("/api/v1/export?calendar=\(family.anna.calendar)")
        for path in paths {
            let answer = try await visitor.request(.get, path)
            // An answer may not even repeat the names in the request.
            expectNoSecret(in: answer.text, of: path)
            expectNoSecret(in: "\(answer.headers)", of: path)
        }
        for (method, path) in [
            (HTTPRequest.Method.put, "/events/Xhref"), (.delete, "/events/Xhref"),
        ] {
            let answer = try await visitor.request(
                method,
                place + path,
                method == .put ? secret("Xuid") : nil,
                headers: ["If-Match": "*"]
            )
            #expect(answer.status == .notFound)
            expectNoSecret(in: answer.text, of: path)
        }
    }

    @Test("A fellow member gets only the times of a calendar that is shown as busy")
    func busy() async throws {
        try await Family.run { family in
            try await Self.fill(family)
            try await Self.expectNoSecrets(of: family, for: family.cleo)
            let events = try await family.cleo.records("event").compactMap { $0["ical"]?.text }
            #expect(events.count == 1, "neither the free event nor the task")
            #expect(events[0].contains("DTSTART;TZID=Zone-1:20260102T090000"))
            #expect(events[0].contains("TZOFFSETTO:+0100"))
        }
    }

    @Test(
        "A private event shows only its times, even in a calendar that is shown in full",
        arguments: ["PRIVATE", "confidential", "X-SECRET"]
    )
    func privateEvents(class: String) async throws {
        try await Family.run { family in
            try await family.anna.create("lunch", title: "Lunch")
            try await family.share(family.anna, "full")
            try await Self.fill(family, class: `class`)
            let named = try await family.anna.request(
                .patch,
                "/api/v1/calendars/\(family.anna.calendar)",
                #"{"name":"Personal"}"#
            )
            #expect(named.status == .ok)
            try await Self.expectNoSecrets(of: family, for: family.cleo)
            let texts = try await family.cleo.records("event").compactMap { $0["ical"]?.text }
            #expect(texts.count == 2)
            #expect(texts.contains { $0.contains("Lunch") })
        }
    }

    /// Creates another group, and returns its identity and that of its calendar.
    static func group(
        _ name: String,
        of visitor: Visitor
    ) async throws -> (id: String, calendar: String) {
        let made = try await visitor.request(.post, "/api/v1/groups", #"{"name":"\#(name)"}"#)
        let id = try #require(made.json["id"]?.text)
        return (id, try #require(made.json["calendar"]?.text))
    }

    @Test("A member's events in another group show only their times, as do accepted proposals")
    func otherGroup() async throws {
        try await Family.run { family in
            let anna = family.anna
            let (team, calendar) = try await Self.group("Xgroup", of: anna)
            let form =
                #"{"title":"Xtitle","notes":"Xnotes","#
                + #""times":[{"start":"2026-03-03T09:00:00","#
                + #""end":"2026-03-03T10:00:00","zone":"Europe/Berlin","rule":""}]}"#
            let proposals = "/api/v1/groups/\(team)/proposals"
            let proposed = try await anna.request(.post, proposals, form)
            #expect(proposed.status == .created, "\(proposed.text)")
            let put = try await anna.request(
                .put,
                "/api/v1/calendars/\(calendar)/events/Xhref",
                Self.secret("Xuid"),
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created)
            try await Self.expectNoSecrets(of: family, for: family.cleo)
            let sync = try await family.cleo.request(.get, "/api/v1/sync").text
            #expect(!sync.contains(team) && !sync.contains(calendar))
            let events = try await family.cleo.records("event")
            #expect(events.count == 2, "whoever proposes a time says yes to it")
            let proposedTimes = events.compactMap { $0["ical"]?.text }
                .filter { $0.contains("20260303T090000") && $0.contains("20260303T100000") }
            #expect(proposedTimes.count == 1)
            let mirrored = try #require(events.first?["calendar"]?.text)
            let calendars = try await family.cleo.records("calendar")
            let seen = calendars.first { $0["id"]?.text == mirrored }
            #expect(seen?["owner"]?.text == anna.account.id.text)
            #expect(seen?["level"]?.text == "busy" && seen?["name"]?.text == "")
            for path in ["/export", "/events/Xhref"] {
                let answer = try await family.cleo.request(
                    .get,
                    "/api/v1/calendars/\(mirrored)\(path)"
                )
                #expect(answer.status == .notFound)
            }
            let hiding = #"{"calendars":{"\#(calendar)":"hidden"}}"#
            let hidden = try await anna.request(.put, family.path + "/shares", hiding)
            #expect(try hidden.json["shares"]?[calendar]?.text == "hidden", "\(hidden.text)")
            #expect(try await family.cleo.records("event").isEmpty)
            let full = #"{"calendars":{"\#(calendar)":"full"}}"#
            let shown = try await anna.request(.put, family.path + "/shares", full)
            #expect(shown.status == .notFound, "it isn't hers to show")
        }
    }

    @Test("Only the last record of a change carries its token, so a broken stream misses none")
    func severalMembers() async throws {
        try await Family.run { family in
            let anna = family.anna
            let (team, calendar) = try await Self.group("Team", of: anna)
            let links = "/api/v1/groups/\(team)/invitations"
            let made = try await anna.request(.post, links, "{}")
            let token = try #require(made.json["token"]?.text)
            let path = "/api/v1/invitations/\(token)"
            #expect(try await family.ben.request(.post, path, "{}").status == .ok)
            let start = try await anna.server.backend.store.changes.latest().number
            let put = try await anna.request(
                .put,
                "/api/v1/calendars/\(calendar)/events/standup",
                event("standup"),
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created)
            let told = try await family.cleo.told(since: start)
            let records = told.split(separator: "\n\n").filter { $0.contains(#""type":"event""#) }
            #expect(records.count == 2, "of Anna and of Ben")
            #expect(records.map { $0.hasPrefix("id: ") } == [false, true], "\(told)")
        }
    }

    @Test("Somebody who isn't a member gets nothing")
    func strangers() async throws {
        try await Family.run { family in
            try await Self.fill(family)
            try await Self.expectNoSecrets(of: family, for: family.dan)
            #expect(try await family.dan.records("event").isEmpty)
            let told = try await family.dan.told()
            #expect(!told.contains("20260102T090000"))
        }
    }

    @Test("An event that turns private or free is updated or removed for fellow members")
    func turning() async throws {
        try await Family.run { family in
            try await family.share(family.anna, "full")
            let etag = try await family.anna.create("talk", title: "Talk").headers[.eTag]
            let start = try await family.anna.server.backend.store.changes.latest().number
            let href = try #require(try await family.cleo.records("event").first?["href"]?.text)
            #expect(href != "talk")
            let texts = [
                event("talk", title: "Talk", more: "CLASS:PRIVATE"),
                event("talk", title: "Talk", more: "CLASS:PRIVATE\r\nTRANSP:TRANSPARENT"),
                event("talk", title: "Talk"),
            ]
            var known = etag
            var told: [String] = []
            for text in texts {
                let put = try await family.anna.request(
                    .put,
                    family.anna.events + "talk",
                    text,
                    headers: ["If-Match": known ?? ""]
                )
                known = put.headers[.eTag]
                told.append(try await family.cleo.told(since: start))
            }
            #expect(told[0].contains("CLASS:PRIVATE") && !told[0].contains("SUMMARY"))
            #expect(told[1].contains(#"event-removed","calendar""#) && told[1].contains(href))
            #expect(told[2].contains("SUMMARY:Talk") && told[2].contains(href))
        }
    }

    @Test("An export has no calendar of another person")
    func export() async throws {
        try await Family.run { family in
            try await family.anna.create("annas", title: "Annas event")
            try await family.cleo.create("cleos", title: "Cleos event")
            try await family.share(family.anna, "full")
            let dinner = try await family.ben.request(
                .put,
                family.events + "dinner",
                event("dinner", title: "Dinner"),
                headers: ["If-None-Match": "*"]
            )
            #expect(dinner.status == .created)
            let all = try await family.cleo.request(.get, "/api/v1/export")
            #expect(all.text.contains("Cleos event"))
            #expect(all.text.contains("Dinner"))
            #expect(!all.text.contains("Annas event"))
            #expect(!all.text.contains("20260102T090000Z\r\nCLASS:PRIVATE"))
            let group = "/api/v1/calendars/\(family.calendar)/export"
            #expect(try await family.cleo.request(.get, group).text.contains("Dinner"))
            #expect(try await family.dan.request(.get, group).status == .notFound)
            let annas = "/api/v1/export?calendar=\(family.anna.calendar)"
            #expect(try await family.cleo.request(.get, annas).status == .notFound)
        }
    }
}
