public import ICalendar

extension Candidate {
    /// The identity that marks any event of an object as a candidate; nil if none has one.
    public static func mark(of object: CalendarObject) -> String? {
        for event in object.calendar.components {
            if let mark = event.first(identityName) { return mark.textValue }
        }
        return nil
    }

    /// The same for a stored text that hasn't been parsed.
    public static func mark(inText text: String) -> String? {
        // The first letter may occur only once in the word, so "proposal" can't be looked for.
        guard CalendarText.mentions(text, "roposal") else { return nil }
        for calendar in CalendarText.parse(text).components {
            for case .component(let component) in calendar.nodes {
                if let mark = component.first(identityName) { return mark.textValue }
            }
        }
        return nil
    }
}
