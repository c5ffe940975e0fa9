import Agenda
import CivilTime
import Client
import JSON

/// A client with what it runs on: a disk that may be slow or refuse, a network that may lose everything, and a clock.
struct Device {
    let number: Int
    private(set) var client: Client
    private var directory = CalendarDirectory()
    private var starts = 1
    /// What survives a crash.
    private(set) var disk: [WaitingEdit.Name: WaitingEdit] = [:]
    private(set) var keptAnswers: [WaitingEdit.Name: WaitingAnswer] = [:]
    private(set) var keptConflicts: [WaitingEdit.Name: EditConflict] = [:]
    /// What was asked of the disk and not done yet.
    private var asked: [Effect] = []
    var storesNothing = false
    /// The place of this run's last save of each object in the server's log.
    private(set) var ownSaves: [ObjectID: UInt64] = [:]
    /// The wake-up calls that were asked for.
    private var alarms: [(second: Int64, number: Int)] = []
    private var lastSecond: Int64 = 0
    private(set) var request: Request?
    private(set) var reads: [ObjectID] = []
    /// Up to where the server's log was read; where the copy on the disk is.
    private(set) var cursor: UInt64 = 0
    private var copyToken: UInt64 = 0
    private(set) var notices: [Notice] = []
    private(set) var seenConflicts: [EditConflict] = []
    private(set) var complaints: [String] = []

    /// What is under way to the server.
    enum Request {
        case edit(EditRequest)
        case answer(AnswerRequest)
    }

    init(number: Int) {
        self.number = number
        client = Client(name: "d\(number)s1", agenda: Self.emptyAgenda)
    }

    static let calendar = CalendarID("home")
    static let groupCalendar = CalendarID("band")
    /// Whose devices these are, and a fellow member.
    static let account = "7a000000000040008000000000000001"
    static let name = "Ann"
    static let member = "7a000000000040008000000000000002"

    static let emptyAgenda: Agenda = {
        var agenda = Agenda()
        agenda.setAccount(account)
        agenda.putCalendar(CalendarCollection(id: calendar, name: "Home", color: .blue))
        var band = CalendarCollection(id: groupCalendar, name: "Band", color: .blue)
        band.level = .group
        band.groups = ["g"]
        agenda.putCalendar(band)
        return agenda
    }()

    var keepsAll: Bool { client.edits.allSatisfy { disk[$0.name] != nil } }

    var isAtRest: Bool { asked.isEmpty && request == nil && reads.isEmpty }

    // MARK: - Inputs

    mutating func take(_ input: Input, at now: Instant) {
        lastSecond = now.secondsSinceEpoch
        carryOut(client.take(input, at: now))
    }

    mutating func useMine(_ name: WaitingEdit.Name, at now: Instant) {
        lastSecond = now.secondsSinceEpoch
        carryOut(client.useMine(name, at: now).effects)
    }

    private mutating func load(_ objects: [ObjectID: ObjectVersion], at now: Instant) {
        let records: [SyncRecord] =
            [
                .header(account: Self.account, token: cursor),
                .calendar(CalendarEntry(id: Self.calendar, name: "Home")),
                .calendar(
                    CalendarEntry(
                        id: Self.groupCalendar,
                        name: "Band",
                        level: .group,
                        groups: ["g"]
                    )
                ),
            ] + objects.map { .event($0, $1) } + [.end]
        carryOut(client.load(records, token: cursor, into: &directory, at: now))
    }

