import ICalendar
import Store
import WebDAV

extension EventMerge {
    /// What to store after both sides changed an event; nil if that can't be stored.
    @Sendable
    static func draft(base: String?, ours: String, theirs: String) -> ObjectDraft? {
        guard let ours = calendar(in: ours), let theirs = calendar(in: theirs) else { return nil }
        let merged = merged(calendar: base.flatMap(calendar), ours: ours, theirs: theirs)
        guard let object = CalendarObject(merged) else { return nil }
        return try? ObjectReader.draft(of: object).get()
    }

    private static func calendar(in text: String) -> Component? {
        CalendarText.parse(text).components.first { $0.isNamed(.calendar) }
    }
}
