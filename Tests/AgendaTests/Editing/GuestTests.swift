import Agenda
import CivilTime
import ICalendar
import Testing

@Suite("Guests")
struct GuestTests {
    private static let host = Guest(email: "me@example.org", name: "Me Myself")
    private static let ben = Guest(address: "mailto:ben@example.org", name: "Ben")
    private static let eva = Guest(address: "urn:uuid:eva", name: "Eva", isOptional: true)

    private static let lunch = """
        DTSTART;TZID=Europe/Berlin:20261121T120000
        DTEND;TZID=Europe/Berlin:20261121T130000
        SUMMARY:Lunch
        """
    private static let invitation = """
        \(lunch)
        ORGANIZER;CN=Me Myself:mailto:me@example.org
        ATTENDEE;CN=Me Myself;PARTSTAT=ACCEPTED:mailto:me@example.org
        ATTENDEE;CN=Ben;X-KEPT=1;PARTSTAT=DECLINED:MAILTO:Ben@example.org
        """

    private static func agenda(_ events: [String]) throws -> Agenda {
        var agenda = try Sample.agenda(events)
        agenda.setAccount("me")
        agenda.setHost(host)
        return agenda
    }

    /// Sets the guests of an event, and returns its lines about people.
    private static func invite(
        _ guests: [Guest],
        _ agenda: inout Agenda,
        scope: EditScope = .all,
        on day: String = "2026-11-21"
    ) throws -> [String] {
        let key = try Sample.key(agenda, day, "2026-12-31")
        var draft = EventDraft()
        draft.guests = guests
        _ = try agenda.change(key, scope: scope, draft, newUID: "n", now: Sample.now)
        return people(Sample.lines(agenda, "e1.ics"))
    }

