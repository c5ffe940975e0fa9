import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// Invitations between accounts (RFC 6638), as calendar programs and the page write them.
@Suite("Scheduling")
struct SchedulingTests {
    /// Somebody with a calendar program.
    struct Person: Sendable {
        let visitor: Visitor
        let client: DAVTests.Client

        init(_ visitor: Visitor) async throws {
            let program = try await visitor.program(try await visitor.appPassword().password)
            let home = "/dav/calendars/\(visitor.account.id.text)/"
            self.visitor = visitor
            client = DAVTests.Client(
                program: program,
                home: home,
                calendar: home + visitor.calendar + "/"
            )
        }

        /// The texts in the calendar.
        func objects() async throws -> [String] {
            try await texts(below: client.calendar)
        }

        /// The texts in the inbox.
        func messages() async throws -> [String] {
            try await texts(below: client.home + "inbox/")
        }

        private func texts(below path: String) async throws -> [String] {
            let list = try await client.xml(
                "PROPFIND",
                path,
                DAVTests.props("<C:calendar-data/>"),
                depth: "1"
            )
            return list.all(.dav("response")).dropFirst().compactMap { response in
                response.first(.dav("propstat"))?.first(.dav("prop"))?
                    .first(.calDAV("calendar-data"))?.text.replacing("\r\n ", with: "")
            }
        }

        /// The address of the only object in the calendar.
        func path() async throws -> String {
            let list = try await client.xml(
                "PROPFIND",
                client.calendar,
                DAVTests.props("<D:getetag/>"),
                depth: "1"
            )
            return try #require(list.all(.dav("response")).last?.first(.dav("href"))?.text)
        }

        /// Changes the only object in the calendar.
        func edit(
            headers: [String: String] = [:],
            _ change: (String) -> String
        ) async throws -> TestResponse {
            let path = try await path()
            let text = try await client.request("GET", path).text
                .replacing("\r\n ", with: "")
            return try await client.request("PUT", path, change(text), headers: headers)
        }
    }

    /// Anna, Ben and Cleo share a group; Dan is a stranger.
    static func run(
        _ body: @escaping @Sendable (_ anna: Person, _ ben: Person, Family) async throws -> Void
    ) async throws {
        try await Family.run { family in
            try await body(Person(family.anna), Person(family.ben), family)
        }
    }

    static let organizer = "ORGANIZER:mailto:anna@example.org"
    static let ben = "ATTENDEE;RSVP=TRUE:mailto:Ben@example.org"

    static func meeting(_ uid: String = "tea", _ lines: String...) -> String {
        let times = ["DTSTART:20260312T100000Z", "DTEND:20260312T110000Z", organizer]
        return DAVTests.event(uid, (times + lines).joined(separator: "\r\n"))
    }

    private static func accepting(_ text: String) -> String {
        text.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
    }

    // MARK: Invitations and answers

    @Test("An invitation is in the guest's calendar and inbox, and the host hears the answer")
    func invitation() async throws {
        try await Self.run { anna, ben, _ in
            let nobody = "ATTENDEE:mailto:nobody@example.org"
            let made = try await anna.client.put("tea.ics", Self.meeting("tea", Self.ben, nobody))
            #expect(made.status == .created)
            #expect(made.headers[.eTag] == nil)
            let name = try #require(HTTPField.Name("Schedule-Tag"))
            let tag = try #require(made.headers[name])
            let stored = try #require(try await anna.objects().first)
            #expect(stored.contains("ATTENDEE;RSVP=TRUE;SCHEDULE-STATUS=1.2:mailto:Ben@"))
            #expect(stored.contains("ATTENDEE;SCHEDULE-STATUS=3.7:mailto:nobody@"))

            let copy = try #require(try await ben.objects().first)
            #expect(copy.contains("SUMMARY:tea") && !copy.contains("METHOD"))
            #expect(!copy.contains("SCHEDULE-STATUS"))
            #expect(try await ben.messages().first?.contains("METHOD:REQUEST") == true)

            let answered = try await ben.edit { Self.accepting($0) }
            #expect(answered.status == .noContent, "\(answered.text)")
            let known = try #require(try await anna.objects().first)
            #expect(known.contains("PARTSTAT=ACCEPTED"))
            #expect(known.contains("SCHEDULE-STATUS=2.0"))
            #expect(try await anna.messages().first?.contains("METHOD:REPLY") == true)

            // The answer isn't a change that Anna must have seen, and isn't lost.
            let wrong = try await anna.client.put(
                "tea.ics",
                Self.meeting("tea", Self.ben, nobody),
                headers: ["If-Schedule-Tag-Match": "\"other\""]
            )
            #expect(wrong.status == .preconditionFailed)
            let moved = try await anna.client.put(
                "tea.ics",
                Self.meeting("tea", "LOCATION:Attic", Self.ben, nobody),
                headers: ["If-Schedule-Tag-Match": tag]
            )
            #expect(moved.status == .noContent)
            #expect(try await anna.objects().first?.contains("PARTSTAT=ACCEPTED") == true)
            let update = try #require(try await ben.objects().first)
            #expect(update.contains("LOCATION:Attic") && update.contains("PARTSTAT=ACCEPTED"))
        }
    }

