import Testing

@testable import Agenda

@Suite("The room for others' events")
struct SharedTextLimitTests {
    private static let anna = CalendarID("annas")
    private static let annasOther = CalendarID("annas-other")
    private static let ben = CalendarID("bens")
    private static let group = CalendarID("group")

    /// An agenda with calendars of the viewer, of two fellow members and of a group, and room for some events of
    /// ``text(_:_:)``.
    private static func agenda(ofSharer: Int, anyway: Int = 0, ofAll: Int = 99) throws -> Agenda {
        var agenda = try Sample.agenda([])
        for (id, owner) in [(anna, "anna"), (annasOther, "anna"), (ben, "ben"), (group, "")] {
            var calendar = CalendarCollection(id: id, name: "", color: .blue)
            calendar.level = owner.isEmpty ? .group : .full
            calendar.owner = owner
            agenda.putCalendar(calendar)
        }
        let cost = SharedTextLimits.cost(ofBytes: text(0).count)
        agenda.sharedTextBudget = SharedTextBudget(
            SharedTextLimits(
                ofSharer: ofSharer * cost,
                ofSharerAnyway: anyway * cost,
                ofAll: ofAll * cost
            )
        )
        return agenda
    }

    /// An event; those of all numbers below 10 are equally long.
    private static func text(_ number: Int, _ more: String = "") -> [UInt8] {
        Sample.object("DTSTART:20261120T100000Z\nSUMMARY:Event\(more)", uid: "e\(number)")
    }

    /// Loads an event, and returns what happened to it.
    @discardableResult
    private static func load(
        _ number: Int,
        in calendar: CalendarID,
        of agenda: inout Agenda,
        more: String = ""
    ) -> LoadOutcome {
        let id = ObjectID(calendar: calendar, href: "\(number)")
        return agenda.load(id, etag: "\"1\"", text: text(number, more))
    }

