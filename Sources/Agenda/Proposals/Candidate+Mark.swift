public import ICalendar

extension Candidate {
    /// The candidate identity of the first event of an object that has one; nil if no event does.
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
