import Agenda
import CivilTime
import Client
import Foundation
import ICalendar

/// One step of a story: what is done, by which device, and two numbers that say the rest.
struct Action: CustomStringConvertible {
    enum Kind: Int, CaseIterable {
        case create, createSeries, retitle, relocate, move, delete, split, undo, redo
        case useDisk, deliver, loseRequest, cutOff, loseAnswer, refuse, fail, signOut, reach
        case read, loseRead, follow, reload, keepCopy, restart, wait
        case outsiderChanges, outsiderDeletes, outsiderMoves, outsiderAnswers
        case lockCalendar, openCalendar
        case takeBack, dismiss, useMine, inherit, refuseStorage, allowStorage
        case answer, answerAgain, takeBackAnswer, memberAnswers
    }

    let kind: Kind
    let device: Int
    let one: Int
    let other: Int

    var description: String { "device \(device): \(kind) \(one) \(other)" }

    static func random(_ random: inout SeededRandom, devices: Int) -> Action {
        // What keeps things going is more frequent than what hinders them.
        let often: [Kind] = [
            .useDisk, .useDisk, .useDisk, .deliver, .deliver, .read, .follow, .follow, .reach,
            .wait,
        ]
        let isOften = Int.random(in: 0..<3, using: &random) == 0
        let kind =
            isOften
            ? often.randomElement(using: &random) : Kind.allCases.randomElement(using: &random)
        return Action(
            kind: kind ?? .wait,
            device: Int.random(in: 0..<devices, using: &random),
            one: Int.random(in: 0..<1_000, using: &random),
            other: Int.random(in: 0..<1_000, using: &random)
        )
    }
}

/// People with devices, a server and what stands between them.
struct Simulation {
    /// What was reached; a run that never meets a kind of conflict proves nothing about it.
    enum Reached: CaseIterable {
        case conflict, changedDay, removedDay, changedElsewhere, deletedElsewhere, refused,
            repeated, adopted, waitedAndSaved, joined, quiet, unanswered, markedDay, answered,
            answeredAgain, changedMind, answerTakenBack, answerRefused
    }

    static let deviceCount = 3

    var devices: [Device]
    var server = ServerModel()
    var ledger = AnswerLedger()
    private var second = firstSecond
    private var markCount = 0
    /// The marks that a person took away on purpose.
    private var letGo: Set<Int> = []
    /// The marks that a person brought back to an object.
    private var broughtBack: [ObjectID: Set<Int>] = [:]
    private var durable: Set<Int> = []
    var reached: Set<Reached> = []
    private var readDates = ReadDates()
    /// What was wrong on the way.
    private var odd: [String] = []

    /// How stories begin, made once because each would spend a tenth of its time on it.
    private static let beginnings = [false, true].map { Simulation(devicesWithGroup: $0) }

    init(hasGroup: Bool) { self = Self.beginnings[hasGroup ? 1 : 0] }

    private init(devicesWithGroup hasGroup: Bool) {
        devices = (0..<Self.deviceCount).map { Device(number: $0) }
        begin(hasGroup: hasGroup)
    }

    /// Lets everybody know a few events before anything happens, so that most steps have something to change.
    private mutating func begin(hasGroup: Bool) {
        for (number, rule) in [nil, "FREQ=DAILY;COUNT=5"].enumerated() {
            var agenda = Device.emptyAgenda
            let draft = draft(hour: 9, on: Self.firstDay.adding(days: number), rule: rule)
            let made = try? agenda.create(draft, uid: "first\(number)", now: now)
            for object in agenda.objects where made != nil {
                server.write(object, agenda.series(object)?.text)
            }
        }
        server.write(
            ObjectID(calendar: Device.calendar, href: "invitation.ics"),
            Self.invitation(titled: mark())
        )
        for (object, text) in Self.groupEvents where hasGroup { server.write(object, text) }
        for at in devices.indices {
            devices[at].follow(server, count: .max, at: now)
            devices[at].keepCopy()
        }
    }

