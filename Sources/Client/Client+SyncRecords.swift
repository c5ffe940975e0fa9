public import Agenda
public import CivilTime

// What the server says of everything, in a load or in the live stream.

extension Client {
    /// Takes a record of the live stream.
    ///
    /// - Parameters:
    ///   - record: What the server says.
    ///   - token: The record's place in the server's log.
    ///   - directory: The calendars and groups, which the record may change.
    ///   - now: The present time.
    /// - Returns: What to do, in this order.
    public mutating func take(
        _ record: SyncRecord,
        token: UInt64,
        into directory: inout CalendarDirectory,
        at now: Instant
    ) -> [Effect] {
        self.now = now
        switch record {
        case .event(let object, let version):
            forgetSaves(before: token)
            takeRecord(object, version, token)
        case .eventRemoved(let object):
            forgetSaves(before: token)
            takeRecord(object, nil, token)
        default:
            describe(record, in: &directory)
            effects.append(.show)
        }
        return end()
    }

    /// Takes a whole load: what it doesn't mention is gone.
    ///
    /// The edits that wait stay on top, and the history of edits stays as well.
    ///
    /// - Parameters:
    ///   - records: The records, with the header first.
    ///   - token: The place in the server's log that they lead to.
    ///   - directory: The calendars and groups, which are replaced.
    ///   - now: The present time.
    /// - Returns: What to do, in this order.
    public mutating func load(
        _ records: [SyncRecord],
        token: UInt64,
        into directory: inout CalendarDirectory,
        at now: Instant
    ) -> [Effect] {
        self.now = now
        var objects: [(ObjectID, ObjectVersion)] = []
        for record in records {
            if case .event(let object, let version) = record {
                objects.append((object, version))
            } else {
                describe(record, in: &directory)
            }
        }
        takeAll(objects, token)
        // Not before: whoever had changed an event of such a calendar is told that it's gone.
        let present = Set(directory.calendars.map { $0.id })
        for calendar in Array(agenda.calendars.keys) where !present.contains(calendar) {
            agenda.removeCalendar(calendar)
        }
        effects.append(.show)
        return end()
    }

    /// Takes what the server says of a calendar or a group.
    private mutating func describe(_ record: SyncRecord, in directory: inout CalendarDirectory) {
        switch record {
        case .header(let account, _):
            directory.begin(for: account)
            agenda.setAccount(account)
        case .calendar(let entry):
            directory.put(entry)
            putCalendar(directory.collection(entry))
        case .calendarRemoved(let calendar):
            directory.remove(calendar)
            agenda.removeCalendar(calendar)
        case .group(let group):
            directory.put(group)
            nameCalendars(in: directory)
        case .groupRemoved(let id):
            directory.removeGroup(id)
            nameCalendars(in: directory)
        case .leftOut(let calendar): directory.noteIncomplete(calendar)
        case .event, .eventRemoved, .end: break
        }
    }

    /// Names the calendars of fellow members anew, whose names are those of the members.
    private mutating func nameCalendars(in directory: CalendarDirectory) {
        for entry in directory.calendars where !entry.owner.isEmpty {
            agenda.putCalendar(directory.collection(entry))
        }
    }

    /// Adds a calendar to the agenda, or describes it anew.
    ///
    /// When the rights to it change, it's removed and added again; the edits of its events are shown then.
    public mutating func putCalendar(_ calendar: CalendarCollection) {
        let isNew = agenda.calendars[calendar.id] == nil
        agenda.putCalendar(calendar)
        guard isNew else { return }
        for edit in edits {
            for change in edit.changes where change.object.calendar == calendar.id {
                show(change.object, otherwise: nil)
            }
        }
    }
}
