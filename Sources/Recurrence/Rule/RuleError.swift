/// Why a text isn't a recurrence rule, or is one that can't be expanded.
///
/// `part` is the name before `=`. `value` is the text after it, or the wrong item of a list.
/// `offset` is where the part or value starts in the text, in octets from 0.
public enum RuleError: Error, Hashable, Sendable {
    /// There is no FREQ.
    case missingFrequency
    /// A part has no `=` or no name.
    case malformedPart(part: String, offset: Int)
    /// Neither RFC 5545 nor RFC 7529 has such a part.
    case unknownPart(part: String, offset: Int)
    /// A part is written twice.
    case repeatedPart(part: String, offset: Int)
    /// A value has the wrong form for its part or is out of bounds.
    case invalidValue(part: String, value: String, offset: Int)
    /// COUNT and UNTIL are both written; the offset is the later one's.
    case countAndUntil(offset: Int)
    /// The text or a list in it is longer than any sensible rule.
    case tooLong
    /// The part is legal but its value can't be expanded, such as `RSCALE=CHINESE`.
    case unsupported(part: String, value: String, offset: Int)
    /// The part isn't allowed beside another, or needs a part that isn't there. Only strict reading
    /// throws this.
    case misplaced(part: String, beside: String, offset: Int)

    /// The name of the wrong part; nil if the error isn't about one part.
    public var part: String? {
        switch self {
        case .missingFrequency, .tooLong: nil
        case .malformedPart(let part, _), .unknownPart(let part, _), .repeatedPart(let part, _),
            .invalidValue(let part, _, _), .unsupported(let part, _, _), .misplaced(let part, _, _):
            part
        case .countAndUntil: "UNTIL"
        }
    }

    /// The wrong value; nil if the error isn't about a value.
    public var value: String? {
        switch self {
        case .invalidValue(_, let value, _), .unsupported(_, let value, _): value
        default: nil
        }
    }

    /// Where the error is in the text, in octets from 0; nil if it's at no particular place.
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
