import ICalendar

extension SchedulingObject {
    /// The name that the object gives its organizer; empty for none.
    package var organizerName: String {
        let property = parts.lazy.compactMap { $0.component.first(.organizer) }.first
        return property?.parameter("CN") ?? ""
    }

    /// Whether the person with these addresses hasn't answered any part of it yet.
    package func isUnanswered(by person: Set<CalendarAddress>) -> Bool {
        parts.allSatisfy { part in
            part.component.attendee(person).map { $0.partStat == .needsAction } ?? true
        }
    }
}
