import Agenda
import CivilTime
import Client
import ICalendar

// What is said in words.

extension Notice {
    var sentence: String {
        switch self {
        case .saved(1): "The change that had waited is saved."
        case .saved(let count): "The changes of \(count) events that had waited are saved."
        case .refused(let edit, let refusal):
            "“\(edit.title)”: the change was taken back, because \(refusal.reason)."
        case .tookBack(let edit): "“\(edit.title)”: the change was taken back before it was sent."
        case .refusedAnswer(let answer, let refusal):
            "“\(answer.title)”: your answer was taken back, because \(refusal.reason)."
        case .tookBackAnswer(let answer): "“\(answer.title)”: your answer was taken back."
        case .notUsed(let conflict, let refusal):
            "“\(conflict.title)”: your side of the conflict can't be had, because \(refusal.reason)."
        }
    }
}

extension Refusal {
    /// The rest of a sentence after "because".
    fileprivate var reason: String {
        switch self {
        case .changedElsewhere: "somebody else changed the event, and both changes can't be had"
        case .deletedElsewhere: "somebody else deleted the event"
        case .server("not-found"): "the event or its calendar is gone"
        case .server("deadline-over"): "answers were taken until a deadline that has passed"
        case .server("decided"): "the proposal has been decided"
        case .server("organizers-event"): "only its organizer can change it"
        case .server("storage-full"): "the calendar has no room left"
        case .server("disk-full"): "the server's disk is full"
        case .server("not-signed-in"): "nobody is signed in, and it couldn't be kept"
        case .server(let code): "the server refused it (\(code))"
        }
    }
}

extension EditConflict {
    /// What gave way, and what can be done about it; the number is that of the conflict.
    func sentence(_ number: Int, zone: Zone) -> String {
        let changes = fields.map { field -> String in
            let (theirs, ours) = (
                field.shown(field.theirs, in: zone), field.shown(field.ours, in: zone)
            )
            guard !theirs.isEmpty || !ours.isEmpty else { return field.word }
            return "\(field.word): theirs is \(quoted(theirs)), yours was \(quoted(ours))"
        }
        return "“\(title)” was changed by somebody else, too (\(changes.joined(separator: "; "))). "
            + "Type “mine \(number)” for yours, or “seen \(number)” to keep theirs."
    }

    private func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }
}

extension ContestedField {
    fileprivate var word: String {
        switch name {
        case "SUMMARY": "the title"
        case "DTSTART": "the time"
        case "LOCATION": "the place"
        case "DESCRIPTION": "the notes"
        case "RRULE": "the repetition"
        case "VALARM": "the reminders"
        case "EXDATE": "the removed date"
        default: name
        }
    }

    /// A value for people: of a time, its start by the viewer's clock.
    fileprivate func shown(_ value: String, in zone: Zone) -> String {
        guard name == "DTSTART" else { return value }
        let start = value.prefix { $0 != "/" }
        if let instant = Instant(String(start)) {
            let civil = zone.civil(at: instant)
            return "\(civil.date.dayText) \(civil.clockText)"
        }
        guard let time = CalendarTime(text: String(start), zone: nil) else { return value }
        let civil = time.civil
        return time.isDate ? civil.date.dayText : "\(civil.date.dayText) \(civil.clockText)"
    }
}

extension EditError {
    var sentence: String {
        switch self {
        case .title: "An event needs a title of at most 1,000 bytes."
        case .noStart: "An event needs a start."
        case .endBeforeStart: "The end is before the start."
        case .rule, .ruleTooOften: "It can't repeat like that."
        case .list: "There are too many categories, reminders or guests."
        case .guest(let address): "Nobody can be invited at “\(address)”."
        case .noOrganizer: "Guests can't be invited from here."
        case .unknownZone(let zone): "The time zone \(zone.name) isn't known here."
        case .unknownCalendar: "There is no calendar for it."
        case .readOnly: "This calendar can't be changed."
        case .isProposal: "A proposal can be answered, but not changed."
        case .unknownEvent: "The event isn't there any more."
        case .alreadyThere: "The event is there already."
        case .tooMany: "That's too many events at once."
        case .nothingChanges: "Nothing would change."
        case .nothingToUndo: "There is nothing to undo."
        case .nothingToRedo: "There is nothing to redo."
        case .changedElsewhere: "The event was changed since, so this can't be undone or redone."
        }
    }
}

extension ProposalError {
    var sentence: String {
        switch self {
        case .over: "Answers were taken until a deadline that has passed."
        case .notAMember: "Only those who are asked can answer."
        default: "It can't be answered."
        }
    }
}

extension EditOutcome {
    var sentence: String {
        let what =
            switch direction {
            case .undone: "Undone"
            case .redone: "Redone"
            case .done:
                switch edit.effect.kind {
                case .created: "Added"
                case .changed: "Changed"
                case .moved: "Moved"
                case .deleted: "Deleted"
                case .restored: "Restored"
                }
            }
        let start = edit.start.map { time in
            let clock = edit.effect.isAllDay ? "" : " \(time.clockText)"
            return ", \(time.date.dayText)\(clock)"
        }
        return "\(what): “\(edit.title)”\(start ?? "")"
    }
}

extension ServerFailure {
    /// Why, as the rest of a sentence after "because".
    package var reason: String {
        switch self {
        case .away(let reason): reason
        case .refused(let code, let detail):
            detail.isEmpty ? "the server refuses (\(code))" : detail
        }
    }
}

/// How long ago something was, such as "3 minutes ago".
func agoText(seconds: Int64) -> String {
    func text(_ count: Int64, _ unit: String) -> String {
        "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
    switch seconds {
    case ..<60: return "just now"
    case ..<3_600: return text(seconds / 60, "minute")
    case ..<86_400: return text(seconds / 3_600, "hour")
    default: return text(seconds / 86_400, "day")
    }
}
