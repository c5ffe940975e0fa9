import Testing

@testable import Agenda

@Suite("The room for others' events")
struct SharedTextBudgetTests {
    private static let anna = CalendarID("annas")
    private static let annasOther = CalendarID("annas-other")
    private static let ben = CalendarID("bens")
    private static let group = CalendarID("group")

    /// An agenda with calendars of the viewer, of two fellow members and of a group, and room for some events of
    /// ``text(_:)``.
    private static func agenda(ofSharer: Int, atAnyRate: Int, ofAll: Int) throws -> Agenda {
        var agenda = try Sample.agenda([])
        for (id, owner) in [(anna, "anna"), (annasOther, "anna"), (ben, "ben"), (group, "")] {
            var calendar = CalendarCollection(id: id, name: "", color: .blue)
            calendar.level = owner.isEmpty ? .group : .full
            calendar.owner = owner
            agenda.putCalendar(calendar)
        }
        let size = text(0).count
        agenda.sharedTextBudget = SharedTextBudget(
            sharerBytesMax: ofSharer * size,
            sharerBytesMin: atAnyRate * size,
            bytesMax: ofAll * size
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

    @Test("A member's calendars have room for their events together, and not for one more")
    func member() throws {
        var agenda = try Self.agenda(ofSharer: 3, atAnyRate: 0, ofAll: 9)
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
        var agenda = try Self.agenda(ofSharer: 0, atAnyRate: 0, ofAll: 0)
        for level in [AccessLevel.own, .subscribed, .connected] {
            var calendar = CalendarCollection(id: Sample.work, name: "", color: .blue)
            calendar.level = level
            agenda.putCalendar(calendar)
            #expect(Self.load(level.rawValue, in: Sample.work, of: &agenda) == .shown)
        }
        #expect(Self.load(1, in: Self.group, of: &agenda) == .leftOut)
        #expect(agenda.objectCount == 3)
    }

    @Test("All others have room together, and each has some at any rate")
    func all() throws {
        var agenda = try Self.agenda(ofSharer: 3, atAnyRate: 1, ofAll: 4)
        for number in 1...3 { Self.load(number, in: Self.anna, of: &agenda) }
        #expect(Self.load(1, in: Self.group, of: &agenda) == .shown)
        #expect(Self.load(2, in: Self.group, of: &agenda) == .leftOut)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .shown, "the first one, at any rate")
        #expect(Self.load(2, in: Self.ben, of: &agenda) == .leftOut)
    }

    @Test("What is removed or becomes shorter makes room")
    func removal() throws {
        var agenda = try Self.agenda(ofSharer: 2, atAnyRate: 0, ofAll: 2)
        Self.load(1, in: Self.anna, of: &agenda, more: String(repeating: "n", count: 10))
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .leftOut)
        Self.load(1, in: Self.anna, of: &agenda)
        #expect(Self.load(2, in: Self.anna, of: &agenda) == .shown)
        agenda.removeObject(ObjectID(calendar: Self.anna, href: "1"))
        #expect(Self.load(3, in: Self.annasOther, of: &agenda) == .shown)
        agenda.removeCalendar(Self.anna)
        #expect(Self.load(4, in: Self.annasOther, of: &agenda) == .shown)
        #expect(Self.load(5, in: Self.annasOther, of: &agenda) == .leftOut)
    }

    @Test("An event that becomes too long is removed, and isn't shown as it was")
    func longer() throws {
        var agenda = try Self.agenda(ofSharer: 1, atAnyRate: 0, ofAll: 9)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown, "the same again")
        #expect(Self.load(1, in: Self.anna, of: &agenda, more: "!") == .leftOut)
        #expect(agenda.series(ObjectID(calendar: Self.anna, href: "1")) == nil)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
    }

    @Test("Events that wait for their zone use room once, also when the zone is there")
    func waiting() throws {
        var agenda = try Self.agenda(ofSharer: 2, atAnyRate: 0, ofAll: 9)
        let text = Sample.object("DTSTART;TZID=Europe/Rome:20261120T100000", uid: "rome")
        let id = ObjectID(calendar: Self.anna, href: "rome")
        agenda.sharedTextBudget = SharedTextBudget(
            sharerBytesMax: text.count,
            sharerBytesMin: 0,
            bytesMax: 9 * text.count
        )
        #expect(agenda.load(id, etag: "", text: text) == .waiting)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .leftOut)
        agenda.addZone(try Sample.zone("Europe/Rome"))
        #expect(agenda.series(id) != nil)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .leftOut)
        agenda.removeObject(id)
        #expect(Self.load(1, in: Self.anna, of: &agenda) == .shown)
    }

    @Test("Events that come before their calendar count once it's known whose it is")
    func unknownCalendar() throws {
        var agenda = try Self.agenda(ofSharer: 1, atAnyRate: 0, ofAll: 9)
        let unknown = CalendarID("unknown")
        #expect(Self.load(1, in: unknown, of: &agenda) == .shown)
        var calendar = CalendarCollection(id: unknown, name: "", color: .blue)
        calendar.level = .busy
        calendar.owner = "ben"
        agenda.putCalendar(calendar)
        #expect(Self.load(1, in: Self.ben, of: &agenda) == .leftOut)
    }

    @Test("A page has room for 32 MiB of one member, 128 MiB of all, and 2 MiB of each at any rate")
    func figures() {
        let mebibyte = 1_048_576
        var budget = SharedTextBudget()
        #expect(budget.hasRoom(for: 32 * mebibyte, of: "0"))
        #expect(!budget.hasRoom(for: 32 * mebibyte + 1, of: "0"))
        for number in 0..<4 { budget.add(32 * mebibyte, of: "\(number)") }
        #expect(budget.hasRoom(for: 2 * mebibyte, of: "4"))
        #expect(!budget.hasRoom(for: 2 * mebibyte + 1, of: "4"))
    }
}