    private mutating func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .keep, .forget, .keepConflict, .forgetConflict, .keepAnswer, .forgetAnswer:
                asked.append(effect)
            case .sendAnswer(let request):
                if self.request != nil { complaints.append("two requests at once") }
                self.request = .answer(request)
            case .send(let request):
                if self.request != nil { complaints.append("two requests at once") }
                let kept = disk.values.contains { $0.sentAs == request.sentAs }
                if !kept, !storesNothing { complaints.append("sent before its number was kept") }
                self.request = .edit(request)
            case .read(let object): reads.append(object)
            case .tell(let notice):
                if case .saved = notice, !client.hasSentAll {
                    complaints.append("said that all is saved while something waits")
                }
                if case .refused(let edit, _) = notice, edit.isQuiet {
                    complaints.append("said something of an edit that no person made")
                }
                notices.append(notice)
            case .wake(let seconds, let number):
                alarms.append((lastSecond + Int64(seconds), number))
            case .show: break
            }
        }
        seenConflicts += client.conflicts.filter { !seenConflicts.contains($0) }
    }

    /// Makes an edit as a person does.
    ///
    /// - Returns: Whether the agenda took it.
    mutating func edit(
        isQuiet: Bool = false,
        at now: Instant,
        _ body: (inout Agenda) throws -> EditOutcome
    ) -> Bool {
        guard let outcome = try? body(&client.agenda) else { return false }
        take(.edited(outcome, isQuiet: isQuiet), at: now)
        return true
    }

    /// Answers a candidate or a group's event as a person does.
    ///
    /// - Returns: The answer, if it could be given.
    mutating func answer(
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        isForAll: Bool,
        comment: String?,
        at now: Instant
    ) -> WaitingAnswer? {
        let given = try? client.answer(
            key,
            choice,
            isForAll: isForAll,
            comment: comment,
            at: now
        )
        guard let given else { return nil }
        lastSecond = now.secondsSinceEpoch
        carryOut(given.effects)
        return given.answer
    }

    /// Does the next thing that was asked of the disk.
    mutating func useDisk(at now: Instant) {
        guard !asked.isEmpty else { return }
        switch asked.removeFirst() {
        case .keep(let edit):
            if !storesNothing { disk[edit.name] = edit }
            take(.kept(edit.name, edit.sentAs, isKept: !storesNothing), at: now)
        case .forget(let name): disk[name] = nil
        case .keepConflict(let conflict): keptConflicts[conflict.name] = conflict
        case .forgetConflict(let name): keptConflicts[name] = nil
        case .keepAnswer(let answer):
            if !storesNothing { keptAnswers[answer.name] = answer }
            take(.kept(answer.name, nil, isKept: !storesNothing), at: now)
        case .forgetAnswer(let name): keptAnswers[name] = nil
        default: break
        }
    }

    /// Ends the program, which forgets what isn't on the disk, and starts it with the copy that it has.
    mutating func restart(from server: ServerModel, at now: Instant) {
        asked = []
        request = nil
        reads = []
        alarms = []
        ownSaves = [:]
        starts += 1
        client = Client(name: "d\(number)s\(starts)", agenda: Self.emptyAgenda)
        cursor = copyToken
        load(server.objects(at: cursor), at: now)
        take(.adopted(WaitingEdit.inOrder(disk.values), Array(keptConflicts.values)), at: now)
        take(.adoptedAnswers(Self.read(keptAnswers.values)), at: now)
    }

    /// Answers as a disk has them, in the order in which they were given.
    private static func read(_ answers: some Sequence<WaitingAnswer>) -> [WaitingAnswer] {
        let inOrder = answers.sorted {
            ($0.made, $0.name.place, $0.name.client) < ($1.made, $1.name.place, $1.name.client)
        }
        return inOrder.compactMap { answer in
            var json = JSONWriter()
            json.object { answer.write(to: &$0) }
            var reader = JSONReader(json.octets, depthMax: 16)
            return (try? reader.value()).flatMap { WaitingAnswer($0) }
        }
    }

    /// Closes a tab for good.
    ///
    /// - Returns: What it leaves on the disk that all tabs share.
    mutating func leave(
        _ server: ServerModel,
        at now: Instant
    ) -> (edits: [WaitingEdit], answers: [WaitingAnswer]) {
        let left = (Array(disk.values), Self.read(keptAnswers.values))
        disk = [:]
        keptAnswers = [:]
        restart(from: server, at: now)
        return left
    }

    /// Takes over what a closed tab has left on the disk.
    mutating func inherit(
        _ left: (edits: [WaitingEdit], answers: [WaitingAnswer]),
        at now: Instant
    ) {
        for edit in left.edits { disk[edit.name] = edit }
        for answer in left.answers { keptAnswers[answer.name] = answer }
        for edit in WaitingEdit.inOrder(left.edits) { take(.adopted([edit], []), at: now) }
        for answer in left.answers { take(.adoptedAnswers([answer]), at: now) }
    }

    mutating func keepCopy() { copyToken = cursor }

    /// Gives the wake-up calls that are due.
    mutating func wake(at now: Instant) {
        let due = alarms.filter { $0.second <= now.secondsSinceEpoch }
        alarms.removeAll { $0.second <= now.secondsSinceEpoch }
        for alarm in due { take(.woke(alarm.number), at: now) }
    }

    // MARK: - Network

    mutating func takeAnswer(_ answer: EditAnswer, at now: Instant) {
        if case .made(let saved) = answer, case .edit(let request) = request {
            for (change, save) in zip(request.changes, saved) {
                ownSaves[change.object] = save.token
            }
        }
        request = nil
        take(.answered(answer), at: now)
    }

    mutating func takeRead(_ answer: ReadAnswer, at now: Instant) {
        guard !reads.isEmpty else { return }
        take(.read(reads.removeFirst(), answer), at: now)
    }

    /// Reads on in the server's log.
    mutating func follow(_ server: ServerModel, count: Int, at now: Instant) {
        for entry in server.log.dropFirst(Int(cursor)).prefix(count) {
            cursor = entry.token
            let record =
                entry.version.map { SyncRecord.event(entry.object, $0) }
                ?? .eventRemoved(entry.object)
            lastSecond = now.secondsSinceEpoch
            carryOut(client.take(record, token: entry.token, into: &directory, at: now))
        }
    }

    /// Reads everything anew.
    mutating func reload(_ server: ServerModel, at now: Instant) {
        cursor = server.token
        load(server.objects, at: now)
    }
}
