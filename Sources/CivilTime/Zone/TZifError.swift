/// Why octets are not a TZif file that can be believed (RFC 8536).
public enum TZifError: Error, Hashable, Sendable {
    /// It does not start with `TZif`.
    case notTZif
    /// It is version 1, which ends in 2038 and has no rule for later years.
    case unsupportedVersion
    /// It ends before its header says.
    case truncated
    /// It is longer, or lists more, than any real zone does.
    case tooLarge
    /// It counts leap seconds, as the files under `right/` do.
    case leapSeconds
    /// A change is not after the one before it.
    case unsortedTransitions
    /// An index, a count or an offset in it is out of bounds.
    case invalidValue
    /// The rule for later years is not one.
    case invalidFooter
}
