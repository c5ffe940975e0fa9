import ICalendar
import Scheduling
import ServerBase
import Store
import Writing

/// An object of an imported file that is about a part of an event, or was sent to somebody.
struct ImportedMessage: Sendable {
    let method: Keyword?
    let text: String
    /// The addresses of whoever imports the file.
    let person: Set<CalendarAddress>
    let planner: SchedulingPlanner

    /// Nil for an object that takes the place of the one with its UID, whatever that says.
    ///
    /// - Parameters:
    ///   - object: The object as it was read.
    ///   - text: It as text.
    ///   - person: The addresses of whoever imports it.
    ///   - planner: What reads objects with their zones.
    init?(
        _ object: CalendarObject,
        text: String,
        for person: Set<CalendarAddress>,
        _ planner: SchedulingPlanner
    ) {
        guard object.method != nil || object.master == nil else { return nil }
        method = object.method
        self.text = text
        self.person = person
        self.planner = planner
    }

    /// What it makes of the event with its UID, whose text is given; nil for none.
    func effect(on kept: String?) -> ImportEffect {
        let known = kept.flatMap { planner.object(of: CalendarText.parse($0)) }
        guard let message = planner.object(of: CalendarText.parse(text)),
            kept == nil || known != nil
        else {
            // What isn't an event or a task is nothing that people send messages about.
            let isWhole = method.map(\.describesEvents) ?? true
            return isWhole ? .stored : .leftOut(word: FileDelivery.Reason.notUsable.rawValue)
        }
        let delivery = FileDelivery(of: message, method: method, for: person)
        switch delivery.outcome(over: known) {
        case .stored: return .stored
        case .unchanged: return .unchanged
        case .leftOut(let reason): return .leftOut(word: reason.rawValue)
        case .changed(let calendar, let effect):
            let draft = CalendarObject(calendar).flatMap { try? ObjectReader.draft(of: $0).get() }
            // Both were read before; together they may be more than an event may have.
            guard let draft else { return .leftOut(word: FileDelivery.Reason.notUsable.rawValue) }
            return .changed(draft, word: effect.rawValue)
        }
    }
}

extension ObjectProblem {
    /// What became of an object that is about a part of an event: what it changed, or why it's left out.
    init?(_ note: ImportNote, line: Int) {
        let coded: (code: String, message: String)
        if let effect = FileDelivery.Effect(rawValue: note.word), !note.isLeftOut {
            coded = effect.coded
        } else if let reason = FileDelivery.Reason(rawValue: note.word) {
            coded = reason.coded
        } else {
            return nil
        }
        self.init(
            line: line,
            code: coded.code,
            message: coded.message,
            outcome: note.isLeftOut ? "dropped" : "applied"
        )
    }
}

extension FileDelivery.Effect {
    /// A stable word, and an English sentence without the file's name.
    fileprivate var coded: (code: String, message: String) {
        switch self {
        case .answered: ("answer-taken", "answer of a guest, taken")
        case .datesCancelled: ("dates-cancelled", "single dates called off; the rest stays")
        case .cancelled: ("event-cancelled", "event called off")
        case .datesChanged: ("dates-changed", "single dates changed; the rest stays")
        }
    }
}

extension FileDelivery.Reason {
    /// A stable word, and an English sentence without the file's name: what is wrong, then what was done.
    fileprivate var coded: (code: String, message: String) {
        switch self {
        case .notHere: ("event-not-here", "message about an event that isn't here, dropped")
        case .outdated:
            ("message-outdated", "message about an earlier version of the event, dropped")
        case .suggestion:
            ("suggestion", "suggestion of another time, which changes nothing, dropped")
        case .noNews: ("no-news", "message that changes nothing, dropped")
        case .notInvited: ("not-invited", "answer of somebody who isn't invited, dropped")
        case .noSuchDate:
            ("no-such-date", "message about a date that the series doesn't have, dropped")
        case .notUsable: ("message-not-usable", "message that can't be used, dropped")
        }
    }
}