    private mutating func draft(hour: Int, on day: CivilDate, rule: String?) -> EventDraft {
        var draft = EventDraft()
        draft.calendar = Device.calendar
        draft.title = mark()
        draft.isAllDay = false
        draft.start = Self.time(hour, on: day)
        draft.end = Self.time(hour + 1, on: day)
        draft.rule = rule
        return draft
    }

    /// An event that somebody has invited to, and that waits for an answer.
    private static func invitation(titled title: String) -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT",
            "UID:invitation",
            "DTSTAMP:20260101T000000Z", "DTSTART:20260829T080000", "DTEND:20260829T090000",
            "SUMMARY:\(title)", "ORGANIZER:mailto:bea@example.org",
            "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.org", "END:VEVENT", "END:VCALENDAR",
        ]
        return Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    static let firstSecond: Int64 = 1_790_000_000

    var now: Instant { Instant(secondsSinceEpoch: second) }

    static let firstDay = CivilDateTime(secondsSinceEpoch: 1_788_000_000).date
    static let days = firstDay.adding(days: -30)..<firstDay.adding(days: 60)

    private static func time(_ hour: Int, on day: CivilDate) -> CivilDateTime {
        CivilDateTime(date: day, time: .midnight).adding(seconds: 3_600 * hour)
    }

    // MARK: - Marks

    /// A text that nobody else writes, to find an edit again: `%12%`.
    private mutating func mark() -> String {
        markCount += 1
        return "%\(markCount)%"
    }

    /// The marks of a series without those of its changed occurrences, each of which keeps what the series had then.
    private static func marks(ofSeries text: [UInt8]?) -> Set<Int> {
        guard let text else { return [] }
        return marks(in: text, upTo: text.firstPlace(of: "END:VEVENT") ?? text.endIndex)
    }

    /// The numbers of the marks in a text.
    static func marks(in text: [UInt8]?) -> Set<Int> {
        guard let text else { return [] }
        return marks(in: text, upTo: text.endIndex)
    }

    private static func marks(in text: [UInt8], upTo end: Int) -> Set<Int> {
        var marks: Set<Int> = []
        var number: Int?
        for octet in text[..<end] {
            switch octet {
            case UInt8(ascii: "%"):
                if let found = number, found > 0 { marks.insert(found) }
                number = number == nil || number == 0 ? 0 : nil
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number.map { 10 * $0 + Int(octet - UInt8(ascii: "0")) }
            default: number = nil
            }
        }
        return marks
    }

    // MARK: - Steps

    mutating func run(_ action: Action) {
        second += 1
        let at = action.device
        // A copy of the client would be copied again by the first change.
        let hadEdits = !devices[at].client.edits.isEmpty
        let conflictCount = devices[at].client.conflicts.count
        let earlierAnswers = devices[at].client.answers
        switch action.kind {
        case .create: create(action, rule: nil)
        case .createSeries: create(action, rule: "FREQ=DAILY;COUNT=9")
        case .retitle, .relocate, .move, .split: change(action)
        case .delete:
            let scope: EditScope = action.other % 2 == 0 ? .this : .all
            edit(action, among: scope == .this ? 4 : .max) { agenda, key, now in
                try agenda.delete(key, scope: scope, now: now)
            }
        case .undo: byHand(at) { $0.edit(at: $1) { try $0.undo() } }
        case .redo: byHand(at) { $0.edit(at: $1) { try $0.redo() } }
        case .takeBack:
            let edits = devices[at].client.edits
            guard !edits.isEmpty else { return }
            let edit = edits[action.one % edits.count]
            // It may not be on the screen, beneath one that was taken over from another tab.
            if edit.sentAs == nil {
                for change in edit.changes { letGo.formUnion(Self.marks(in: change.text)) }
            }
            byHand(at) {
                $0.take(.takeBack(edit.name), at: $1)
                return true
            }
        case .dismiss, .useMine:
            guard let conflict = devices[at].client.conflicts.first else { return }
            let isMine = action.kind == .useMine
            byHand(at) {
                if isMine {
                    $0.useMine(conflict.name, at: $1)
                } else {
                    $0.take(.dismiss(conflict.name), at: $1)
                }
                return true
            }
        case .useDisk: devices[at].useDisk(at: now)
        case .deliver: deliver(at)
        case .loseRequest: if devices[at].request != nil { devices[at].takeAnswer(.away, at: now) }
        case .cutOff:
            if devices[at].request != nil { devices[at].takeAnswer(.unsent, at: now) }
        case .loseAnswer:
            guard let request = devices[at].request else { return }
            _ = serve(request, of: at)
            devices[at].takeAnswer(.away, at: now)
        case .refuse:
            if devices[at].request != nil, action.one % 4 == 0 {
                devices[at].takeAnswer(.refused(code: "storage-full"), at: now)
            }
        case .fail: if devices[at].request != nil { devices[at].takeAnswer(.failed, at: now) }
        case .signOut: if devices[at].request != nil { devices[at].takeAnswer(.signedOut, at: now) }
        case .reach: devices[at].take(.reached, at: now)
        case .read: read(at)
        case .loseRead: devices[at].takeRead(.away, at: now)
        case .follow: devices[at].follow(server, count: 1 + action.one % 5, at: now)
        case .reload: devices[at].reload(server, at: now)
        case .keepCopy: devices[at].keepCopy()
        case .restart:
            devices[at].restart(from: server, at: now)
            if hadEdits { reached.insert(.adopted) }
        case .wait:
            second += Int64(action.one % 40)
            devices[at].wake(at: now)
        case .outsiderChanges, .outsiderDeletes, .outsiderMoves: outsider(action)
        case .outsiderAnswers: answerElsewhere()
        case .lockCalendar: if action.one % 8 == 0 { server.lock([Device.calendar]) }
        case .openCalendar: server.lock([])
        case .inherit:
            let heir = (at + 1) % devices.count
            let left = devices[at].leave(server, at: now)
            devices[heir].inherit(left, at: now)
        case .refuseStorage: devices[at].storesNothing = action.one % 3 == 0
        case .allowStorage: devices[at].storesNothing = false
        case .answer, .answerAgain: answer(action)
        case .takeBackAnswer: takeBackAnswer(action)
        case .memberAnswers: answerAsMember(action)
        }
        noteReached(devices[at].client, conflictCount: conflictCount)
        noteAnswers(earlierAnswers, devices[at])
        if action.kind == .follow { checkNotOlder(devices[at]) }
        if devices[at].client.isAway, action.one % 5 == 0 { checkMarks(devices[at]) }
        // An edit on top of one that isn't kept is of no use.
        if devices[at].keepsAll { noteDurable(devices[at].disk.values) }
        for edit in devices[at].client.edits where edit.isKept == false {
            noteNotKept(edit, devices[at].disk[edit.name])
        }
    }

    private mutating func noteDurable(_ edits: some Sequence<WaitingEdit>) {
        for edit in edits {
            for change in edit.changes {
                let known = Self.marks(in: change.base?.text)
                durable.formUnion(Self.marks(in: change.text).subtracting(known))
            }
        }
    }

    /// Notes that the device has refused to keep an edit as it is by now.
    ///
    /// The person knows that: the page asks before it's closed.
    private mutating func noteNotKept(_ edit: WaitingEdit, _ kept: WaitingEdit?) {
        for change in edit.changes {
            let known = Self.marks(in: kept?.changes.first { $0.object == change.object }?.text)
            durable.subtract(Self.marks(in: change.text).subtracting(known))
        }
    }

    private mutating func noteReached(_ after: Client, conflictCount: Int) {
        if after.conflicts.count > conflictCount, let fields = after.conflicts.last?.fields {
            reached.insert(.conflict)
            if fields.contains(where: { $0.name == "EXDATE" }) {
                reached.insert(.removedDay)
            } else if fields.contains(where: { !$0.occurrence.isEmpty }) {
                reached.insert(.changedDay)
            }
        }
        if after.edits.contains(where: { $0.changes.count > 2 }) { reached.insert(.joined) }
        if server.repeatCount > 0 { reached.insert(.repeated) }
        guard after.isAway else { return }
        if after.edits.contains(where: \.isQuiet) { reached.insert(.quiet) }
        for edit in after.edits {
            for change in edit.changes where change.base?.isUnanswered == true {
                reached.insert(.unanswered)
            }
        }
    }

    /// Checks the marks of what waits, now and then, because it takes as long as everything else.
    private mutating func checkMarks(_ device: Device) {
        odd += device.faultyMarks(in: Self.days, &readDates)
        let marks = device.client.agenda.occurrences(in: Self.days).map {
            (object: $0.key.object, isWaiting: device.client.isWaiting($0))
        }
        for object in device.client.waitingObjects
        where Set(marks.filter { $0.object == object }.map(\.isWaiting)).count == 2 {
            reached.insert(.markedDay)
        }
    }

    /// Does something at a device as a person does, and notes which marks it takes away or brings back.
    private mutating func byHand(
        _ at: Int,
        isQuiet: Bool = false,
        _ body: (inout Device, Instant) -> Bool
    ) {
        let before = Self.texts(of: devices[at].client.agenda)
        _ = body(&devices[at], now)
        let after = Self.texts(of: devices[at].client.agenda)
        for object in Set(before.keys).union(after.keys) {
            let (earlier, later) = (before[object], after[object])
            guard earlier != later else { continue }
            letGo.formUnion(Self.marks(in: earlier).subtracting(Self.marks(in: later)))
            // Nobody is told what becomes of it.
            if isQuiet {
                letGo.formUnion(Self.marks(in: later).subtracting(Self.marks(in: earlier)))
            }
            let back = Self.marks(ofSeries: later).subtracting(Self.marks(ofSeries: earlier))
            broughtBack[object, default: []].formUnion(back)
        }
    }

    private static func texts(of agenda: Agenda) -> [ObjectID: [UInt8]] {
        var texts: [ObjectID: [UInt8]] = [:]
        for object in agenda.objects { texts[object] = agenda.series(object)?.text }
        return texts
    }

    private mutating func create(_ action: Action, rule: String?) {
        let day = Self.firstDay.adding(days: action.one % 28)
        let draft = draft(hour: action.other % 22, on: day, rule: rule)
        let uid = "u\(markCount)"
        byHand(action.device) { device, now in
            device.edit(at: now) { try $0.create(draft, uid: uid, now: now) }
        }
    }

    /// Edits one of the first events that the device shows: the fewer, the more often others edit the same.
    private mutating func edit(
        _ action: Action,
        among countMax: Int = .max,
        isQuiet: Bool = false,
        _ body: (inout Agenda, OccurrenceKey, Instant) throws -> EditOutcome
    ) {
        // Candidates are answered, and not edited.
        let keys = sortedKeys(at: action.device) { $0.event.answers?.identity.isEmpty ?? true }
        guard !keys.isEmpty else { return }
        let key = keys[action.one % min(keys.count, countMax)]
        byHand(action.device, isQuiet: isQuiet) { device, now in
            device.edit(isQuiet: isQuiet, at: now) { try body(&$0, key, now) }
        }
    }

    /// The keys of what a device shows, in an order that doesn't depend on hashes.
    func sortedKeys(
        at device: Int,
        where isWanted: (EventOccurrence) -> Bool
    ) -> [OccurrenceKey] {
        devices[device].client.agenda.occurrences(in: Self.days).filter(isWanted)
            .map { (key: $0.key, text: $0.key.text) }
            .sorted { $0.text < $1.text }.map(\.key)
    }

    private mutating func change(_ action: Action) {
        var draft = EventDraft()
        var scope = EditScope.all
        switch action.kind {
        case .retitle:
            draft.title = mark()
            if action.other % 3 == 0 { scope = .this }
        case .relocate:
            draft.location = mark()
            if action.other % 3 == 0 { scope = .this }
        case .split:
            draft.location = mark()
            scope = .following
        default:
            let day = Self.firstDay.adding(days: action.other % 28)
            draft.start = Self.time(9, on: day)
            draft.end = Self.time(10, on: day)
        }
        let uid = "u\(markCount)x\(second)"
        let isQuiet = action.kind == .relocate && action.other % 5 == 0
        edit(action, isQuiet: isQuiet) { agenda, key, now in
            // Nobody moves an event to where it is.
            if let start = draft.start, agenda.occurrence(key)?.start == start {
                throw EditError.nothingChanges
            }
            return try agenda.change(key, scope: scope, draft, newUID: uid, now: now)
        }
    }

    /// A calendar program, or somebody else.
    private mutating func outsider(_ action: Action) {
        let objects = server.objects.keys.sorted { $0.href < $1.href }
            .filter { $0.calendar == Device.calendar }
        guard !objects.isEmpty else { return }
        let object = objects[action.one % objects.count]
        var agenda = Device.emptyAgenda
        agenda.putObject(object, etag: "", text: server.objects[object]?.text ?? [])
        let days = Self.days
        let key = agenda.occurrences(in: days).first?.key
        guard action.kind != .outsiderDeletes else {
            let scope: EditScope = action.other % 3 == 0 ? .this : .all
            guard let key, (try? agenda.delete(key, scope: scope, now: now)) != nil else { return }
            let left = agenda.series(object)?.text
            letGo.formUnion(
                Self.marks(in: server.objects[object]?.text).subtracting(Self.marks(in: left))
            )
            server.write(object, left)
            return
        }
        guard let key else { return }
        var draft = EventDraft()
        if action.kind == .outsiderMoves {
            let day = Self.firstDay.adding(days: action.other % 28)
            draft.start = Self.time(14, on: day)
            draft.end = Self.time(15, on: day)
        } else if action.other % 2 == 0 {
            draft.title = mark()
        } else {
            draft.location = mark()
        }
        let isSingleDay = action.kind == .outsiderChanges && action.other % 3 == 0
        let scope: EditScope = isSingleDay ? .this : .all
        guard (try? agenda.change(key, scope: scope, draft, newUID: "", now: now)) != nil else {
            return
        }
        server.write(object, agenda.series(object)?.text)
    }

    /// Answers the invitations from another device, or invites anew.
    private mutating func answerElsewhere() {
        for (object, version) in server.objects.sorted(by: { $0.key.href < $1.key.href })
        where object.calendar == Device.calendar {
            let text = String(decoding: version.text, as: UTF8.self)
            let answered =
                version.isUnanswered
                ? text.replacing("NEEDS-ACTION", with: "ACCEPTED")
                : text.replacing("ACCEPTED", with: "NEEDS-ACTION")
            if answered != text { server.write(object, Array(answered.utf8)) }
        }
    }

    private mutating func deliver(_ at: Int) {
        guard let request = devices[at].request else { return }
        devices[at].takeAnswer(serve(request, of: at), at: now)
    }

    /// Lets the server do what a device asks for.
    private mutating func serve(_ request: Device.Request, of device: Int) -> EditAnswer {
        switch request {
        case .edit(let request): return server.make(request)
        case .answer(let request):
            let answer = server.take(request, at: now)
            guard case .made = answer else { return answer }
            reached.insert(.answered)
            if ledger.noteTaken(request.answer, from: device) { reached.insert(.answeredAgain) }
            return answer
        }
    }

    private mutating func read(_ at: Int) {
        guard let object = devices[at].reads.first else { return }
        devices[at].takeRead(server.objects[object].map { .found($0) } ?? .gone, at: now)
    }

    /// Checks that a device shows of no object what was there before its own save.
    private mutating func checkNotOlder(_ device: Device) {
        for (object, save) in device.ownSaves
        where !device.client.edits.contains(where: { $0.changes.contains { $0.object == object } })
        {
            let text = device.client.agenda.series(object)?.text
            let last = server.log.last { $0.object == object && $0.version?.text == text }
            if let last, last.token < save {
                odd.append("device \(device.number) shows an older \(object.href) than it saved")
            }
        }
    }

    // MARK: - The end

    /// Lets everything work, until nothing is left to do.
    mutating func heal() {
        server.lock([])
        for _ in 0..<200 {
            var isAtRest = true
            for at in devices.indices {
                second += 1
                devices[at].take(.reached, at: now)
                devices[at].wake(at: now)
                while !devices[at].isAtRest {
                    isAtRest = false
                    devices[at].useDisk(at: now)
                    deliver(at)
                    read(at)
                }
                if devices[at].cursor < server.token { isAtRest = false }
                devices[at].follow(server, count: .max, at: now)
            }
            if isAtRest { return }
        }
    }

    /// What is wrong in the end; empty if nothing is.
    mutating func faults() -> [String] {
        var faults = server.complaints + odd
        var told: Set<Int> = []
        var fresh = Device.emptyAgenda
        for (object, version) in server.objects {
            fresh.putObject(
                object,
                etag: version.etag,
                text: version.text,
                isUnanswered: version.isUnanswered
            )
        }
        let expected = Self.screen(fresh)
        let written = server.log.map { Self.marks(in: $0.version?.text) }
        for device in devices {
            faults += device.complaints.map { "device \(device.number): \($0)" }
            let client = device.client
            if !client.answers.isEmpty || !device.keptAnswers.isEmpty {
                faults.append("device \(device.number) still has answers")
            }
            if !client.edits.isEmpty { faults.append("device \(device.number) still has edits") }
            if !device.disk.isEmpty { faults.append("device \(device.number) still keeps edits") }
            if client.waitingEvents.count > 0 || client.isAway {
                faults.append("device \(device.number) says that it waits")
            }
            if Set(device.keptConflicts.keys) != Set(client.conflicts.map(\.name)) {
                faults.append("device \(device.number) keeps other conflicts than it shows")
            }
            let shown = client.agenda.objects
            if Set(shown) != Set(server.objects.keys) {
                faults.append("device \(device.number) shows other objects")
            }
            for object in shown
            where client.agenda.series(object)?.text != server.objects[object]?.text {
                faults.append("device \(device.number) shows another \(object.href)")
            }
            if Self.screen(client.agenda) != expected {
                faults.append("device \(device.number) draws another screen")
            }
            for object in shown where client.agenda.etag(of: object) != server.objects[object]?.etag
            {
                faults.append("device \(device.number) has another tag of \(object.href)")
            }
            for conflict in device.seenConflicts { told.formUnion(Self.marks(in: conflict.ours)) }
            for case .refused(let edit, let refusal) in device.notices {
                for change in edit.changes { told.formUnion(Self.marks(in: change.text)) }
                switch refusal {
                case .changedElsewhere: reached.insert(.changedElsewhere)
                case .deletedElsewhere: reached.insert(.deletedElsewhere)
                case .server: reached.insert(.refused)
                }
            }
            if device.notices.contains(where: { if case .saved = $0 { true } else { false } }) {
                reached.insert(.waitedAndSaved)
            }
        }
        let known = written.reduce(into: told.union(letGo)) { $0.formUnion($1) }
        for mark in durable.subtracting(known).sorted() { faults.append("%\(mark)% was lost") }
        let toldAnswers = devices.flatMap(\.notices).compactMap { notice in
            switch notice {
            case .refusedAnswer(let answer, _), .tookBackAnswer(let answer): answer.name
            default: nil
            }
        }
        faults += ledger.faults
        faults += ledger.lost(told: Set(toldAnswers)) { server.objects[$0] != nil }
        faults += resurrections()
        return faults
    }

    /// What a view of three months shows.
    private static func screen(_ agenda: Agenda) -> [String] {
        agenda.occurrences(in: days).map {
            "\($0.key.text) \($0.start.text) \($0.event.title) \($0.event.location) \($0.event.isUnanswered)"
        }
        .sorted()
    }

    /// The marks that were gone from an object and came back although nobody wanted that.
    private func resurrections() -> [String] {
        var present: [ObjectID: Set<Int>] = [:]
        var gone: [ObjectID: Set<Int>] = [:]
        var faults: [String] = []
        for entry in server.log {
            let marks = Self.marks(ofSeries: entry.version?.text)
            let wanted = broughtBack[entry.object] ?? []
            let back = marks.intersection(gone[entry.object] ?? []).subtracting(wanted)
            faults += back.sorted().map { "%\($0)% came back to \(entry.object.href)" }
            gone[entry.object, default: []].formUnion(
                (present[entry.object] ?? []).subtracting(marks)
            )
            present[entry.object] = marks
        }
        return faults
    }
}
