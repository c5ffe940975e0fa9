/// The result of reading a text: every intact component, and the problems.
public struct ParseResult: Sendable {
    /// The components at the top level, in order; usually a single VCALENDAR.
    public let components: [Component]
    /// The problems, in the order of the lines.
    public let problems: [Problem]
    /// The UIDs of events that were left out because they were damaged.
    ///
    /// Their overrides must not be kept without them.
    let droppedUIDs: [[UInt8]]
}
