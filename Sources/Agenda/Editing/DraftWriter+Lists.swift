import CivilTime
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

    /// Sets the alarms before the start that remind of the event (RFC 5545, 3.6.6).
    ///
    /// One that exists already stays as written.
    func setReminders(_ minutes: [Int], of event: inout Component) throws(EditError) {
        guard minutes.count <= Limits.remindersMax else { throw .list }
        var missing = minutes
        event.removeComponents { component in
            guard let before = component.reminderMinutes else { return false }
            guard let place = missing.firstIndex(of: before) else { return true }
            missing.remove(at: place)
            return false
        }
        guard missing.allSatisfy({ Limits.reminderMinutes.contains($0) }) else { throw .list }
        let isAllDay = event.time("DTSTART")?.isDate ?? false
        for before in missing {
            var alarm = Component(name: "VALARM")
            alarm.append(Property(name: "ACTION", rawValue: "DISPLAY"))
            let trigger = Self.trigger(minutesBefore: before, isAllDay: isAllDay)
            alarm.append(Property(name: "TRIGGER", rawValue: trigger))
            // RFC 5545, 3.6.6 requires a text.
            let title = event.first("SUMMARY")?.textValue ?? ""
            alarm.append(Property.text("DESCRIPTION", title.isEmpty ? "Reminder" : title))
            event.append(alarm)
        }
    }

    /// The value of `TRIGGER` for a reminder.
    ///
    /// Whole days before a time are written as days, because people mean the same time on the clock:
    /// 24 hours before would be another one when the clocks change in between.
    private static func trigger(minutesBefore before: Int, isAllDay: Bool) -> String {
        if before > 0, before % 1_440 == 0, !isAllDay { return "-P\(before / 1_440)D" }
        return before > 0 ? "-PT\(before)M" : before == 0 ? "PT0S" : "PT\(-before)M"
    }
}
