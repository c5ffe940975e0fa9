import ICalendar

extension Component {
    /// The organizer's component, with the attendee's own properties taken from their component.
    ///
    /// The answer is kept unless the organizer asks again.
    func keepingOwn(of own: Component, _ person: Set<CalendarAddress>) -> Component {
        var copy = self
        let keepsAnswer = !asksAgain(after: own, person)
        if keepsAnswer, let answer = own.attendee(person)?.partStat {
            copy = copy.mapAttendees { $0.isParticipant(person) ? $0.answered(answer) : $0 }
        }
        if let organizer = own.first(.organizer) {
            // Keep who sends replies, and keep the result of the last reply while it's about this
            // answer.
            let names = keepsAnswer ? ["SCHEDULE-AGENT", "SCHEDULE-STATUS"] : ["SCHEDULE-AGENT"]
            copy = copy.mapOrganizer { $0.keeping(names, of: organizer) }
        }
        for name in Self.ownProperties {
            let mine = own.all(name)
            guard !mine.isEmpty else { continue }
            copy.setAll(name, to: mine)
        }
        for property in own.properties
        where property.isProgramsNote && copy.first(property.name) == nil {
            copy.append(property)
        }
        copy.removeComponents { $0.isNamed(.alarm) }
        for alarm in own.components(named: .alarm) { copy.append(alarm) }
        return copy
    }

    /// Whether the organizer's component asks an attendee again: its `SEQUENCE` differs from that
    /// of the attendee's component, and it doesn't have the answer that they gave.
    func asksAgain(after own: Component, _ person: Set<CalendarAddress>) -> Bool {
        guard own.sequence != sequence else { return false }
        guard let answer = own.attendee(person)?.partStat, answer != .needsAction else {
            return true
        }
        return attendee(person)?.partStat != answer
    }

    /// Whether an override has other reminders than the series, or takes time differently.
    func hasOwnReminders(than master: Component?) -> Bool {
        components(named: .alarm) != master?.components(named: .alarm)
            || first(.transparency) != master?.first(.transparency)
    }

    private static let ownProperties = [
        "TRANSP", "COLOR", "X-MEANTIME-COLOR", "COMPLETED", "PERCENT-COMPLETE", "CREATED",
    ]
}

extension Property {
    /// Whether a program wrote the property for itself.
    fileprivate var isProgramsNote: Bool { knownName == nil && name.hasPrefix("X-") }

    fileprivate func keeping(_ names: [String], of own: Property) -> Property {
        var property = self
        for name in names {
            guard let value = own.parameter(name), property.parameter(name) == nil else { continue }
            property = property.setting(name, to: [value])
        }
        return property
    }
}
