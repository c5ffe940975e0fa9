public import ICalendar

extension Candidate {
    /// The identity that marks any event of an object as a candidate; nil if none has one.
    public static func mark(of object: CalendarObject) -> String? {
        for event in object.calendar.components {
            if let mark = event.first(identityName) { return mark.textValue }
        }
        return nil
    }
}
