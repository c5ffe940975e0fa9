/// Names for the octets in JSON's grammar.
extension UInt8 {
    package static var openBracket: UInt8 { 0x5B }
    package static var closeBracket: UInt8 { 0x5D }
    static var openBrace: UInt8 { 0x7B }
    static var closeBrace: UInt8 { 0x7D }
    static var quote: UInt8 { 0x22 }
    static var comma: UInt8 { 0x2C }
    static var colon: UInt8 { 0x3A }
    static var backslash: UInt8 { 0x5C }
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether this octet may be part of a number.
    var isNumberOctet: Bool {
        isDigit || self == 0x2D || self == 0x2B || self == 0x2E || isExponent
    }

    /// Whether this octet begins the exponent of a number.
    var isExponent: Bool { self | 0x20 == 0x65 }

    var hexadecimalDigit: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self) - 0x30
        case 0x41...0x46: UInt32(self) - 0x37
        case 0x61...0x66: UInt32(self) - 0x57
        default: nil
        }
    }
}
