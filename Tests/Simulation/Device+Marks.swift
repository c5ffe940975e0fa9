import Agenda
import CivilTime
import Client

// The marks of what waits, worked out from what an edit found and what it makes.

extension Device {
    /// What is wrong with the marks on the screen while the server is away.
    ///
    /// Each date that an edit makes other than it found it has one. Where an edit changes the series itself, dates that
    /// nevertheless stay as they are may have one as well.
    func faultyMarks(in days: Range<CivilDate>, _ read: inout ReadDates) -> [String] {
        var changed: Set<String> = []
        var removed: Set<String> = []
        var changedSeries: Set<ObjectID> = []
        for edit in client.edits where !edit.isQuiet {
            for change in edit.changes {
                let before = read.dates(of: change.base?.text, at: change.object, in: days)
                let after = read.dates(of: change.text, at: change.object, in: days)
                changed.formUnion(after.filter { before[$0.key] != $0.value }.keys)
                // They may be shown while an edit of another tab lies on top.
                removed.formUnion(before.keys.filter { after[$0] == nil })
                // What was moved there and back says no more than when it was written.
                if before == after || Self.series(change.base?.text) != Self.series(change.text) {
                    changedSeries.insert(change.object)
                }
            }
        }
        for answer in client.waitingAnswers {
            if answer.occurrence.isEmpty {
                let dates = client.agenda.occurrences(in: days).filter {
                    $0.key.object == answer.object
                }
                changed.formUnion(dates.map(Self.name))
            } else {
                changed.insert("\(answer.object.href) \(answer.occurrence)")
            }
        }
        // Before the disk has answered, they may be marked.
        changedSeries.formUnion(client.answers.map(\.object))
        var faults: [String] = []
        for occurrence in client.agenda.occurrences(in: days) {
            let name = Self.name(occurrence)
            let isMarked = client.isWaiting(occurrence)
            if changed.contains(name), !isMarked {
                faults.append("device \(number) doesn't mark \(name), which waits")
            }
            let isConcerned =
                changed.contains(name) || removed.contains(name)
                || changedSeries.contains(occurrence.key.object)
            if isMarked, !isConcerned {
                faults.append("device \(number) marks \(name), which nobody has changed")
            }
        }
        for event in client.waitingEvents where client.edits[event.edit].isQuiet {
            faults.append("device \(number) lists an edit that no person made")
        }
        return faults
    }

    fileprivate static func name(_ occurrence: EventOccurrence) -> String {
        "\(occurrence.key.object.href) \(occurrence.key.originalStart)"
    }

    /// A series without what belongs to single dates.
    private static func series(_ text: [UInt8]?) -> [Substring] {
        let ofDates = ["EXDATE", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
        return String(decoding: text ?? [], as: UTF8.self).split(separator: "\r\n")
            .prefix { $0 != "END:VEVENT" }
            .filter { line in !ofDates.contains { line.hasPrefix($0) } }
    }
}

/// What the dates of events say, read once of each text because that takes as long as all else in a story.
struct ReadDates {
    private struct Key: Hashable {
        let object: ObjectID
        let text: [UInt8]
    }

    private var known: [Key: [String: String]] = [:]

    /// What the dates of an event say, by their names; `days` are always the same.
    mutating func dates(
        of text: [UInt8]?,
        at object: ObjectID,
        in days: Range<CivilDate>
    ) -> [String: String] {
        guard let text else { return [:] }
        let key = Key(object: object, text: text)
        if let dates = known[key] { return dates }
        var agenda = Device.emptyAgenda
        agenda.putObject(object, etag: "", text: text)
        var dates: [String: String] = [:]
        for occurrence in agenda.occurrences(in: days) {
            let event = occurrence.event
            dates[Device.name(occurrence)] =
                "\(occurrence.start.text) \(event.title) \(event.location)"
        }
        known[key] = dates
        return dates
    }
}
