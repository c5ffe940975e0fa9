/// Writes JSON (RFC 8259) as UTF-8, one value after the other.
///
/// Embedded Swift has no encoder; views need numbers, strings and flags only.
struct JSONWriter {
    private(set) var octets: [UInt8] = []
    private var needsComma = false

    init() {
        octets.reserveCapacity(4_096)
    }

    /// Writes an object whose fields a closure writes.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        separate()
        octets.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        octets.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array with a value for each element.
    mutating func array<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void)
    {
        separate()
        octets.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements { body(&self, element) }
        octets.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the name of the field whose value comes next.
    mutating func name(_ name: StaticString) {
        separate()
        octets.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { octets.append(contentsOf: $0) }
        octets.append(UInt8(ascii: "\""))
        octets.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func field(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    mutating func field(_ name: StaticString, _ number: Int) {
        self.name(name)
        self.number(number)
    }

    mutating func field(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        word(flag ? "true" : "false")
    }

    /// Writes a field that is a text or null.
    mutating func field(_ name: StaticString, orNull text: String?) {
        self.name(name)
        if let text { string(text) } else { word("null") }
    }

    mutating func field<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        array(elements, body)
    }

    mutating func number(_ number: Int) {
        separate()
        if number < 0 { octets.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude)
        needsComma = true
    }

    mutating func string(_ text: String) {
        separate()
        octets.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { appendEscaped($0) }
        octets.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes UTF-8 octets as a string; what is not UTF-8 in them is replaced.
    mutating func string(utf8 text: [UInt8]) {
        string(String(decoding: text, as: UTF8.self))
    }

    /// Writes `true`, `false` or `null`.
    mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { octets.append(contentsOf: $0) }
        needsComma = true
    }

    private mutating func appendDigits(_ number: UInt) {
        if number >= 10 { appendDigits(number / 10) }
        octets.append(48 + UInt8(number % 10))
    }

    private mutating func separate() {
        if needsComma { octets.append(UInt8(ascii: ",")) }
    }

    /// Appends text run by run: most has nothing to escape, and octet by octet would be the
    /// slowest part of an answer.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        for index in 0..<text.count {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            octets.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
            escape(byte)
            runStart = index + 1
        }
        octets.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            octets.append(UInt8(ascii: "\\"))
            octets.append(byte)
        case 0x0a:
            octets.append(UInt8(ascii: "\\"))
            octets.append(UInt8(ascii: "n"))
        case 0..<0x20:
            octets.append(contentsOf: "\\u00".utf8)
            octets.append(Self.digit(byte >> 4))
            octets.append(Self.digit(byte & 15))
        default:
            octets.append(byte)
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 48 + value : 87 + value
    }
}
