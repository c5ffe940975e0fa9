import ICalendar

/// Two changes of one object's text.
struct Merge {
    private let base: Component, ours: Component, theirs: Component

    /// Nil if one of the texts is no calendar.
    init?(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
        guard let base = CalendarText.calendar(in: base),
            let ours = CalendarText.calendar(in: ours),
            let theirs = CalendarText.calendar(in: theirs)
        else { return nil }
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }

    var canMerge: Bool { EventMerge.canMerge(calendar: base, ours: ours, theirs: theirs) }

    var contested: [ContestedField] {
        EventMerge.contested(calendar: base, ours: ours, theirs: theirs)
    }

    /// Both changes; theirs where both changed a field.
    var merged: [UInt8] {
        CalendarText.write([EventMerge.merged(calendar: base, ours: ours, theirs: theirs)])
    }

    /// Whether nothing of ours is left in that, other than when it was written.
    var isTheirs: Bool {
        let merged = EventMerge.merged(calendar: base, ours: ours, theirs: theirs)
        return EventChange(from: theirs, to: merged).occurrences == []
    }

    /// Both changes; ours where both changed a field.
    var keepingOurs: [UInt8] {
        CalendarText.write([
            EventMerge.merged(calendar: base, ours: theirs, theirs: ours, removesDays: true)
        ])
    }
}
