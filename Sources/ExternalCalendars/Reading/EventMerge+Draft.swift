package import ICalendar
import ServerBase
package import Store
import WebDAV

extension EventMerge {
    /// What to store after both sides changed an event; nil if that can't be stored.
    @Sendable
    package static func draft(base: String?, ours: String, theirs: String) -> ObjectDraft? {
        guard let ours = calendar(in: ours), let theirs = calendar(in: theirs) else { return nil }
        let merged =
            base.flatMap(calendar).map { settled(calendar: $0, ours: ours, theirs: theirs) }
            ?? merged(calendar: nil, ours: ours, theirs: theirs)
        guard let object = CalendarObject(merged) else { return nil }
        return try? ObjectReader.draft(of: object).get()
    }

    /// What was found at another service, with what it doesn't keep of a text that both sides had.
    ///
    /// - Parameters:
    ///   - found: What was found.
    ///   - kept: What the service keeps of the text.
    ///   - known: The text.
    /// - Returns: The whole; nil if that can't be stored.
    static func completed(_ found: String, kept: String, known: String) -> ObjectDraft? {
        guard let theirs = calendar(in: found), var base = calendar(in: kept),
            var ours = calendar(in: known)
        else { return nil }
        // An occurrence that is like the others again there was no change of this side.
        let present = Set(theirs.components.map(occurrence))
        base.removeComponents { $0.isNamed(.event) && !present.contains(occurrence($0)) }
        ours.removeComponents { $0.isNamed(.event) && !present.contains(occurrence($0)) }
        guard let object = CalendarObject(merged(calendar: base, ours: ours, theirs: theirs)) else {
            return nil
        }
        return try? ObjectReader.draft(of: object).get()
    }

    private static func occurrence(_ component: Component) -> String {
        component.time(.recurrenceID)?.basicText ?? ""
    }

    private static func calendar(in text: String) -> Component? {
        CalendarText.calendar(in: Array(text.utf8))
    }
}
