/// Why a text is no JSON.
public enum JSONFault: Error, Hashable, Sendable {
    /// The text ends in the middle.
    case end
    /// Something stands where it can not.
    case unexpected
    /// A string has an escape or an octet that it can not have.
    case string
    /// A number is none.
    case number
    /// Arrays and objects stand in one another deeper than this.
    case tooDeep(max: Int)
}
