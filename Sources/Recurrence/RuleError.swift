/// Why a text is not a recurrence rule that can be expanded.
///
/// `part` is the name before `=`, `value` what stands after it, `offset` the octet in the text,
/// from 0, at which the part or value starts.
public enum RuleError: Error, Hashable, Sendable {
    /// There is no FREQ.
    case missingFrequency
    /// A part has no `=` or no name.
    case malformedPart(part: String, offset: Int)
    /// RFC 5545 and RFC 7529 know no such part.
    case unknownPart(part: String, offset: Int)
    /// A part stands twice.
    case repeatedPart(part: String, offset: Int)
    /// A value is not of the part's kind or is out of its bounds.
    case invalidValue(part: String, value: String, offset: Int)
    /// COUNT and UNTIL stand together; the offset is the later one's.
    case countAndUntil(offset: Int)
    /// The text or a list in it is longer than any sensible rule.
    case tooLong
    /// The part is legal but can not be expanded yet, such as `RSCALE=CHINESE`.
    case unsupported(part: String)
}