    private static func people(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix("ORGANIZER") || $0.hasPrefix("ATTENDEE") }
    }

    @Test("With the first guest, the viewer becomes the organizer and takes part")
    func first() throws {
        var agenda = try Self.agenda([Self.lunch])
        #expect(
            try Self.invite([Self.ben, Self.eva], &agenda) == [
                "ORGANIZER;CN=Me Myself:mailto:me@example.org",
                "ATTENDEE;CN=Me Myself;PARTSTAT=ACCEPTED:mailto:me@example.org",
                "ATTENDEE;CN=Ben;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ben@example.org",
                "ATTENDEE;CN=Eva;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:urn:uuid:eva",
            ]
        )
    }

    @Test("A new event invites its guests")
    func new() throws {
        var agenda = try Self.agenda([])
        var draft = EventDraft()
        draft.calendar = Sample.home
        draft.title = "Lunch"
        draft.start = CivilDateTime("2026-11-21T12:00")
        draft.guests = [Self.ben]
        _ = try agenda.create(draft, uid: "e1", now: Sample.now)
        #expect(Self.people(Sample.lines(agenda, "e1.ics")).count == 3)
    }

    @Test("A guest who was invited already keeps their line and their answer")
    func kept() throws {
        var agenda = try Self.agenda([Self.invitation])
        let before = Self.people(Sample.lines(agenda, "e1.ics"))
        #expect(try Self.invite([Self.ben, Self.eva], &agenda).prefix(3) == before[...])
        var optional = Self.ben
        optional.isOptional = true
        let line =
            "ATTENDEE;CN=Ben;X-KEPT=1;PARTSTAT=DECLINED;ROLE=OPT-PARTICIPANT:MAILTO:Ben@example.org"
        #expect(try Self.invite([optional], &agenda).last == line)
        #expect(try Self.invite([Self.ben], &agenda) == before)
    }

    @Test("Without guests it's no invitation any more, and undoing brings them back")
    func last() throws {
        var agenda = try Self.agenda([Self.invitation])
        let before = Self.people(Sample.lines(agenda, "e1.ics"))
        #expect(try Self.invite([], &agenda).isEmpty)
        _ = try agenda.undo()
        #expect(Self.people(Sample.lines(agenda, "e1.ics")) == before)
    }

    @Test("Nobody is invited twice, and the viewer isn't their own guest")
    func twice() throws {
        var agenda = try Self.agenda([Self.lunch])
        let again = Guest(address: "mailto:BEN@example.org", name: "Ben again")
        #expect(try Self.invite([Self.ben, again, Self.host], &agenda).count == 3)
    }

    @Test(
        "An address at which nobody can be invited is refused",
        arguments: [
            "", "ben@example.org", "mailto:", "mailto:ben", "mailto:@example.org", "mailto:a@b@c",
            "mailto:a b@example.org", "mailto:a@b\n", "urn:uuid:", "https://example.org/ben",
            "mailto:" + String(repeating: "x", count: 400) + "@example.org",
        ]
    )
    func addresses(address: String) throws {
        var agenda = try Self.agenda([Self.lunch])
        #expect(throws: EditError.guest(address)) {
            try Self.invite([Guest(address: address)], &agenda)
        }
        #expect(Self.people(Sample.lines(agenda, "e1.ics")).isEmpty)
    }

    @Test("A name can't write lines or parameters")
    func names() throws {
        var agenda = try Self.agenda([Self.lunch])
        let guest = Guest(address: "mailto:a@b.example", name: "A\";X=1:\nATTENDEE:mailto:c@d.e")
        let lines = try Self.invite([guest], &agenda)
        #expect(lines.count == 3)
        #expect(
            lines.last?.hasSuffix(";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:a@b.example") == true
        )
    }

    @Test("More guests than are read are refused, and those beyond stay")
    func many() throws {
        let guests = (0...200).map { Guest(address: "mailto:g\($0)@example.org") }
        var agenda = try Self.agenda([Self.lunch])
        #expect(throws: EditError.list) { try Self.invite(guests, &agenda) }
        let lines = guests.map { "ATTENDEE:\($0.address)" }.joined(separator: "\n")
        agenda = try Self.agenda(["\(Self.lunch)\nORGANIZER:mailto:me@example.org\n\(lines)"])
        #expect(
            try Self.invite([], &agenda) == [
                "ORGANIZER:mailto:me@example.org", "ATTENDEE:mailto:g200@example.org",
            ]
        )
    }

    @Test("Without an address of their own, the viewer can't invite")
    func noHost() throws {
        var agenda = try Sample.agenda([Self.lunch])
        #expect(throws: EditError.noOrganizer) { try Self.invite([Self.ben], &agenda) }
    }

    @Test("A changed date takes over the series' guests, unless it has others")
    func overrides() throws {
        let daily = Self.invitation + "\nRRULE:FREQ=DAILY;COUNT=3"
        let moved = Self.invitation.replacing("20261121T1", with: "20261122T1")
            .replacing("PARTSTAT=DECLINED", with: "PARTSTAT=ACCEPTED")
        let own = Self.lunch.replacing("20261121T1", with: "20261123T1")
        var agenda = try Self.agenda([
            """
            \(daily)
            --
            RECURRENCE-ID;TZID=Europe/Berlin:20261122T120000
            \(moved)
            --
            RECURRENCE-ID;TZID=Europe/Berlin:20261123T120000
            ORGANIZER;CN=Me Myself:mailto:me@example.org
            ATTENDEE:mailto:only@example.org
            \(own)
            """
        ])
        let lines = try Self.invite([Self.ben, Self.eva], &agenda)
        #expect(lines.filter { $0.contains("urn:uuid:eva") }.count == 2)
        #expect(lines.filter { $0.contains("PARTSTAT=ACCEPTED:MAILTO:Ben") }.count == 1)
        #expect(lines.last == "ATTENDEE:mailto:only@example.org")
    }

    @Test("One date of a series can have more guests than the others")
    func one() throws {
        var agenda = try Self.agenda([Self.invitation + "\nRRULE:FREQ=DAILY;COUNT=3"])
        let lines = try Self.invite([Self.ben, Self.eva], &agenda, scope: .this, on: "2026-11-22")
        #expect(lines.filter { $0.hasPrefix("ORGANIZER") }.count == 2)
        #expect(lines.filter { $0.contains("urn:uuid:eva") }.count == 1)
    }

    @Test("Only the organizer decides whom an event of their own calendar invites")
    func deciding() throws {
        let others = Self.invitation.replacing(
            "ORGANIZER;CN=Me Myself:mailto:me",
            with: "ORGANIZER:mailto:eva"
        )
        var agenda = try Self.agenda([Self.invitation, others, Self.lunch])
        #expect(try Self.decides(agenda, ["e1.ics", "e2.ics", "e3.ics"]) == [true, false, true])
        var calendar = try #require(agenda.calendars[Sample.home])
        calendar.level = .group
        agenda.putCalendar(calendar)
        #expect(try Self.decides(agenda, ["e1.ics", "e3.ics"]) == [false, false])
        #expect(agenda.isViewers("MAILTO:me@Example.org") && agenda.isViewers("urn:uuid:me"))
    }

    @Test("Whom the viewer has invited is known, but not whom others have")
    func earlier() throws {
        let daily = Self.invitation.replacing("Ben@", with: "BEN@") + "\nRRULE:FREQ=DAILY;COUNT=3"
        let others = Self.invitation.replacing(
            "ORGANIZER;CN=Me Myself:mailto:me",
            with: "ORGANIZER:mailto:eva"
        )
        var agenda = try Self.agenda([Self.invitation, daily, others, Self.lunch])
        let found = agenda.earlierGuests()
        #expect(found.map { $0.eventCount } == [2])
        #expect(found.map { $0.guest.name } == ["Ben"])
        var calendar = try #require(agenda.calendars[Sample.home])
        calendar.level = .full
        agenda.putCalendar(calendar)
        #expect(agenda.earlierGuests().isEmpty)
    }

    /// Whether the viewer decides about the guests of each event.
    private static func decides(_ agenda: Agenda, _ hrefs: [String]) throws -> [Bool] {
        let days = try #require(CivilDate("2026-11-21"))..<(try #require(CivilDate("2026-11-22")))
        let occurrences = agenda.occurrences(in: days)
        return try hrefs.map { href in
            let id = ObjectID(calendar: Sample.home, href: href)
            let occurrence = try #require(occurrences.first { $0.key.object == id })
            let details = try #require(agenda.series(id)?.details(of: occurrence))
            return agenda.decidesGuests(of: details, in: Sample.home)
        }
    }
}
