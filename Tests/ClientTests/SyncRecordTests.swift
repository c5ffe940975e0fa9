import Agenda
import CivilTime
import JSON
import Testing

@testable import Client

@Suite("What the server says of everything")
struct SyncRecordTests {
    private static let now = Instant(secondsSinceEpoch: 1_790_000_000)
    private static let home = CalendarID("home")
    private static let lunch = ObjectID(calendar: home, href: "lunch.ics")

    /// A client that has loaded one calendar with one event.
    private struct Desk {
        var client = Client(name: "a")
        var directory = CalendarDirectory()

        init() {
            load([.event(lunch, ObjectVersion(etag: "1", text: text("Lunch")))])
        }

        mutating func load(_ more: [SyncRecord], token: UInt64 = 10) {
            let records: [SyncRecord] =
                [
                    .header(account: "anna", token: token),
                    .calendar(CalendarEntry(id: home, name: "Home")),
                ] + more + [.end]
            carryOut(client.load(records, token: token, into: &directory, at: now))
        }

        @discardableResult
        mutating func take(_ records: SyncRecord..., token: UInt64 = 20) -> [Effect] {
            records.flatMap { client.take($0, token: token, into: &directory, at: now) }
        }

        /// Keeps what waits, and sends nothing.
        mutating func carryOut(_ effects: [Effect]) {
            for effect in effects {
                if case .keep(let edit) = effect {
                    carryOut(client.take(.kept(edit.name, edit.sentAs, isKept: true), at: now))
                } else if case .send = effect {
                    carryOut(client.take(.answered(.unsent), at: now))
                }
            }
        }

        mutating func create(_ title: String) throws {
            var draft = EventDraft()
            draft.title = title
            draft.calendar = home
            draft.start = CivilDateTime("2026-09-02T10:00:00")
            draft.end = CivilDateTime("2026-09-02T11:00:00")
            let outcome = try client.agenda.create(draft, uid: title, now: now)
            carryOut(client.take(.edited(outcome, isQuiet: false), at: now))
        }

        var titles: [String] {
            let days = CivilDate("2026-09-01")
            let window = days.map { $0..<$0.adding(days: 3) }
            return window.map { client.agenda.occurrences(in: $0).map { $0.event.title } } ?? []
        }
    }

    private static func text(_ title: String) -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:\(title)",
            "DTSTAMP:20260101T000000Z", "DTSTART:20260901T100000Z", "DTEND:20260901T110000Z",
            "SUMMARY:\(title)", "END:VEVENT", "END:VCALENDAR", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func read(_ text: String) -> SyncRecord? {
        var reader = JSONReader(Array(text.utf8), depthMax: 16)
        return (try? reader.value()).flatMap { SyncRecord($0) }
    }

    @Test("The records of docs/api.md are read, and unknown ones are skipped")
    func wire() {
        let header = #"{"type":"header","token":"123","total":2,"account":{"id":"a","email":"e"}}"#
        #expect(Self.read(header) == .header(account: "a", token: 123))
        let own =
            #"{"type":"calendar","id":"c","name":"Work","color":"red","order":2,"default":true,"level":"own"}"#
        let work = CalendarEntry(
            id: CalendarID("c"),
            name: "Work",
            color: .red,
            order: 2,
            isDefault: true
        )
        #expect(Self.read(own) == .calendar(work))
        let event =
            #"{"type":"event","calendar":"c","href":"h","etag":"\"1\"","ical":"X","unanswered":true}"#
        let object = ObjectID(calendar: CalendarID("c"), href: "h")
        let version = ObjectVersion(etag: "\"1\"", text: [UInt8(ascii: "X")], isUnanswered: true)
        #expect(Self.read(event) == .event(object, version))
        #expect(
            Self.read(#"{"type":"event-removed","calendar":"c","href":"h"}"#)
                == .eventRemoved(object)
        )
        #expect(
            Self.read(#"{"type":"calendar-removed","id":"c"}"#) == .calendarRemoved(CalendarID("c"))
        )
        #expect(Self.read(#"{"type":"group-removed","id":"g"}"#) == .groupRemoved("g"))
        #expect(Self.read(#"{"type":"left-out","calendar":"c"}"#) == .leftOut(CalendarID("c")))
        #expect(Self.read(#"{"type":"end"}"#) == .end)
        #expect(Self.read(#"{"type":"weather"}"#) == nil)
        #expect(Self.read(#"{"type":"event","calendar":"c"}"#) == nil)
    }

    @Test("What a load doesn't mention is gone")
    func load() {
        var desk = Desk()
        #expect(desk.titles == ["Lunch"])
        let work = CalendarEntry(id: CalendarID("work"), name: "Work")
        let report = ObjectID(calendar: work.id, href: "report.ics")
        desk.take(
            .calendar(work),
            .event(report, ObjectVersion(etag: "2", text: Self.text("Report")))
        )
        #expect(desk.titles.sorted() == ["Lunch", "Report"])
        desk.load([], token: 30)
        #expect(desk.titles.isEmpty)
        #expect(desk.client.agenda.calendars.keys.map { $0.text } == ["home"])
        #expect(desk.directory.calendars.map { $0.name } == ["Home"])
    }

