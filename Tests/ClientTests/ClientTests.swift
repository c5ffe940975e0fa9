import Agenda
import CivilTime
import ICalendar
import Testing

@testable import Client

@Suite("A client and one edit after another")
struct ClientTests {
    private static let home = CalendarID("home")
    private static let lunch = ObjectID(calendar: home, href: "lunch.ics")
    private static let dinner = ObjectID(calendar: home, href: "dinner.ics")

    /// A client that knows two events of the server.
    private struct Desk {
        var client: Client
        var second: Int64 = 1_790_000_000
        var number = 0

        init() {
            var agenda = Agenda()
            agenda.putCalendar(CalendarCollection(id: home, name: "Home", color: .blue))
            client = Client(name: "a", agenda: agenda)
            _ = client.load(
                [
                    (lunch, ObjectVersion(etag: "l1", text: text("Lunch"))),
                    (dinner, ObjectVersion(etag: "d1", text: text("Dinner"))),
                ],
                token: 10,
                at: Instant(secondsSinceEpoch: second)
            )
        }

        /// The wake-up calls that were asked for, with the seconds that are left.
        var alarms: [(seconds: Int, number: Int)] = []

        @discardableResult
        mutating func take(_ input: Input) -> [Effect] {
            let effects = client.take(input, at: Instant(secondsSinceEpoch: second))
            for case .wake(let seconds, let number) in effects { alarms.append((seconds, number)) }
            return effects
        }

        /// Lets time pass.
        @discardableResult
        mutating func pass(_ seconds: Int) -> [Effect] {
            second += Int64(seconds)
            alarms = alarms.map { ($0.seconds - seconds, $0.number) }
            let due = alarms.filter { $0.seconds <= 0 }
            alarms.removeAll { $0.seconds <= 0 }
            return due.flatMap { take(.woke($0.number)) }
        }

        /// Takes an edit, with a device that keeps all at once.
        mutating func takeKept(_ effects: [Effect]) -> [Effect] {
            var all = effects
            for case .keep(let edit) in effects {
                all += take(.kept(edit.name, edit.sentAs, isKept: true))
            }
            return all
        }

        @discardableResult
        mutating func edit(
            _ object: ObjectID,
            title: String? = nil,
            location: String? = nil,
            isQuiet: Bool = false
        ) throws -> [Effect] {
            var draft = EventDraft()
            draft.title = title
            draft.location = location
            let key = try #require(
                client.agenda.occurrences(in: days).first { $0.key.object == object }?.key
            )
            let now = Instant(secondsSinceEpoch: second)
            let outcome = try client.agenda.change(key, scope: .all, draft, newUID: "n", now: now)
            return takeKept(take(.edited(outcome, isQuiet: isQuiet)))
        }

        mutating func useMine(_ name: WaitingEdit.Name) -> [Effect] {
            let now = Instant(secondsSinceEpoch: second)
            let (outcome, effects) = client.useMine(name, at: now)
            #expect(outcome != nil)
            return effects
        }

        mutating func undo() throws -> [Effect] {
            takeKept(take(.edited(try client.agenda.undo(), isQuiet: false)))
        }

        /// The server makes what was sent last.
        @discardableResult
        mutating func made(_ etags: String...) -> [Effect] {
            let saved = etags.enumerated().map { SavedObject(etag: $1, token: 100 + UInt64($0)) }
            return takeKept(take(.answered(.made(saved))))
        }

