import ServerBase
import Store

/// Which registrations wait for a message, and which of them may have one now.
///
/// It holds one note for each registration that is concerned, so it can't grow past their number.
/// A restart forgets it: programs ask by themselves as well, only less often.
actor PushQueue {
    /// A message to send.
    struct Due: Hashable, Sendable {
        let registration: String
        let triggers: PushTriggers
    }

    /// How a message fared.
    enum Outcome: Hashable, Sendable {
        case sent
        case failed
        /// The registration has ended, or nobody takes its messages any more.
        case gone
    }

    private struct Note {
        let account: AccountID
        var waiting: PushTriggers = []
        var sending: PushTriggers = []
        var failureCount = 0
        /// When it may be sent to again.
        var dueSecond: Int64

        /// Whether it may be sent to now, also if that was set before the machine's clock was put back.
        func isDue(nowSecond: Int64) -> Bool {
            dueSecond <= nowSecond || dueSecond > nowSecond + Limits.pushRetrySecondsMax
        }
    }

    private var notes: [String: Note] = [:]

    /// The number of registrations with a message that waits, is under way or has just been sent.
    var count: Int { notes.count }

    /// Notes what registrations are to be told.
    func add(_ updates: [PushUpdate], nowSecond: Int64) {
        for update in updates {
            let fresh = Note(account: update.account, dueSecond: nowSecond)
            notes[update.registration, default: fresh].waiting.formUnion(update.triggers)
        }
    }

    /// Takes what can be sent now, those that have waited longest first.
    func takeDue(nowSecond: Int64) -> [Due] {
        var inAll = 0
        var ofAccount: [AccountID: Int] = [:]
        for note in notes.values where !note.sending.isEmpty {
            inAll += 1
            ofAccount[note.account, default: 0] += 1
        }
        var due: [Due] = []
        for (id, note) in ready(nowSecond: nowSecond) {
            guard inAll < Limits.pushSendsMax else { break }
            guard ofAccount[note.account, default: 0] < Limits.pushSendsPerAccountMax else {
                continue
            }
            inAll += 1
            ofAccount[note.account, default: 0] += 1
            due.append(Due(registration: id, triggers: note.waiting))
            notes[id]?.sending = note.waiting
            notes[id]?.waiting = []
        }
        return due
    }

    private func ready(nowSecond: Int64) -> [(id: String, note: Note)] {
        // What has been sent long enough ago, without anything new, needs no note.
        notes = notes.filter { _, note in
            !note.waiting.isEmpty || !note.sending.isEmpty || !note.isDue(nowSecond: nowSecond)
        }
        return notes.filter { _, note in
            note.sending.isEmpty && !note.waiting.isEmpty && note.isDue(nowSecond: nowSecond)
        }
        .map { (id: $0.key, note: $0.value) }
        .sorted { ($0.note.dueSecond, $0.id) < ($1.note.dueSecond, $1.id) }
    }

    /// Notes how a message fared, and returns whether the registration is to be removed.
    func finish(_ due: Due, _ outcome: Outcome, nowSecond: Int64) -> Bool {
        guard var note = notes[due.registration] else { return outcome == .gone }
        note.sending = []
        switch outcome {
        case .sent:
            note.failureCount = 0
            note.dueSecond = nowSecond + Limits.pushGapSeconds
        case .failed:
            note.failureCount += 1
            note.waiting.formUnion(due.triggers)
            note.dueSecond = nowSecond + Self.pauseSeconds(afterFailures: note.failureCount)
        case .gone: break
        }
        let isRemoved = outcome == .gone || note.failureCount >= Limits.pushFailuresMax
        notes[due.registration] = isRemoved ? nil : note
        return isRemoved
    }

    /// Twice as long after each failure.
    static func pauseSeconds(afterFailures count: Int) -> Int64 {
        let doublings = min(count - 1, 30)
        return min(Limits.pushRetrySeconds << doublings, Limits.pushRetrySecondsMax)
    }
}
