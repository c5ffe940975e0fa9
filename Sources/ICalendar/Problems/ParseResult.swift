/// What reading a text gives: everything that is sound, and what is not.
public struct ParseResult: Sendable {
    /// The components at the top, in order; a file has one VCALENDAR as a rule.
    public let components: [Component]
    /// What was found wrong, in the order of the lines.
    public let problems: [Problem]
    /// The UIDs of events that were left out because they could not be had as a whole.
    ///
    /// Their exceptions must not stand alone.
    let droppedUIDs: [[UInt8]]
}
