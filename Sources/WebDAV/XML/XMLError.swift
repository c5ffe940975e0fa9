/// Why a text isn't accepted as an XML document.
package enum XMLError: Error, Hashable, Sendable {
    /// It isn't well-formed (XML 1.0, 2.1), from this line on.
    case malformed(line: Int)
    /// It has a document type declaration, which could define entities.
    case documentType
    /// Elements are nested deeper than this.
    case tooDeep(max: Int)
    /// It has more elements than this.
    case tooManyElements(max: Int)
    /// An element has more attributes than this.
    case tooManyAttributes(max: Int)
    /// The name of an element or an attribute, with its namespace, has more octets than this.
    case nameTooLong(octetsMax: Int)
    /// A tag, a comment or the like has more octets than this.
    case tagTooLong(octetsMax: Int)
    /// Its text, names and attributes have more octets than this.
    case tooMuchText(octetsMax: Int)
}