    @Test("An event that waits to be made stays through a load")
    func waiting() throws {
        var desk = Desk()
        try desk.create("Dinner")
        desk.load([], token: 30)
        #expect(desk.titles == ["Dinner"])
        #expect(desk.client.edits.count == 1)
    }

    @Test("An event that waits to be made is there again when the rights to its calendar change")
    func rights() throws {
        var desk = Desk()
        try desk.create("Dinner")
        desk.take(.calendarRemoved(Self.home))
        #expect(desk.titles.isEmpty)
        desk.take(.calendar(CalendarEntry(id: Self.home, name: "Home", level: .group)))
        #expect(desk.titles == ["Dinner"])
    }

    @Test("Whoever had changed an event of a calendar that is gone is told")
    func goneCalendar() throws {
        var desk = Desk()
        var draft = EventDraft()
        draft.title = "Late lunch"
        let key = OccurrenceKey(object: Self.lunch, recurrenceID: "20260901T100000Z")
        let outcome = try desk.client.agenda.change(
            key,
            scope: .all,
            draft,
            newUID: "n",
            now: Self.now
        )
        desk.carryOut(desk.client.take(.edited(outcome, isQuiet: false), at: Self.now))
        let effects = desk.client.load(
            [.header(account: "anna", token: 30), .end],
            token: 30,
            into: &desk.directory,
            at: Self.now
        )
        let refusals = effects.compactMap { effect -> Refusal? in
            if case .tell(.refused(_, let refusal)) = effect { refusal } else { nil }
        }
        #expect(refusals == [.deletedElsewhere])
        #expect(desk.client.agenda.calendars.isEmpty)
    }

    @Test("New events go into the default calendar, or else the first of one's own")
    func defaultCalendar() {
        var desk = Desk()
        let choir = CalendarEntry(id: CalendarID("choir"), name: "Choir", level: .group)
        let early = CalendarEntry(id: CalendarID("early"), name: "Early", order: -1)
        desk.take(.calendar(choir), .calendar(early))
        #expect(desk.directory.defaultCalendar?.text == "early")
        desk.take(.calendar(CalendarEntry(id: Self.home, name: "Home", isDefault: true)))
        #expect(desk.directory.defaultCalendar == Self.home)
        desk.take(
            .calendar(CalendarEntry(id: early.id, name: "Early", order: -1, isDefault: true))
        )
        #expect(desk.directory.defaultCalendar?.text == "early")
        #expect(desk.directory.calendars.filter { $0.isDefault }.count == 1)
        #expect(desk.directory.calendars.map { $0.name } == ["Early", "Home", "Choir"])
    }

    @Test("A fellow member's calendar has the member's name, whichever comes first")
    func names() {
        var desk = Desk()
        let bea = CalendarEntry(
            id: CalendarID("b"),
            name: "",
            level: .busy,
            owner: "bea",
            groups: ["g"]
        )
        let group = GroupEntry(
            id: "g",
            name: "Family",
            calendar: CalendarID("f"),
            members: [GroupEntry.Member(account: "bea", name: "Bea")]
        )
        desk.take(.calendar(bea))
        #expect(desk.directory.name(of: bea.id).isEmpty)
        desk.take(.group(group))
        #expect(desk.directory.name(of: bea.id) == "Bea")
        #expect(desk.client.agenda.calendars[bea.id]?.name == "Bea")
    }

    @Test("Which answers of the server refuse an edit, and which let it wait")
    func refusals() {
        let rows: [(String?, EditAnswer)] = [
            (nil, .away), ("storage", .away), ("too-many-writes", .away),
            ("changed-elsewhere", .changedElsewhere), ("edit-passed", .passed),
            ("not-signed-in", .signedOut), ("unexpected", .failed),
            ("not-found", .refused(code: "not-found")),
        ]
        for (code, answer) in rows { #expect(EditAnswer(refusal: code, isKept: true) == answer) }
        let lost = EditAnswer(refusal: "not-signed-in", isKept: false)
        #expect(lost == .refused(code: "not-signed-in"))
    }

    @Test("Pauses double, stay short during an outage, and begin anew when it's connected")
    func pauses() {
        var pause = ReconnectPause()
        #expect((0..<7).map { _ in pause.seconds(isOutage: true) } == [1, 2, 4, 8, 16, 30, 30])
        pause.noteConnected()
        let refused = (0..<10).map { _ in pause.seconds(isOutage: false) }
        #expect(refused == [1, 2, 4, 8, 16, 32, 64, 128, 256, 256])
        #expect(pause.seconds(isOutage: true) == 30)
    }
}
