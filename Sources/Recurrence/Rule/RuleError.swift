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
    /// The part is legal but its value can not be expanded, such as `RSCALE=CHINESE`.
    case unsupported(part: String, value: String, offset: Int)
    /// The part may not stand beside another, or not without it; only strict reading refuses it.
    case misplaced(part: String, beside: String, offset: Int)

    /// The name of the part that is wrong; nil when none is.
    public var part: String? {
        switch self {
        case .missingFrequency, .tooLong: nil
        case .malformedPart(let part, _), .unknownPart(let part, _), .repeatedPart(let part, _),
            .invalidValue(let part, _, _), .unsupported(let part, _, _), .misplaced(let part, _, _):
            part
        case .countAndUntil: "UNTIL"
        }
    }

    /// What stands in the part; nil when it is not the value that is wrong.
    public var value: String? {
        switch self {
        case .invalidValue(_, let value, _), .unsupported(_, let value, _): value
        default: nil
        }
    }

    /// The octet of the text at which the fault is, from 0; nil when it is none in particular.
    public var offset: Int? {
        switch self {
        case .missingFrequency, .tooLong: nil
        case .malformedPart(_, let offset), .unknownPart(_, let offset),
            .repeatedPart(_, let offset), .invalidValue(_, _, let offset),
            .countAndUntil(let offset), .unsupported(_, _, let offset),
            .misplaced(_, _, let offset):
            offset
        }
    }
}
