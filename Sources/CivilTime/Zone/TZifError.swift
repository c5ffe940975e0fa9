/// Why a file is not an acceptable TZif file (RFC 8536).
public enum TZifError: Error, Hashable, Sendable {
    /// It does not start with `TZif`.
    case notTZif
    /// It is version 1, which ends in 2038 and has no rule for later years.
    case unsupportedVersion
    /// It ends earlier than its header says.
    case truncated
    /// It is longer, or lists more entries, than any real zone.
    case tooLarge
    /// It counts leap seconds, as the files under `right/` do.
    case leapSeconds
    /// A transition is not later than the one before it.
    case unsortedTransitions
    /// An index, count or offset is out of bounds.
    case invalidValue
    /// The footer is not a valid rule for later years.
    case invalidFooter
}
