import ICalendar

extension DraftWriter {
    /// Sets the categories, in one line.
    func setCategories(_ categories: [String], of event: inout Component) throws(EditError) {
        guard categories.count <= Limits.categoriesMax,
            categories.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Limits.titleBytesMax })
        else { throw .list }
        event.remove("CATEGORIES")
        if !categories.isEmpty { event.append(Property.texts("CATEGORIES", categories)) }
    }

    /// Sets the display and audio alarms before the start (RFC 5545, 3.6.6).
    ///
    /// One that exists already stays as written.
    func setReminders(_ minutes: [Int], of event: inout Component) throws(EditError) {
        guard minutes.count <= Limits.remindersMax,
            minutes.allSatisfy({ Limits.reminderMinutes.contains($0) })
        else { throw .list }
        var missing = minutes
        event.removeComponents { component in
            guard let before = component.reminderMinutes else { return false }
            guard let place = missing.firstIndex(of: before) else { return true }
            missing.remove(at: place)
            return false
        }
        for before in missing {
            var alarm = Component(name: "VALARM")
            alarm.append(Property(name: "ACTION", rawValue: "DISPLAY"))
            let trigger = before > 0 ? "-PT\(before)M" : before == 0 ? "PT0S" : "PT\(-before)M"
            alarm.append(Property(name: "TRIGGER", rawValue: trigger))
            // RFC 5545, 3.6.6 requires a text.
            let title = event.first("SUMMARY")?.textValue ?? ""
            alarm.append(Property.text("DESCRIPTION", title.isEmpty ? "Reminder" : title))
            event.append(alarm)
        }
    }
}

extension Component {
    /// The minutes before the start at which an alarm reminds of the event, negative after it; nil
    /// if it isn't a reminder that a person can set here.
    var reminderMinutes: Int? {
        guard isNamed("VALARM"), let trigger = first("TRIGGER"), let duration = trigger.duration,
            let action = first("ACTION")?.rawValue.utf8.map({ $0 & 0xDF }),
            action == Array("DISPLAY".utf8) || action == Array("AUDIO".utf8),
            trigger.parameter("RELATED").map({ $0.utf8.first.map { $0 & 0xDF } == 0x53 }) ?? true
        else { return nil }
        let seconds = Int64(duration.days) * 86_400 + duration.seconds
        guard seconds % 60 == 0, let minutes = Int(exactly: -seconds / 60),
            minutes >= Limits.reminderMinutes.lowerBound
        else { return nil }
        return minutes
    }
}
