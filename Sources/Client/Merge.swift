import ICalendar

/// Two changes of one object's text.
struct Merge {
    private let base: Component, ours: Component, theirs: Component
    private let theirText: [UInt8]

    /// Nil if one of the texts is no calendar.
    init?(base: [UInt8], ours: [UInt8], theirs theirText: [UInt8]) {
        guard let base = CalendarText.calendar(in: base),
            let ours = CalendarText.calendar(in: ours),
            let theirs = CalendarText.calendar(in: theirText)
        else { return nil }
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
        self.theirText = theirText
    }

    var canMerge: Bool { EventMerge.canMerge(calendar: base, ours: ours, theirs: theirs) }

    var contested: [ContestedField] {
        EventMerge.contested(calendar: base, ours: ours, theirs: theirs)
    }

    /// Both changes; theirs where both changed a field.
    var merged: [UInt8] { CalendarText.write([both]) }

    /// The same, or their text if nothing of ours is left in it other than when it was written.
    var mergedOrTheirs: [UInt8] {
        let both = both
        let isTheirs = EventChange(from: theirs, to: both).occurrences == []
        return isTheirs ? theirText : CalendarText.write([both])
    }

    private var both: Component { EventMerge.merged(calendar: base, ours: ours, theirs: theirs) }

    /// Both changes; ours where both changed a field.
    var keepingOurs: [UInt8] {
        CalendarText.write([
            EventMerge.merged(calendar: base, ours: theirs, theirs: ours, removesDays: true)
        ])
    }
}
