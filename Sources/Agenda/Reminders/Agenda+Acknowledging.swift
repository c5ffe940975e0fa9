public import CivilTime
import ICalendar

extension Agenda {
    /// Notes in an event that the viewer has seen one of its reminders, so that their other programs
    /// don't ring any more (`ACKNOWLEDGED`, RFC 9074, 6.1).
    ///
    /// A person doesn't make it as an edit: it can't be undone, it changes nothing else of the
    /// event, and earlier edits of the event can still be undone.
    ///
    /// - Parameters:
    ///   - key: The occurrence that it reminded of.
    ///   - first: When the alarm rang first for it.
    ///   - now: The time to write.
    /// - Returns: The change, which is already made in this agenda.
    /// - Throws: ``EditError/readOnly(_:)`` unless the calendar is the viewer's alone: in a group's,
    ///   it would acknowledge for everybody. ``EditError/unknownEvent`` if there is no such reminder
    ///   any more.
    public mutating func acknowledge(
        _ key: OccurrenceKey,
        first: Instant,
        now: Instant
    ) throws(EditError) -> EditOutcome {
        guard calendars[key.object.calendar]?.level == .own else {
            throw .readOnly(key.object.calendar)
        }
        guard let occurrence = occurrence(key),
            let series = series(key.object)?.series(ofMaster: key.masterIndex),
            var object = CalendarText.parse(series.text).components.first
        else { throw .unknownEvent }
        let time = Property(
            name: PropertyName.acknowledged.text,
            rawValue: max(first, now).basicText
        )
        var number = -1
        var isFound = false
        object.mapComponents { component in
            let replaced = component.time(.recurrenceID)
            guard component.isNamed(.event), component.time(.dateTimeStart) != nil else {
                return component
            }
            if replaced == nil { number += 1 }
            guard !isFound, replaced == occurrence.event.recurrenceID,
                replaced != nil || number == key.masterIndex
            else { return component }
            var event = component
            event.mapComponents { alarm in
                guard let trigger = EventAlarm(alarm)?.trigger,
                    instant(of: trigger, for: occurrence, in: series) == first
                else { return alarm }
                isFound = true
                var acknowledged = alarm
                acknowledged.set(time)
                return acknowledged
            }
            if event.acknowledgeForThunderbird(time, snoozedUntil: first) { isFound = true }
            return event
        }
        guard isFound else { throw .unknownEvent }
        editCount += 1
        let edit = Edit(
            number: editCount,
            effect: EditEffect(acknowledging: occurrence),
            before: [snapshot(of: series.id, text: series.text)],
            after: [snapshot(of: series.id, text: CalendarText.write([object]))],
            isAside: true
        )
        return carryOutAside(edit)
    }
}

extension Component {
    /// Notes an acknowledgement where Thunderbird looks for it, if it has been there already.
    ///
    /// - Returns: Whether the acknowledged reminder is one that Thunderbird snoozed.
    fileprivate mutating func acknowledgeForThunderbird(
        _ time: Property,
        snoozedUntil first: Instant
    ) -> Bool {
        let (acknowledged, snoozed) = (
            ThunderbirdReminder.acknowledged, ThunderbirdReminder.snoozedUntil
        )
        let isSnooze = self.time(snoozed) == .utc(first)
        if isSnooze { remove(snoozed) }
        if isSnooze || self.first(acknowledged) != nil {
            set(Property(name: acknowledged, rawValue: time.rawValue))
        }
        return isSnooze
    }
}

extension EditEffect {
    /// The effect of acknowledging a reminder, which is announced to nobody.
    fileprivate init(acknowledging occurrence: EventOccurrence) {
        self.init(
            kind: .changed,
            scope: nil,
            title: occurrence.event.title,
            isAllDay: occurrence.event.isAllDay,
            oldStart: occurrence.start,
            newStart: occurrence.start,
            from: nil,
            oldRule: nil,
            newRule: nil,
            keptCount: 0,
            droppedCount: 0,
            isDetached: false,
            calendar: nil
        )
    }
}