    @Test("A member's events have room together up to the limit, and not for one more")
    func member() throws {
        var agenda = try Self.agenda(ofSharer: 3)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .shown)
        #expect(Self.load(3, in: Self.annasOther, of: &agenda) == .shown)
        #expect(Self.load(4, in: Self.annasOther, of: &agenda) == .leftOut)
        #expect(Self.load(5, in: Self.anna, of: &agenda) == .leftOut)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .shown)
        #expect(agenda.objectCount == 4)
    }

    @Test("The viewer's own events always have room")
    func own() throws {
        var agenda = try Self.agenda(ofSharer: 0, ofAll: 0)
        for level in [AccessLevel.own, .subscribed, .connected] {
            var calendar = CalendarCollection(id: Sample.work, name: "", color: .blue)
            calendar.level = level
            agenda.putCalendar(calendar)
            #expect(Self.load(level.rawValue, in: Sample.work, of: &agenda) == .shown)
        }
        #expect(Self.load(1, in: Self.group, of: &agenda) == .leftOut)
        #expect(agenda.objectCount == 3)
    }

    @Test(
        "All others' events have a limit together; half as much again is kept for sharers with few"
    )
    func all() throws {
        var agenda = try Self.agenda(ofSharer: 3, anyway: 1, ofAll: 4)
        for number in 1...3 { Self.load(number, in: Self.anna, of: &agenda) }
        #expect(Self.load(1, in: Self.group, of: &agenda) == .shown)
        #expect(Self.load(2, in: Self.group, of: &agenda) == .leftOut)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .shown, "the first one, anyway")
        #expect(Self.load(2, in: Self.ben, of: &agenda) == .leftOut)
        #expect(Self.load(1, in: CalendarID("other"), of: &agenda) == .shown)
        #expect(
            Self.load(1, in: CalendarID("last"), of: &agenda) == .leftOut,
            "six is all there is"
        )
    }

    @Test("Removing or shortening an event makes room")
    func removal() throws {
        var agenda = try Self.agenda(ofSharer: 2)
        Self.load(1, in: Self.anna, of: &agenda, more: "!")
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .leftOut)
        Self.load(1, in: Self.anna, of: &agenda)
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .shown)
        agenda.removeObject(ObjectID(calendar: Self.anna, href: "1"))
        #expect(Self.load(3, in: Self.annasOther, of: &agenda) == .shown)
        agenda.removeCalendar(Self.anna)
        #expect(Self.load(4, in: Self.annasOther, of: &agenda) == .shown)
        #expect(Self.load(5, in: Self.annasOther, of: &agenda) == .leftOut)
        agenda.removeCalendar(Self.annasOther)
        #expect(agenda.sharedTextBudget.cost == 0)
    }

    @Test(
        "A shown event may become longer when there is no room for a new one, but not without end"
    )
    func longer() throws {
        var agenda = try Self.agenda(ofSharer: 2)
        Self.load(1, in: Self.anna, of: &agenda)
        Self.load(2, in: Self.anna, of: &agenda)
        #expect(Self.load(1, in: Self.anna, of: &agenda, more: "!") == .shown)
        #expect(Self.load(3, in: Self.anna, of: &agenda) == .leftOut)
        let half = SharedTextLimits.cost(ofBytes: Self.text(0).count)
        let notes = String(repeating: "n", count: half)
        #expect(Self.load(2, in: Self.anna, of: &agenda, more: notes) == .leftOut)
        #expect(agenda.series(ObjectID(calendar: Self.anna, href: "2")) == nil, "not as it was")
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .leftOut)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .shown)
    }

    @Test("Events that wait for their zone need room only once, even after the zone is loaded")
    func waiting() throws {
        var agenda = try Self.agenda(ofSharer: 1)
        let text = Sample.object("DTSTART;TZID=Europe/Rome:20261120T100000", uid: "rome")
        let cost = SharedTextLimits.cost(ofBytes: text.count)
        agenda.sharedTextBudget = SharedTextBudget(
            SharedTextLimits(ofSharer: cost, ofSharerAnyway: 0, ofAll: 9 * cost)
        )
        let id = ObjectID(calendar: Self.anna, href: "rome")
        #expect(agenda.load(id, etag: "", text: text) == .waiting)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .leftOut)
        agenda.addZone(try Sample.zone("Europe/Rome"))
        #expect(agenda.series(id) != nil)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .leftOut)
        agenda.removeObject(id)
        #expect(agenda.sharedTextBudget.cost == 0)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
    }

    @Test("Events that come before their calendar count for its owner once that is known")
    func unknownCalendar() throws {
        var agenda = try Self.agenda(ofSharer: 1)
        let unknown = CalendarID("unknown")
        #expect(Self.load(1, in: unknown, of: &agenda) == .shown)
        #expect(Self.load(2, in: unknown, of: &agenda) == .leftOut)
        var calendar = CalendarCollection(id: unknown, name: "", color: .blue)
        calendar.level = .busy
        calendar.owner = "ben"
        agenda.putCalendar(calendar)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .leftOut)
        calendar.level = .own
        agenda.putCalendar(calendar)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .shown)
    }

    @Test("Sharers with few events get what they need, and the others share the rest equally")
    func shares() {
        let limits = SharedTextLimits(ofSharer: 400_000, ofSharerAnyway: 0, ofAll: 1_000_000)
        var shares = limits.shares(ofCosts: ["few": 100_000, "a": 900_000, "b": 900_000, "none": 0])
        #expect(shares["few"] == 100_000 + 12_500 + 65_536, "with room to grow")
        #expect(shares["a"] == 400_000)
        #expect(shares["b"] == 400_000)
        shares = limits.shares(ofCosts: ["a": 900_000, "b": 900_000, "c": 900_000, "d": 900_000])
        #expect(Set(shares.values) == [250_000])
        #expect(limits.shares(ofCosts: ["a": 400_000]) == ["a": 400_000])
        #expect(limits.shares(ofCosts: ["a": 400_001]) == ["a": 400_000])
        #expect(limits.shares(ofCosts: [:]).isEmpty)
    }

    @Test("A page has room for 64 MiB of one member, and for 256 MiB of all")
    func figures() {
        let mebibyte = 1_048_576
        var budget = SharedTextBudget()
        #expect(budget.hasRoom(for: 64 * mebibyte, insteadOf: 0, of: "0"))
        #expect(!budget.hasRoom(for: 64 * mebibyte + 1, insteadOf: 0, of: "0"))
        for number in 0..<4 { budget.add(64 * mebibyte, of: "\(number)") }
        #expect(budget.hasRoom(for: 4 * mebibyte, insteadOf: 0, of: "4"))
        #expect(!budget.hasRoom(for: 4 * mebibyte + 1, insteadOf: 0, of: "4"))
        #expect(SharedTextLimits.cost(ofBytes: 1_000, in: 2) == 3_048)
    }
}