    @Test("An organizer on a folded line is seen", arguments: ["ORG\r\n ANIZER", "ORGANIZ\n\tER"])
    func foldedOrganizer(name: String) async throws {
        try await Self.run { anna, ben, _ in
            let text = Self.meeting("tea", Self.ben).replacing("ORGANIZER", with: name)
            let made = try await anna.client.put("tea.ics", text)
            #expect(made.status == .created)
            #expect(try await ben.objects().count == 1)
        }
    }

    @Test("Without guests nothing changes: the text is stored as it is, with its ETag")
    func plain() async throws {
        try await Self.run { anna, _, _ in
            let text = Self.meeting("tea")
            let made = try await anna.client.put("tea.ics", text)
            #expect(made.headers[.eTag] != nil)
            #expect(
                try await anna.client.request("GET", anna.client.calendar + "tea.ics").text == text
            )
        }
    }

    @Test("An answer to one date is the host's exception for that date")
    func occurrence() async throws {
        try await Self.run { anna, ben, _ in
            let series = Self.meeting("tea", "RRULE:FREQ=DAILY;COUNT=5", Self.ben)
            #expect(try await anna.client.put("tea.ics", series).status == .created)
            let declined = try await ben.edit { text in
                let override = [
                    "BEGIN:VEVENT", "UID:tea", "DTSTAMP:20260101T000000Z",
                    "RECURRENCE-ID:20260314T100000Z", "DTSTART:20260314T100000Z",
                    "DTEND:20260314T110000Z", "SUMMARY:tea & <co>", Self.organizer,
                    "ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.org", "END:VEVENT",
                    "END:VCALENDAR",
                ]
                return text.replacing("END:VCALENDAR", with: override.joined(separator: "\r\n"))
            }
            #expect(declined.status == .noContent, "\(declined.text)")
            let stored = try #require(try await anna.objects().first)
            #expect(stored.contains("RECURRENCE-ID:20260314T100000Z"))
            #expect(stored.contains("PARTSTAT=DECLINED"))
            #expect(try await ben.messages().count == 1)
        }
    }

    @Test("What the host removes is cancelled at the guest's, and comes back when restored")
    func removal() async throws {
        try await Self.run { anna, ben, _ in
            let text = Self.meeting("tea", Self.ben)
            _ = try await anna.client.put("tea.ics", text)
            let gone = try await anna.client.request("DELETE", anna.client.calendar + "tea.ics")
            #expect(gone.status == .noContent)
            #expect(try await ben.objects().first?.contains("STATUS:CANCELLED") == true)
            #expect(try await ben.messages().last?.contains("METHOD:CANCEL") == true)
            _ = try await anna.client.put("tea.ics", text)
            #expect(try await ben.objects().first?.contains("STATUS:CANCELLED") == false)
        }
    }

    @Test("A guest who removes the event declines it, unless the program says not to reply")
    func declining() async throws {
        try await Self.run { anna, ben, _ in
            _ = try await anna.client.put("tea.ics", Self.meeting("tea", Self.ben))
            let quietly = try await ben.client.request(
                "DELETE",
                try await ben.path(),
                headers: ["Schedule-Reply": "F"]
            )
            #expect(quietly.status == .noContent)
            #expect(try await anna.objects().first?.contains("DECLINED") == false)
            _ = try await anna.client.put("more.ics", Self.meeting("more", Self.ben))
            _ = try await ben.client.request("DELETE", try await ben.path())
            #expect(try await anna.objects().contains { $0.contains("PARTSTAT=DECLINED") })
        }
    }

    @Test("The page invites too, and tells a guest that the event isn't theirs to change")
    func page() async throws {
        try await Self.run { anna, ben, _ in
            let made = try await anna.visitor.request(
                .put,
                anna.visitor.events + "tea",
                Self.meeting("tea", Self.ben),
                headers: ["If-None-Match": "*"]
            )
            #expect(made.status == .created)
            let path = try await ben.path()
            let name = try #require(path.split(separator: "/").last)
            let moved = try await ben.visitor.request(
                .put,
                ben.visitor.events + name,
                Self.meeting("tea", Self.ben).replacing("T100000Z", with: "T103000Z"),
                headers: ["If-Match": "*"]
            )
            #expect(moved.problem == "/problems/organizers-event")
            let program = try await ben.edit { $0.replacing("T100000Z", with: "T103000Z") }
            #expect(program.status == .forbidden)
            #expect(program.text.contains("allowed-attendee-scheduling-object-change"))
            let stolen = try await anna.edit {
                $0.replacing("R:mailto:anna@", with: "R:mailto:ben@")
            }
            #expect(stolen.text.contains("allowed-organizer-scheduling-object-change"))
        }
    }

    // MARK: What others can't do

    @Test("Nobody changes somebody's own event by inviting them to its UID")
    func foreignUID() async throws {
        try await Self.run { anna, ben, _ in
            _ = try await ben.client.put(
                "own.ics",
                DAVTests.event("own", "DTSTART:20260312T100000Z\r\nDURATION:PT1H")
            )
            let before = try await ben.objects()
            _ = try await anna.client.put("own.ics", Self.meeting("own", Self.ben))
            #expect(try await ben.objects() == before)
            #expect(try await ben.messages().isEmpty)
            #expect(try await anna.objects().first?.contains("SCHEDULE-STATUS=5.1") == true)
        }
    }

    @Test("A mark as a proposal makes neither the host's event nor the guest's copy one")
    func proposalMark() async throws {
        try await Self.run { anna, ben, _ in
            let text = Self.meeting("tea", Self.ben, "X-MEANTIME-PROPOSAL:p")
            let made = try await anna.client.put("tea.ics", text)
            #expect(made.status == .created, "\(made.status) \(made.text)")
            for person in [ben, anna] {
                let path = try await person.path()
                let removed = try await person.client.request("DELETE", path)
                #expect(removed.status == .noContent, "\(removed.text)")
            }
            let list = try await anna.visitor.request(.get, "/api/v1/bin/events").json
            guard case .array(let events)? = list["events"], case .object(let event)? = events.first
            else {
                Issue.record("the bin is empty")
                return
            }
            let id = try #require(event["id"]?.text)
            let back = try await anna.visitor.request(.post, "/api/v1/bin/events/\(id)")
            #expect(back.status == .created)
            let again = try await anna.client.request("DELETE", try await anna.path())
            #expect(again.status == .noContent, "\(again.text)")
        }
    }

    @Test("A stranger's invitations are bounded until they're answered")
    func strangers() async throws {
        try await Self.run { _, ben, family in
            let dan = try await Person(family.dan)
            func invite(_ number: Int) async throws -> Bool {
                let text = Self.meeting("d\(number)", Self.ben)
                    .replacing("mailto:anna@", with: "mailto:dan@")
                _ = try await dan.client.put("d\(number).ics", text)
                let stored = try await dan.client.request(
                    "GET",
                    dan.client.calendar + "d\(number).ics"
                )
                let isIn = stored.text.contains("SCHEDULE-STATUS=1.2")
                #expect(stored.text.contains("SCHEDULE-STATUS=5.1") != isIn)
                return isIn
            }
            for number in 1...20 { #expect(try await invite(number)) }
            #expect(try await !invite(21))
            _ = try await ben.client.request("DELETE", try await ben.path())
            #expect(try await invite(22))
        }
    }

    @Test("Whoever gets no invitation isn't told of changes to it, or that it's called off")
    func refusedInvitation() async throws {
        try await Self.run { _, ben, family in
            let dan = try await Person(family.dan)
            func invite(_ number: Int, _ lines: String = Self.ben) async throws {
                let text = Self.meeting("d\(number)", lines)
                    .replacing("mailto:anna@", with: "mailto:dan@")
                _ = try await dan.client.put("d\(number).ics", text)
            }
            for number in 1...21 { try await invite(number) }
            #expect(try await ben.messages().count == 20)
            try await invite(21, "LOCATION:Attic\r\n" + Self.ben)
            _ = try await dan.client.request("DELETE", dan.client.calendar + "d21.ics")
            #expect(try await ben.messages().count == 20)
            _ = try await dan.client.request("DELETE", dan.client.calendar + "d20.ics")
            #expect(try await ben.messages().last?.contains("METHOD:CANCEL") == true)
        }
    }

    @Test("Nobody hears the answer of somebody whom they didn't invite")
    func uninvitedAnswer() async throws {
        try await Self.run { anna, ben, family in
            let cleo = try await Person(family.cleo)
            _ = try await anna.client.put("tea.ics", Self.meeting("tea", Self.ben))
            let before = try await anna.objects()
            let comes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cleo@example.org"
            let made = try await cleo.client.put("tea.ics", Self.meeting("tea", comes))
            #expect(made.status == .created, "\(made.text)")
            #expect(try await anna.messages().isEmpty)
            #expect(try await anna.objects() == before)
            #expect(try await cleo.objects().first?.contains("SCHEDULE-STATUS=5.1") == true)
        }
    }

    @Test("An invitation in a zone comes with the zone, and is answered with it")
    func invitationInZone() async throws {
        try await Self.run { anna, ben, _ in
            let lines = ["DTSTART;TZID=Europe/Berlin:20260312T100000", Self.organizer, Self.ben]
            // The page writes no zones.
            let made = try await anna.visitor.request(
                .put,
                anna.visitor.events + "tea",
                DAVTests.event("tea", lines.joined(separator: "\r\n")),
                headers: ["If-None-Match": "*"]
            )
            #expect(made.status == .created)
            let zone = "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"
            #expect(try await ben.messages().first?.contains(zone) == true)
            #expect(try await ben.objects().first?.contains(zone) == true)
            let answered = try await ben.edit { Self.accepting($0) }
            #expect(answered.status == .noContent, "\(answered.text)")
            #expect(try await anna.objects().first?.contains("PARTSTAT=ACCEPTED") == true)
            #expect(try await anna.messages().first?.contains(zone) == true)
        }
    }

    @Test("An inbox is its owner's, who deletes what was read")
    func inbox() async throws {
        try await Self.run { anna, ben, _ in
            _ = try await anna.client.put("tea.ics", Self.meeting("tea", Self.ben))
            let inbox = ben.client.home + "inbox/"
            let list = try await ben.client.xml(
                "PROPFIND",
                inbox,
                DAVTests.props("<D:getetag/><CS:getctag/>"),
                depth: "1"
            )
            let responses = list.all(.dav("response"))
            #expect(responses.count == 2)
            let message = try #require(responses.last?.first(.dav("href"))?.text)
            let read = try await ben.client.request("GET", message)
            #expect(read.status == .ok && read.text.contains("METHOD:REQUEST"))
            for (person, path) in [
                (anna, message), (anna, inbox), (anna, ben.client.home + "outbox/"),
            ] {
                let answer = try await person.client.request(
                    "PROPFIND",
                    path,
                    headers: ["Depth": "0"]
                )
                #expect(answer.status == .notFound)
            }
            #expect(try await ben.client.request("PUT", message, read.text).status.code == 405)
            #expect(try await ben.client.request("DELETE", message).status == .noContent)
            #expect(try await ben.client.request("DELETE", message).status == .notFound)
            #expect(try await ben.messages().isEmpty)
        }
    }

    // MARK: Free time

    private func ask(_ person: Person, about people: [String]) async throws -> [String] {
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//EN", "METHOD:REQUEST"]
            + ["BEGIN:VFREEBUSY", "UID:q", "DTSTAMP:20260101T000000Z"]
            + ["DTSTART:20260312T000000Z", "DTEND:20260313T000000Z"]
            + ["ORGANIZER:mailto:\(person.visitor.account.email)"]
            + people.map { "ATTENDEE:\($0)" } + ["END:VFREEBUSY", "END:VCALENDAR", ""]
        let response = try await person.client.request(
            "POST",
            person.client.home + "outbox/",
            lines.joined(separator: "\r\n"),
            headers: ["Content-Type": "text/calendar; charset=utf-8"]
        )
        #expect(response.status == .ok, "\(response.text)")
        return try XMLReader.read(Array(response.text.utf8)).all(.calDAV("response")).map {
            ($0.first(.calDAV("request-status"))?.text ?? "")
                + ($0.first(.calDAV("calendar-data"))?.text ?? "")
        }
    }

    @Test("Free time is told as the calendar shows it, and nobody differs from nobody")
    func freeBusy() async throws {
        try await Self.run { anna, ben, family in
            _ = try await ben.client.put(
                "own.ics",
                DAVTests.event("own", "DTSTART:20260312T100000Z\r\nDTEND:20260312T113000Z")
            )
            try await family.share(ben.visitor, "busy")
            let people = ["mailto:BEN@example.org", "mailto:dan@example.org", "mailto:x@y.org"]
            let answers = try await ask(anna, about: people)
            #expect(answers.count == 3)
            #expect(answers[0].hasPrefix("2.0;Success"))
            #expect(answers[0].contains("FREEBUSY;FBTYPE=BUSY:20260312T100000Z/20260312T113000Z"))
            #expect(!answers[0].contains("own"))
            #expect(answers[1] == "3.7;Invalid calendar user")
            #expect(answers[1] == answers[2])
            try await family.share(ben.visitor, "hidden")
            #expect(try await ask(anna, about: people)[0] == answers[2])
            #expect(try await ask(ben, about: people)[0].contains("20260312T113000Z"))
        }
    }

    @Test("A calendar that is transparent takes no time, and no other word makes it so")
    func transparentCalendar() async throws {
        try await Self.run { anna, ben, family in
            _ = try await ben.client.put(
                "own.ics",
                DAVTests.event("own", "DTSTART:20260312T100000Z\r\nDURATION:PT1H")
            )
            try await family.share(ben.visitor, "busy")
            let rows = [
                (#"<C:opaque note="transparent"/>"#, true), ("<C:transparent/>", false),
                ("<C:opaque/>", true),
            ]
            for (content, isBusy) in rows {
                let patched = try await ben.client.xml(
                    "PROPPATCH",
                    ben.client.calendar,
                    """
                    <D:propertyupdate \(ReportTests.names)><D:set><D:prop>\
                    <C:schedule-calendar-transp>\(content)</C:schedule-calendar-transp>\
                    </D:prop></D:set></D:propertyupdate>
                    """
                )
                #expect(DAVTests.Client.statuses(patched).allSatisfy { $0.hasSuffix("200") })
                let answer = try await ask(anna, about: ["mailto:ben@example.org"])[0]
                #expect(answer.contains("FREEBUSY;FBTYPE=BUSY:20260312") == isBusy, "\(content)")
            }
        }
    }

    @Test("Working hours are the inbox's availability, and the rest is unavailable")
    func availability() async throws {
        try await Self.run { anna, ben, family in
            let set = try await ben.visitor.request(
                .patch,
                "/api/v1/account",
                #"{"zone":"Europe/Berlin","from":540,"to":1020}"#
            )
            #expect(set.status == .ok)
            let found = try await ben.client.xml(
                "PROPFIND",
                ben.client.home + "inbox/",
                DAVTests.props("<C:calendar-availability/><C:schedule-default-calendar-URL/>")
            )
            let prop = found.first(.dav("response"))?.first(.dav("propstat"))?.first(.dav("prop"))
            let text = prop?.first(.calDAV("calendar-availability"))?.text ?? ""
            #expect(text.contains("BEGIN:VAVAILABILITY"))
            #expect(text.contains("DTSTART;TZID=Europe/Berlin:20000103T090000"))
            #expect(
                prop?.first(.calDAV("schedule-default-calendar-URL"))?.first(.dav("href"))?.text
                    == ben.client.calendar
            )
            try await family.share(ben.visitor, "busy")
            let answer = try await ask(anna, about: ["mailto:ben@example.org"])[0]
                .replacing("\r\n ", with: "")
            #expect(
                answer.contains(
                    "BUSY-UNAVAILABLE:20260312T000000Z/20260312T080000Z,"
                        + "20260312T160000Z/20260313T000000Z"
                )
            )
        }
    }

    @Test(
        "The outbox takes questions for free time only, asked in one's own name",
        arguments: [
            ("METHOD:REQUEST", "METHOD:REPLY", "valid-scheduling-message"),
            ("mailto:anna@", "mailto:ben@", "valid-organizer"),
            ("DTEND:20260313", "DTEND:20290313", "valid-scheduling-message"),
        ]
    )
    func outbox(part: String, other: String, condition: String) async throws {
        try await Self.run { anna, _, _ in
            let text = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//EN", "METHOD:REQUEST",
                "BEGIN:VFREEBUSY", "UID:q", "DTSTAMP:20260101T000000Z",
                "DTSTART:20260312T000000Z", "DTEND:20260313T000000Z",
                "ORGANIZER:mailto:anna@example.org", "ATTENDEE:mailto:cleo@example.org",
                "END:VFREEBUSY", "END:VCALENDAR", "",
            ].joined(separator: "\r\n")
            let response = try await anna.client.request(
                "POST",
                anna.client.home + "outbox/",
                text.replacing(part, with: other),
                headers: ["Content-Type": "text/calendar"]
            )
            #expect(response.status == .forbidden)
            #expect(response.text.contains(condition), "\(response.text)")
        }
    }
}
