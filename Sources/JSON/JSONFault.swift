/// Why a text isn't JSON.
public enum JSONFault: Error, Hashable, Sendable {
    /// The text ends in the middle.
    case end
    /// There is a character that can't be in that place.
    case unexpected
    /// A string has an invalid escape or a control character.
    case string
    /// A number isn't written as JSON requires.
    case number
    /// Arrays and objects are nested deeper than this.
    case tooDeep(max: Int)
}
