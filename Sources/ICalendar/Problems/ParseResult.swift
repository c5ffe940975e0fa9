/// The result of reading a text: everything that is sound, and the problems.
public struct ParseResult: Sendable {
    /// The components at the top level, in order; usually a single VCALENDAR.
    public let components: [Component]
    /// What was found wrong, in the order of the lines.
    public let problems: [Problem]
    /// The UIDs of events that were left out because they could not be read as a whole.
    ///
    /// Their exceptions must not be kept without them.
    let droppedUIDs: [[UInt8]]
}