        func title(_ object: ObjectID) -> String? {
            client.agenda.occurrences(in: days).first { $0.key.object == object }?.event.title
        }
    }

    private static let days =
        CivilDateTime(secondsSinceEpoch: 1_788_000_000)
        .date..<CivilDateTime(secondsSinceEpoch: 1_790_000_000).date

    private static func text(_ title: String, _ lines: String...) -> [UInt8] {
        let all =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT",
                "UID:\(title)",
                "DTSTAMP:20260101T000000Z", "DTSTART:20260901T100000Z", "DTEND:20260901T110000Z",
                "SUMMARY:\(title)",
            ] + lines + ["END:VEVENT", "END:VCALENDAR", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    private static func sent(_ effects: [Effect]) -> [EditRequest] {
        effects.compactMap { if case .send(let request) = $0 { request } else { nil } }
    }

    @Test("An edit is shown at once, and sent when the device has kept its number")
    func order() throws {
        var desk = Desk()
        var draft = EventDraft()
        draft.title = "Tea"
        let key = try #require(
            desk.client.agenda.occurrences(in: Self.days).first { $0.key.object == Self.lunch }?.key
        )
        let now = Instant(secondsSinceEpoch: desk.second)
        let outcome = try desk.client.agenda.change(key, scope: .all, draft, newUID: "n", now: now)
        let effects = desk.take(.edited(outcome, isQuiet: false))
        let edit = try #require(desk.client.edits.first)
        #expect(effects == [.keep(edit), .show])
        #expect(edit.sentAs == WaitingEdit.SentAs(client: "a", number: 1))
        #expect(desk.title(Self.lunch) == "Tea")
        let sent = Self.sent(desk.take(.kept(edit.name, edit.sentAs, isKept: true)))
        #expect(sent.map { $0.changes.map { $0.etag } } == [["l1"]])
        #expect(desk.made("l2").contains(.forget(edit.name)))
        #expect(desk.client.edits.isEmpty)
        #expect(desk.client.agenda.etag(of: Self.lunch) == "l2")
    }

    @Test("Edits of one event that wait are one, with the version that the server has beneath it")
    func oneEntry() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        try desk.edit(Self.lunch, location: "Here")
        #expect(desk.client.edits.count == 2)
        let sent = Self.sent(desk.made("d2"))
        let change = try #require(sent.first?.changes.first)
        #expect(sent.count == 1 && change.etag == "l1")
        let written = String(decoding: try #require(change.text), as: UTF8.self)
        #expect(written.contains("SUMMARY:Tea") && written.contains("LOCATION:Here"))
    }

    @Test("An edit that was undone before it was sent is never sent")
    func undone() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        let waiting = try #require(desk.client.edits.last)
        let effects = try desk.undo()
        #expect(effects.contains(.forget(waiting.name)))
        #expect(desk.client.edits.count == 1 && desk.title(Self.lunch) == "Lunch")
        #expect(desk.client.agenda.etag(of: Self.lunch) == "l1")
        #expect(Self.sent(desk.made("d2")).isEmpty)
    }

    @Test(
        "An edit that got no answer is sent again as it was, and what was edited since comes after it"
    )
    func lostAnswer() throws {
        var desk = Desk()
        let first = Self.sent(try desk.edit(Self.lunch, title: "Tea"))
        try desk.edit(Self.lunch, title: "Late tea")
        desk.take(.answered(.away))
        #expect(desk.client.isAway && desk.client.waitingEvents.count == 1)
        let again = Self.sent(desk.pass(4))
        #expect(again == first)
        let next = Self.sent(desk.made("l2"))
        #expect(next.first?.changes.first?.etag == "l2")
        let told = desk.made("l3")
        #expect(told.contains(.tell(.saved(count: 1))) && !desk.client.isAway)
        #expect(desk.title(Self.lunch) == "Late tea")
    }

    @Test("Without a network all edits of an event are one, and an undone one is none")
    func cutOff() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.answered(.unsent))
        try desk.edit(Self.lunch, location: "Here")
        #expect(desk.client.edits.count == 1 && desk.client.waitingEvents.count == 1)
        _ = try desk.undo()
        _ = try desk.undo()
        #expect(Self.sent(desk.pass(60)).isEmpty)
        #expect(desk.client.edits.isEmpty && desk.client.waitingEvents.count == 0)
        // The next one is tried, and waits again.
        #expect(Self.sent(try desk.edit(Self.lunch, title: "Tea")).count == 1)
        desk.take(.answered(.unsent))
        #expect(desk.client.waitingEvents.count == 1)
    }

    @Test("A refused edit brings no event back whose calendar is gone")
    func calendarGone() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        desk.client.agenda.removeCalendar(Self.home)
        desk.take(.answered(.refused(code: "not-found")))
        #expect(desk.client.agenda.series(Self.lunch) == nil)
    }

    @Test("The pauses between attempts grow, and end when there is a network again")
    func pauses() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        for pause in [4, 8, 16, 32, 32] {
            desk.take(.answered(.away))
            #expect(Self.sent(desk.pass(pause - 1)).isEmpty)
            #expect(Self.sent(desk.pass(1)).count == 1)
        }
        desk.take(.answered(.away))
        #expect(Self.sent(desk.take(.reached)).count == 1)
    }

    @Test("An edit without an answer for three seconds is shown as waiting")
    func slow() throws {
        var desk = Desk()
        #expect(
            try desk.edit(Self.lunch, title: "Tea").contains(
                .wake(after: 3, number: 1)
            )
        )
        desk.pass(2)
        #expect(desk.client.waitingEvents.count == 0)
        desk.pass(1)
        #expect(desk.client.waitingEvents.count == 1)
    }

    @Test("The server may fail four times with an edit")
    func failures() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        for _ in 1...4 {
            desk.take(.answered(.failed))
            desk.pass(32)
        }
        #expect(desk.client.edits.count == 1)
        desk.take(.answered(.failed))
        #expect(desk.client.edits.isEmpty && desk.title(Self.lunch) == "Lunch")
    }

    @Test("An edit waits until somebody has signed in")
    func signedOut() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.answered(.signedOut))
        #expect(desk.client.waitingEvents.count == 1)
        #expect(Self.sent(desk.take(.reached)).count == 1)
    }

    @Test("What another device changed is kept beside one's own change of another field")
    func merged() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        #expect(desk.take(.answered(.changedElsewhere)).contains(.read(Self.lunch)))
        let theirs = ObjectVersion(etag: "l2", text: Self.text("Lunch", "LOCATION:There"))
        let again = desk.takeKept(desk.take(.read(Self.lunch, .found(theirs))))
        let change = try #require(Self.sent(again).first?.changes.first)
        let written = String(decoding: try #require(change.text), as: UTF8.self)
        #expect(change.etag == "l2" && written.contains("SUMMARY:Tea"))
        #expect(written.contains("LOCATION:There") && desk.client.conflicts.isEmpty)
    }

    @Test(
        "Where both changed a field, theirs is kept, both values are shown until dismissed, and one may take one's own"
    )
    func conflict() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        let theirs = ObjectVersion(etag: "l2", text: Self.text("Brunch", "LOCATION:There"))
        let effects = desk.take(.record(Self.lunch, theirs, token: 50))
        let conflict = try #require(desk.client.conflicts.first)
        #expect(effects.contains(.keepConflict(conflict)) && conflict.title == "Tea")
        #expect(
            conflict.fields == [
                ContestedField(name: "SUMMARY", occurrence: "", ours: "Tea", theirs: "Brunch")
            ]
        )
        #expect(desk.title(Self.lunch) == "Brunch")
        desk.made("d2")
        desk.made("l3")
        let mine = desk.useMine(conflict.name)
        #expect(mine.contains(.forgetConflict(conflict.name)) && desk.client.conflicts.isEmpty)
        #expect(desk.title(Self.lunch) == "Tea")
        let kept = String(
            decoding: try #require(desk.client.agenda.series(Self.lunch)?.text),
            as: UTF8.self
        )
        #expect(kept.contains("LOCATION:There"))
    }

    @Test("A conflict stays if its event is gone, and goes with its calendar")
    func lostConflict() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(
            .record(Self.lunch, ObjectVersion(etag: "l2", text: Self.text("Brunch")), token: 50)
        )
        let conflict = try #require(desk.client.conflicts.first)
        desk.take(.record(Self.lunch, nil, token: 51))
        let now = Instant(secondsSinceEpoch: desk.second)
        let (outcome, told) = desk.client.useMine(conflict.name, at: now)
        #expect(outcome == nil && told == [.tell(.notUsed(conflict, .deletedElsewhere))])
        #expect(desk.client.conflicts == [conflict])
        // Another calendar is left.
        let other = CalendarCollection(id: CalendarID("other"), name: "Other", color: .red)
        desk.client.agenda.putCalendar(other)
        var directory = CalendarDirectory()
        desk.client.remove(Self.home, in: &directory)
        #expect(desk.client.conflicts.isEmpty)
        let effects = desk.take(.reached)
        #expect(effects.contains(.forgetConflict(conflict.name)))
        #expect(effects.contains(.tell(.notUsed(conflict, .deletedElsewhere))))
    }

    @Test("A day that was removed here and changed elsewhere stays, and can be removed after all")
    func removedDay() throws {
        var desk = Desk()
        let rule = "RRULE:FREQ=DAILY;COUNT=3"
        let day = [
            "END:VEVENT", "BEGIN:VEVENT", "UID:Lunch", "DTSTAMP:20260101T000000Z",
            "RECURRENCE-ID:20260902T100000Z", "DTSTART:20260902T100000Z", "DTEND:20260902T110000Z",
            "SUMMARY:Tea",
        ]
        let series = Self.text("Lunch", rule)
        let theirs = Self.text("Lunch", rule, day.joined(separator: "\r\n"))
        desk.take(.record(Self.lunch, ObjectVersion(etag: "l2", text: series), token: 11))
        let key = try #require(
            desk.client.agenda.occurrences(in: Self.days).map(\.key)
                .first { $0.object == Self.lunch && $0.text.contains("20260902") }
        )
        let now = Instant(secondsSinceEpoch: desk.second)
        let outcome = try desk.client.agenda.delete(key, scope: .this, now: now)
        _ = desk.takeKept(desk.take(.edited(outcome, isQuiet: false)))
        desk.take(.answered(.unsent))
        desk.take(.record(Self.lunch, ObjectVersion(etag: "l3", text: theirs), token: 12))
        let conflict = try #require(desk.client.conflicts.first)
        #expect(conflict.fields.map(\.name) == ["EXDATE"])
        func isShown(_ title: String) -> Bool {
            desk.client.agenda.occurrences(in: Self.days).contains { $0.event.title == title }
        }
        #expect(isShown("Tea"))
        _ = desk.useMine(conflict.name)
        #expect(!isShown("Tea"))
    }

    @Test("An event that somebody deleted takes one's waiting change with it, and that is said")
    func deletedElsewhere() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        let effects = desk.take(.record(Self.lunch, nil, token: 50))
        #expect(
            effects.contains {
                if case .tell(.refused(let edit, .deletedElsewhere)) = $0 {
                    edit.title == "Tea"
                } else {
                    false
                }
            }
        )
        #expect(desk.title(Self.lunch) == nil && desk.client.edits.count == 1)
    }

    @Test("A refused edit is back as the server has it, and undo goes on with the one before")
    func refused() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        desk.made("d2")
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.answered(.refused(code: "storage-full")))
        #expect(desk.title(Self.lunch) == "Lunch")
        _ = try desk.undo()
        #expect(desk.title(Self.dinner) == "Dinner")
    }

    @Test("Undoing an edit leaves what others changed meanwhile")
    func undoAfterMerge() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        let theirs = ObjectVersion(etag: "l2", text: Self.text("Lunch", "LOCATION:There"))
        desk.take(.record(Self.lunch, theirs, token: 50))
        _ = try desk.undo()
        #expect(desk.client.agenda.series(Self.lunch)?.text == theirs.text)
        #expect(desk.client.edits.count == 1)
    }

    @Test("Undoing edits one after the other leaves what others changed after them")
    func undoAllAfterMerge() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Snack")
        desk.made("l2")
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        try desk.edit(Self.lunch, title: "Coffee")
        let saved = try #require(desk.client.edits.last?.changes.first?.base)
        let theirs = String(decoding: saved.text, as: UTF8.self)
            .replacing("END:VEVENT", with: "LOCATION:There\r\nEND:VEVENT")
        let version = ObjectVersion(etag: "l3", text: Array(theirs.utf8))
        desk.take(.record(Self.lunch, version, token: 150))
        var titles: [String?] = []
        for _ in 0..<4 {
            titles.append(desk.title(Self.lunch))
            let text = try #require(desk.client.agenda.series(Self.lunch)?.text)
            #expect(String(decoding: text, as: UTF8.self).contains("LOCATION:There"))
            // Supper was made before both.
            if titles.count < 3 { _ = try desk.undo() }
            if titles.count == 3 { for _ in 0..<2 { _ = try desk.undo() } }
        }
        #expect(titles == ["Coffee", "Tea", "Snack", "Lunch"])
    }

    @Test("A record that set out before a save of one's own changes nothing")
    func lateRecord() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        desk.made("l2")
        desk.take(
            .record(Self.lunch, ObjectVersion(etag: "l1", text: Self.text("Lunch")), token: 99)
        )
        #expect(desk.title(Self.lunch) == "Tea")
        desk.take(
            .record(Self.lunch, ObjectVersion(etag: "l3", text: Self.text("Brunch")), token: 101)
        )
        #expect(desk.title(Self.lunch) == "Brunch")
    }

    @Test("A new client sends what an earlier one left, under its number")
    func adopted() throws {
        var desk = Desk()
        let first = Self.sent(try desk.edit(Self.lunch, title: "Tea"))
        let left = desk.client.edits
        var next = Desk()
        let effects = next.takeKept(next.take(.adopted(left, [])))
        #expect(Self.sent(effects) == first && next.title(Self.lunch) == "Tea")
    }

    @Test("Twice as many waiting edits are taken over, shown, marked and sent with twice the work")
    func manyEdits() throws {
        let few = try Self.looks(forEdits: 200)
        #expect(few >= 200)
        #expect(try Self.looks(forEdits: 400) <= few * 2 + few / 10)
    }

    /// In how many edits an object is looked for until so many that a client has left are sent.
    private static func looks(forEdits count: Int) throws -> Int {
        let looks = LookCount()
        try LookCount.$current.withValue(looks) {
            var desk = Desk()
            let events = (1...count).map { number in
                (
                    ObjectID(calendar: home, href: "\(number).ics"),
                    ObjectVersion(etag: "\(number)", text: text("Event \(number)"))
                )
            }
            let now = Instant(secondsSinceEpoch: desk.second)
            _ = desk.client.load(events, token: 10, at: now)
            let left = events.enumerated().map { place, event in
                let change = WaitingChange(
                    object: event.0,
                    base: event.1,
                    text: text("Changed \(place)")
                )
                let name = WaitingEdit.Name(client: "b", place: place + 1)
                return WaitingEdit(name: name, made: now, title: "Changed", changes: [change])
            }
            var effects = desk.takeKept(desk.take(.adopted(left, [])))
            desk.take(.answered(.away))
            let shown = desk.client.agenda.occurrences(in: days)
            #expect(shown.filter { desk.client.isWaiting($0) }.count == count)
            #expect(desk.client.waitingEvents.count == count)
            effects = desk.takeKept(desk.take(.reached))
            for token in 1...count {
                let request = try #require(sent(effects).first)
                let saved = SavedObject(etag: "new", token: 100 + UInt64(token))
                effects = desk.takeKept(desk.take(.answered(.made([saved]))))
                let change = try #require(request.changes.first)
                let version = ObjectVersion(etag: "new", text: try #require(change.text))
                effects += desk.take(.record(change.object, version, token: saved.token))
            }
            #expect(desk.client.edits.isEmpty)
        }
        return looks.count
    }

    @Test("What another tab deleted isn't shown again when one's own edit of it is undone")
    func undoneOnTop() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.adopted([Self.sentByAnotherTab(nil)], []))
        _ = try desk.undo()
        #expect(desk.client.edits.count == 2 && desk.title(Self.lunch) == nil)
    }

    /// An edit of lunch that another tab has sent.
    private static func sentByAnotherTab(_ text: [UInt8]?) -> WaitingEdit {
        let base = ObjectVersion(etag: "l1", text: Self.text("Lunch"))
        return WaitingEdit(
            name: WaitingEdit.Name(client: "b", place: 1),
            made: Instant(secondsSinceEpoch: 1_790_000_000),
            title: "Lunch",
            changes: [WaitingChange(object: lunch, base: base, text: text)],
            sentAs: WaitingEdit.SentAs(client: "b", number: 1)
        )
    }

    @Test("An edit that hasn't left the device comes after another tab's, which may have")
    func unsentBelow() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, location: "There")
        desk.take(.adopted([Self.sentByAnotherTab(Self.text("Brunch"))], []))
        desk.take(.answered(.unsent))
        #expect(desk.client.edits.map(\.sentAs?.client) == ["b", nil])
        try desk.edit(Self.lunch, title: "Tea")
        let text = String(
            decoding: try #require(desk.client.agenda.series(Self.lunch)?.text),
            as: UTF8.self
        )
        #expect(text.contains("SUMMARY:Tea") && text.contains("LOCATION:There"))
    }

    @Test("What the server has deleted stays away if it can't be read and the edit is refused then")
    func deletedAndRefused() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.record(Self.lunch, nil, token: 50))
        desk.take(.answered(.changedElsewhere))
        desk.take(.read(Self.lunch, .away))
        desk.pass(4)
        desk.take(.answered(.refused(code: "storage-full")))
        #expect(desk.title(Self.lunch) == nil && desk.client.edits.isEmpty)
    }

    @Test("An edit that gave way in all that it changed isn't sent")
    func gaveWayWhole() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(
            .record(Self.lunch, ObjectVersion(etag: "l2", text: Self.text("Brunch")), token: 50)
        )
        #expect(desk.client.conflicts.count == 1 && desk.title(Self.lunch) == "Brunch")
        #expect(desk.client.edits.map(\.title) == ["Supper"])
    }

    @Test("An invitation stays unanswered when it's edited, also if edits of it follow each other")
    func unanswered() throws {
        var desk = Desk()
        let invitation = ObjectVersion(etag: "l2", text: Self.text("Lunch"), isUnanswered: true)
        desk.take(.record(Self.lunch, invitation, token: 11))
        try desk.edit(Self.lunch, title: "Tea")
        try desk.edit(Self.lunch, location: "There")
        let left = desk.client.edits
        desk.made("l3")
        #expect(desk.client.edits.map { $0.changes[0].base?.isUnanswered } == [true])
        // Another tab finds both on the device.
        var next = Desk()
        next.take(.record(Self.lunch, invitation, token: 11))
        next.take(.adopted(left, []))
        #expect(try #require(next.client.agenda.series(Self.lunch)).isUnanswered)
    }

    @Test("A deleted invitation that is brought back is unanswered, also for the next client")
    func invitationBroughtBack() throws {
        var desk = Desk()
        let invitation = ObjectVersion(etag: "l2", text: Self.text("Lunch"), isUnanswered: true)
        desk.take(.record(Self.lunch, invitation, token: 11))
        let key = try #require(
            desk.client.agenda.occurrences(in: Self.days).first { $0.key.object == Self.lunch }?.key
        )
        let now = Instant(secondsSinceEpoch: desk.second)
        let deletion = try desk.client.agenda.delete(key, scope: .all, now: now)
        // The deletion is on its way when it's undone.
        _ = desk.takeKept(desk.take(.edited(deletion, isQuiet: false)))
        _ = try desk.undo()
        var next = Desk()
        next.take(.record(Self.lunch, invitation, token: 11))
        next.take(.adopted(desk.client.edits, []))
        #expect(next.client.edits.count == 2)
        #expect(try #require(next.client.agenda.series(Self.lunch)).isUnanswered)
    }

    @Test("The record of one's own save says whether an invitation is unanswered by it")
    func echoSaysUnanswered() throws {
        var desk = Desk()
        try desk.edit(Self.lunch, title: "Tea")
        let text = try #require(desk.client.edits.first?.changes.first?.text)
        desk.made("l2")
        let echo = ObjectVersion(etag: "l2", text: text, isUnanswered: true)
        desk.take(.record(Self.lunch, echo, token: 100))
        #expect(try #require(desk.client.agenda.series(Self.lunch)).isUnanswered)
        // It waits for no other record, so an older one can't come.
        #expect(desk.client.save(of: Self.lunch) == nil)
    }

    @Test("What was answered elsewhere stays answered when an edit from before is undone")
    func answeredElsewhere() throws {
        var desk = Desk()
        let invitation = ObjectVersion(etag: "l2", text: Self.text("Lunch"), isUnanswered: true)
        desk.take(.record(Self.lunch, invitation, token: 11))
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(.answered(.unsent))
        let answered = ObjectVersion(etag: "l3", text: Self.text("Lunch", "COMMENT:Yes"))
        desk.take(.record(Self.lunch, answered, token: 50))
        // It's on its way again.
        _ = desk.takeKept(desk.take(.reached))
        _ = try desk.undo()
        let series = try #require(desk.client.agenda.series(Self.lunch))
        #expect(series.text == answered.text && !series.isUnanswered)
    }

    @Test("Which dates wait doesn't depend on what the screen shows")
    func datesThatWait() throws {
        var desk = Desk()
        let series = Self.text("Lunch", "RRULE:FREQ=DAILY;COUNT=3")
        desk.take(.record(Self.lunch, ObjectVersion(etag: "l2", text: series), token: 11))
        let dates = desk.client.agenda.occurrences(in: Self.days).filter {
            $0.key.object == Self.lunch
        }
        var draft = EventDraft()
        draft.title = "Tea"
        let now = Instant(secondsSinceEpoch: desk.second)
        let change = try desk.client.agenda.change(
            dates[1].key,
            scope: .this,
            draft,
            newUID: "n",
            now: now
        )
        _ = desk.takeKept(desk.take(.edited(change, isQuiet: false)))
        let deletion = try desk.client.agenda.delete(dates[0].key, scope: .all, now: now)
        _ = desk.takeKept(desk.take(.edited(deletion, isQuiet: false)))
        desk.take(.answered(.away))
        _ = try desk.undo()
        let marks = desk.client.agenda.occurrences(in: Self.days)
            .filter { $0.key.object == Self.lunch }.map(desk.client.isWaiting)
        #expect(marks == [false, true, false])
    }

    @Test("A series that is split waits once, and so do only the dates that change")
    func splitSeries() throws {
        var desk = Desk()
        let series = Self.text("Lunch", "RRULE:FREQ=DAILY;COUNT=5")
        desk.take(.record(Self.lunch, ObjectVersion(etag: "l2", text: series), token: 11))
        func lunches() -> [EventOccurrence] {
            desk.client.agenda.occurrences(in: Self.days).filter {
                $0.key.object != Self.dinner
            }
        }
        var draft = EventDraft()
        draft.title = "Tea"
        let split = try desk.client.agenda.change(
            lunches()[2].key,
            scope: .following,
            draft,
            newUID: "n",
            now: Instant(secondsSinceEpoch: desk.second)
        )
        _ = desk.takeKept(desk.take(.edited(split, isQuiet: false)))
        desk.take(.answered(.away))
        let waiting = try #require(desk.client.waitingEvents.first)
        #expect(desk.client.waitingEvents.count == 1)
        #expect(desk.client.otherCount(of: waiting) == 0)
        let summary = desk.client.summary(of: waiting)
        #expect(summary.kind == .changed && summary.occurrence?.event.title == "Tea")
        #expect(lunches().map(desk.client.isWaiting) == [false, false, true, true, true])
        // What is left of the series is changed, too.
        try desk.edit(Self.lunch, location: "Here")
        #expect(desk.client.waitingEvents.count == 2)
        #expect(lunches().map(desk.client.isWaiting) == [true, true, true, true, true])
    }

    @Test("What a person changes on top of what nobody changed is the person's")
    func notQuiet() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, location: "Here", isQuiet: true)
        #expect(try #require(desk.client.edits.last).isQuiet)
        try desk.edit(Self.lunch, title: "Tea")
        desk.take(
            .record(Self.lunch, ObjectVersion(etag: "l2", text: Self.text("Brunch")), token: 50)
        )
        #expect(desk.client.conflicts.map(\.title) == ["Tea"])
    }

    @Test("An edit that wasn't sent can be taken back")
    func takenBack() throws {
        var desk = Desk()
        try desk.edit(Self.dinner, title: "Supper")
        try desk.edit(Self.lunch, title: "Tea")
        let waiting = try #require(desk.client.edits.last)
        #expect(desk.take(.takeBack(waiting.name)).contains(.forget(waiting.name)))
        #expect(desk.title(Self.lunch) == "Lunch" && desk.client.edits.count == 1)
    }
}
