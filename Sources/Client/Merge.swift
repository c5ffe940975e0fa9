import ICalendar

/// Two changes of one object's text.
struct Merge {
    private let base: Component, ours: Component, theirs: Component

    /// Nil if one of the texts is no calendar.
    init?(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
        guard let base = Self.calendar(in: base), let ours = Self.calendar(in: ours),
            let theirs = Self.calendar(in: theirs)
        else { return nil }
        (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }

    private static func calendar(in text: [UInt8]) -> Component? {
        CalendarText.parse(text).components.first { $0.isNamed(.calendar) }
    }

    var canMerge: Bool { EventMerge.canMerge(calendar: base, ours: ours, theirs: theirs) }

    var contested: [ContestedField] {
        EventMerge.contested(calendar: base, ours: ours, theirs: theirs)
    }

    /// Both changes; theirs where both changed a field.
    var merged: [UInt8] {
        CalendarText.write([EventMerge.merged(calendar: base, ours: ours, theirs: theirs)])
    }

    /// Both changes; ours where both changed a field.
    var keepingOurs: [UInt8] {
        CalendarText.write([
            EventMerge.merged(calendar: base, ours: theirs, theirs: ours, removesDays: true)
        ])
    }
}
