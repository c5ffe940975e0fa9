/// A part of a typed line that was understood.
public struct QuickMark: Hashable, Sendable {
    /// What a part of a line says.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// One or more days.
        case day
        /// A time or a part of the day, or that there is none.
        case time
        /// The zone of the time.
        case zone
        /// How long it takes.
        case length
        /// Where it is.
        case place
        /// How it repeats, or when it stops repeating.
        case repetition = "repeat"
        /// When to remind of it.
        case reminder
        /// A category.
        case category
    }

    /// The UTF-16 code units of the line, as JavaScript counts them.
    public let range: Range<Int>
    /// What the part says.
    public let kind: Kind
    /// Whether its words are in the title, too, as is "Weekly" in "Weekly review".
    public let isInTitle: Bool
}
