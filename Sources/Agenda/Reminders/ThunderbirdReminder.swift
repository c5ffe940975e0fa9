/// The properties in which Thunderbird notes what happened to an event's reminders: it writes them
/// to the event instead of its alarms.
enum ThunderbirdReminder {
    /// When reminders of the event were last acknowledged, as `ACKNOWLEDGED` of an alarm
    /// (RFC 9074, 6.1).
    static let acknowledged = "X-MOZ-LASTACK"
    /// When to remind of an event that was snoozed, if it doesn't repeat.
    static let snoozedUntil = "X-MOZ-SNOOZE-TIME"
}
