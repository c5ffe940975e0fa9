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
            switch record {
            case .event(let object, let version): objects.append((object, version))
            case .end: break
            default: describe(record, in: &directory)
            }
        }
        takeAll(objects, token)
        // Not before: whoever had changed an event of such a calendar is told that it's gone.
        describe(.end, in: &directory)
        effects.append(.show)
        return end()
    }

    // MARK: - Objects

    /// Takes one object as the server has it.
    mutating func takeRecord(_ object: ObjectID, _ version: ObjectVersion?, _ token: UInt64) {
        self.token = max(self.token, token)
        if let save = save(of: object) {
            let isEcho = version.map { $0.etag == save.etag } ?? save.etag.isEmpty
            let isKnown = token > 0 && save.token > 0
            // It set out before our save. The save's own record says whether the object is an unanswered invitation by now.
            if isKnown, token < save.token { return }
            setSave(nil, of: object)
            // Servers without tokens say only what it is.
            if !isKnown, isEcho { return }
        }
        if isSent(object) {
            if let earlier = held(of: object), earlier.token > token { return }
            setHeld(ObjectNote.Held(version: version, token: token), of: object)
            return
        }
        if version == nil { dropAnswers(to: object, .deletedElsewhere) }
        forgetSavedAnswers(to: object)
        if let place = places(of: object).first {
            setHeld(nil, of: object)
            rebase(place, onto: [(object, version)])
        } else {
            show(object, otherwise: version)
        }
    }

    /// Whether a record of an object may be about an edit of it or an answer to it; `token` is the record's place in the server's log.
    public mutating func concerns(_ object: ObjectID, token: UInt64) -> Bool {
        forgetSaves(before: token)
        return save(of: object) != nil || lastPlace(of: object) != nil
            || answers.contains { $0.object == object }
    }

    /// Takes everything that the server has.
    mutating func takeAll(_ objects: [(ObjectID, ObjectVersion)], _ token: UInt64) {
        self.token = token
        let present = Set(objects.lazy.map { $0.0 })
        for object in agenda.objects where !present.contains(object) {
            takeRecord(object, nil, token)
        }
        for edit in edits {
            for change in edit.changes where change.text == nil && !present.contains(change.object)
            {
                takeRecord(change.object, nil, token)
            }
        }
        for (object, version) in objects { takeRecord(object, version, token) }
    }

    /// Takes what was held back while an edit of the object was under way.
    mutating func releaseHeld(_ object: ObjectID) {
        guard !isSent(object), let held = held(of: object) else { return }
        setHeld(nil, of: object)
        takeRecord(object, held.version, held.token)
    }

    // MARK: - Calendars and groups

    /// Takes what the server says of a calendar, a group or the load.
    private mutating func describe(_ record: SyncRecord, in directory: inout CalendarDirectory) {
        switch record {
        case .header(let account, _): beginLoad(for: account, in: &directory)
        case .calendar(let entry): put(entry, in: &directory)
        case .calendarRemoved(let calendar): remove(calendar, in: &directory)
        case .group(let group): put(group, in: &directory)
        case .groupRemoved(let id): removeGroup(id, in: &directory)
        case .end: endLoad(in: &directory)
        case .event, .eventRemoved, .leftOut: break
        }
    }

    /// Notes that everything is about to be described again, for this account.
    public mutating func beginLoad(for account: String, in directory: inout CalendarDirectory) {
        directory.begin(for: account)
        agenda.setAccount(account)
    }

    /// Removes what wasn't described since the load began.
    public mutating func endLoad(in directory: inout CalendarDirectory) {
        directory.end()
        for calendar in Array(agenda.calendars.keys) where directory.calendar(calendar) == nil {
            agenda.removeCalendar(calendar)
        }
        dropLostConflicts()
        draw(directory)
    }

    /// Takes a calendar that is there, or has changed.
    public mutating func put(_ entry: CalendarEntry, in directory: inout CalendarDirectory) {
        directory.put(entry)
        draw(entry, of: directory, colors: directory.colors)
    }

    /// Takes that a calendar is gone with its events, or that the account may not see it any more.
    public mutating func remove(_ calendar: CalendarID, in directory: inout CalendarDirectory) {
        directory.remove(calendar)
        agenda.removeCalendar(calendar)
        dropLostConflicts()
    }

    /// Takes a group that is there, or has changed.
    public mutating func put(_ group: GroupEntry, in directory: inout CalendarDirectory) {
        directory.put(group)
        draw(directory)
    }

    /// Takes that the account isn't in a group any more.
    public mutating func removeGroup(_ id: String, in directory: inout CalendarDirectory) {
        directory.removeGroup(id)
        draw(directory)
    }

    /// Shows and hides calendars as the person has chosen.
    public mutating func choose(_ choice: CalendarChoice, in directory: inout CalendarDirectory) {
        directory.choice = choice
        draw(directory)
    }

    /// Gives the agenda the group and the calendars, whose look, owner or visibility may have changed.
    @inline(never)
    private mutating func draw(_ directory: CalendarDirectory) {
        agenda.showGroup(directory.groupView)
        let colors = directory.colors
        for entry in directory.calendars { draw(entry, of: directory, colors: colors) }
    }

    @inline(never)
    private mutating func draw(
        _ entry: CalendarEntry,
        of directory: CalendarDirectory,
        colors: [String: EventColor]
    ) {
        putCalendar(directory.collection(entry, colors: colors))
        let isShown = directory.isShown(entry)
        if agenda.calendars[entry.id]?.isVisible != isShown {
            agenda.showCalendar(entry.id, isShown)
        }
    }

    /// Adds a calendar to the agenda, or describes it anew.
    ///
    /// When the rights to it change, it's removed and added again; the edits of its events are shown then.
    private mutating func putCalendar(_ calendar: CalendarCollection) {
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
