/// Writes compact JSON (RFC 8259) as UTF-8, one value after the other.
///
/// All JSON goes through this writer: Embedded Swift has no encoder, and fields come out in the
/// order they are written.
package struct JSONWriter: Sendable {
    /// What has been written and not taken.
    package private(set) var octets: [UInt8] = []
    private var needsComma = false

    /// Makes a writer with room for this many octets.
    package init(capacity: Int = 0) {
        octets.reserveCapacity(capacity)
    }

    /// Returns what has been written so far and clears it, so that a long text can go out in
    /// pieces.
    package mutating func takeOctets() -> [UInt8] {
        let taken = octets
        octets.removeAll(keepingCapacity: true)
        return taken
    }

    // MARK: Arrays and objects

    package mutating func beginObject() { begin(.openBrace) }
    package mutating func endObject() { end(.closeBrace) }
    package mutating func beginArray() { begin(.openBracket) }
    package mutating func endArray() { end(.closeBracket) }

    private mutating func begin(_ octet: UInt8) {
        separate()
        octets.append(octet)
        needsComma = false
    }

    private mutating func end(_ octet: UInt8) {
        octets.append(octet)
        needsComma = true
    }

    /// Writes an object whose fields a closure writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// Writes an array with a value for each element.
    package mutating func array<Element>(
        _ elements: [Element],
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { body(&self, element) }
        endArray()
    }

    /// Writes an array of objects.
    package mutating func objects<Element>(
        _ elements: [Element],
        _ fields: (inout JSONWriter, Element) -> Void
    ) {
        array(elements) { json, element in json.object { fields(&$0, element) } }
    }

    // MARK: Fields

    /// Writes the name of the field whose value comes next.
    package mutating func name(_ name: StaticString) {
        separate()
        octets.append(.quote)
        name.withUTF8Buffer { octets.append(contentsOf: $0) }
        octets.append(.quote)
        octets.append(.colon)
        needsComma = false
    }

    /// Writes the name of the field whose value comes next, escaping it.
    package mutating func name(escaping name: String) {
        string(name)
        octets.append(.colon)
        needsComma = false
    }

    /// Writes a field that is a text.
    package mutating func field(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    /// Writes a field that is a whole number.
    package mutating func field(_ name: StaticString, _ number: Int) {
        self.name(name)
        self.number(number)
    }

    /// Writes a field that is true or false.
    package mutating func field(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        self.flag(flag)
    }

    /// Writes a field that is a text or null.
    package mutating func field(_ name: StaticString, orNull text: String?) {
        self.name(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a field that is an array.
    package mutating func field<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        array(elements, body)
    }

    /// Writes a field that is an array of objects.
    package mutating func field<Element>(
        _ name: StaticString,
        objects elements: [Element],
        _ fields: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        objects(elements, fields)
    }

    // MARK: Values

    package mutating func number(_ number: Int) {
        separate()
        if number < 0 { octets.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude)
        needsComma = true
    }

    /// Writes a number that may not fit into an Int, which has 32 bits in WebAssembly.
    package mutating func number(_ number: Int64) {
        if let small = Int(exactly: number) { return self.number(small) }
        json(Array(String(number).utf8))
    }

    package mutating func string(_ text: String) {
        separate()
        octets.append(.quote)
        var text = text
        text.withUTF8 { appendEscaped($0) }
        octets.append(.quote)
        needsComma = true
    }

    /// Writes UTF-8 octets as a string; invalid UTF-8 becomes U+FFFD.
    package mutating func string(utf8 text: [UInt8]) {
        string(String(decoding: text, as: UTF8.self))
    }

    package mutating func flag(_ flag: Bool) {
        word(flag ? "true" : "false")
    }

    package mutating func null() {
        word("null")
    }

    private mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { octets.append(contentsOf: $0) }
        needsComma = true
    }

    /// Writes a value that is JSON already.
    package mutating func json(_ text: [UInt8]) {
        separate()
        octets += text
        needsComma = true
    }

    /// Writes any value.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let isTrue): flag(isTrue)
        case .number(let text): json(Array(text.utf8))
        case .string(let text): string(text)
        case .array(let values): array(values) { $0.value($1) }
        case .object(let members):
            object { json in
                for member in members {
                    json.name(escaping: member.name)
                    json.value(member.value)
                }
            }
        }
    }

    // MARK: Octets

    private mutating func appendDigits(_ number: UInt) {
        if number >= 10 { appendDigits(number / 10) }
        octets.append(48 + UInt8(number % 10))
    }

    private mutating func separate() {
        if needsComma { octets.append(.comma) }
    }

    /// Appends text run by run: most text needs no escapes, and going octet by octet would be the
    /// slowest part of an answer.
    private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        for index in 0..<text.count {
            let byte = text[index]
            guard byte < 0x20 || byte == .quote || byte == .backslash else {
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
        case .quote, .backslash: octets += [.backslash, byte]
        case .lineFeed: octets += [.backslash, UInt8(ascii: "n")]
        case .carriageReturn: octets += [.backslash, UInt8(ascii: "r")]
        case .tab: octets += [.backslash, UInt8(ascii: "t")]
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
