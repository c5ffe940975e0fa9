/// Names for the octets in iCalendar's grammar.
extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }
    static var quote: UInt8 { 0x22 }
    static var parenthesis: UInt8 { 0x28 }
    static var comma: UInt8 { 0x2C }
    static var colon: UInt8 { 0x3A }
    static var semicolon: UInt8 { 0x3B }
    static var equals: UInt8 { 0x3D }
    static var backslash: UInt8 { 0x5C }
    static var caret: UInt8 { 0x5E }

    /// Whether this octet is a space or a tab, which begin a continuation line.
    var isBlank: Bool { self == .space || self == .tab }

    /// Whether this octet may be part of a name.
    ///
    /// RFC 5545 allows letters, digits and the hyphen. Other programs also write underscores, full
    /// stops and slashes, which do no harm.
    var isNameOctet: Bool {
        switch self {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D...0x2F, 0x5F: true
        default: false
        }
    }

    /// The value of this ASCII digit; nil for other octets.
    var digit: Int? {
        self >= 0x30 && self <= 0x39 ? Int(self) - 0x30 : nil
    }

    /// This octet, in upper case if it is an ASCII letter.
    var upperCased: UInt8 {
        self >= 0x61 && self <= 0x7A ? self & 0xDF : self
    }
}

/// Whether two runs of octets spell the same name when ASCII case is ignored.
func isSameName(
    _ left: some Collection<UInt8>,
    _ right: some Collection<UInt8>
) -> Bool {
    guard left.count == right.count else { return false }
    var others = right.makeIterator()
    for octet in left {
        guard let other = others.next(), octet.upperCased == other.upperCased else { return false }
    }
    return true
}

/// The text of a name with its ASCII letters in upper case.
func upperCasedName(_ octets: some Sequence<UInt8>) -> String {
    String(decoding: octets.map { $0.upperCased }, as: UTF8.self)
}

extension String {
    /// Whether two texts are equal when ASCII case is ignored.
    ///
    /// Comparing octets keeps Unicode's tables out of the WebAssembly module.
    public func isSame(ignoringCase other: String) -> Bool {
        isSameName(utf8, other.utf8)
    }
}
