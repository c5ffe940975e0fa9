/// Reads JSON a value at a time (RFC 8259), counting lines.
package struct JSONReader {
    private let octets: [UInt8]
    private var position: Int
    private let depthMax: Int
    /// How many arrays and objects are open.
    package private(set) var depth = 0
    /// The line that is read next, counted from 1.
    package private(set) var line = 1

    /// Makes a reader at a position; at most `depthMax` arrays and objects may be open at once.
    package init(_ octets: [UInt8], from position: Int = 0, depthMax: Int) {
        self.octets = octets
        self.position = position
        self.depthMax = depthMax
    }

    // MARK: Punctuation

    /// The next octet that isn't white space, without consuming it; nil at the end.
    package mutating func peek() -> UInt8? {
        while position < octets.count {
            switch octets[position] {
            case .lineFeed: line += 1
            case .space, .tab, .carriageReturn: break
            default: return octets[position]
            }
            position += 1
        }
        return nil
    }

    /// Consumes an octet if it is the next one after white space; returns false if it isn't.
    package mutating func take(_ octet: UInt8) -> Bool {
        guard peek() == octet else { return false }
        position += 1
        switch octet {
        case .openBracket, .openBrace: depth += 1
        case .closeBracket, .closeBrace: depth -= 1
        default: break
        }
        return true
    }

    /// Consumes an octet, which must be the next one after white space.
    package mutating func expect(_ octet: UInt8) throws(JSONFault) {
        guard !take(octet) else { return }
        throw peek() == nil ? .end : .unexpected
    }

    /// Skips ahead until only this many arrays and objects are open.
    package mutating func skip(toDepth target: Int) throws(JSONFault) {
        while depth > target {
            guard let octet = peek() else { throw .end }
            switch octet {
            case .quote: _ = try string()
            case .openBracket, .openBrace, .closeBracket, .closeBrace: _ = take(octet)
            default: position += 1
            }
        }
    }

    // MARK: Values

    /// Reads the next value of any kind.
    package mutating func value() throws(JSONFault) -> JSONValue {
        guard let octet = peek() else { throw .end }
        switch octet {
        case .quote: return .string(try string())
        case .openBracket: return .array(try array())
        case .openBrace: return .object(try object())
        case 0x74: return try literal("true", .boolean(true))
        case 0x66: return try literal("false", .boolean(false))
        case 0x6E: return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func array() throws(JSONFault) -> [JSONValue] {
        try open(.openBracket)
        var values: [JSONValue] = []
        if take(.closeBracket) { return values }
        while true {
            values.append(try value())
            if take(.closeBracket) { return values }
            try expect(.comma)
        }
    }

    private mutating func object() throws(JSONFault) -> [JSONValue.Member] {
        try open(.openBrace)
        var members: [JSONValue.Member] = []
        if take(.closeBrace) { return members }
        while true {
            guard peek() == .quote else { throw peek() == nil ? .end : .unexpected }
            let name = try string()
            try expect(.colon)
            members.append(JSONValue.Member(name: name, value: try value()))
            if take(.closeBrace) { return members }
            try expect(.comma)
        }
    }

    private mutating func open(_ octet: UInt8) throws(JSONFault) {
        guard depth < depthMax else { throw .tooDeep(max: depthMax) }
        try expect(octet)
    }

    private mutating func literal(
        _ text: String,
        _ value: JSONValue
    ) throws(JSONFault) -> JSONValue {
        let end = position + text.utf8.count
        guard end <= octets.count else { throw .end }
        guard octets[position..<end].elementsEqual(text.utf8) else { throw .unexpected }
        position = end
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONFault) -> String {
        let start = position
        while position < octets.count, octets[position].isNumberOctet { position += 1 }
        guard position > start else { throw .unexpected }
        let text = octets[start..<position]
        guard Self.isNumber(text) else { throw .number }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether octets are a number as JSON spells it: no plus, no leading zero, no bare point.
    package static func isNumber(_ octets: ArraySlice<UInt8>) -> Bool {
        var rest = octets
        if rest.first == 0x2D { rest.removeFirst() }
        guard let first = rest.first, first.isDigit else { return false }
        let whole = digits(&rest)
        guard whole == 1 || first != 0x30 else { return false }
        if rest.first == 0x2E {
            rest.removeFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if rest.first?.isExponent == true {
            rest.removeFirst()
            if rest.first == 0x2D || rest.first == 0x2B { rest.removeFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
        let count = rest.prefix { $0.isDigit }.count
        rest = rest.dropFirst(count)
        return count
    }

    // MARK: Strings

    /// Reads a string; invalid UTF-8 in it becomes U+FFFD.
    package mutating func string() throws(JSONFault) -> String {
        guard peek() == .quote else { throw peek() == nil ? .end : .unexpected }
        position += 1
        var text: [UInt8] = []
        while position < octets.count {
            let octet = octets[position]
            position += 1
            switch octet {
            case .quote: return String(decoding: text, as: UTF8.self)
            case .backslash: try escape(into: &text)
            case 0..<0x20: throw .string
            default: text.append(octet)
            }
        }
        throw .end
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
        guard position < octets.count else { throw .end }
        let octet = octets[position]
        position += 1
        switch octet {
        case .quote, .backslash, 0x2F: text.append(octet)
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0C)
        case 0x6E: text.append(.lineFeed)
        case 0x72: text.append(.carriageReturn)
        case 0x74: text.append(.tab)
        case 0x75: text += String(try scalar()).utf8
        default: throw .string
        }
    }

    /// The character of a `\u` escape or a surrogate pair; U+FFFD for an unpaired surrogate.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isPair =
            first & 0xFC00 == 0xD800 && position + 1 < octets.count
            && octets[position] == .backslash && octets[position + 1] == 0x75
        guard isPair else { return "\u{FFFD}" }
        let before = position
        position += 2
        let second = try unit()
        guard second & 0xFC00 == 0xDC00 else {
            position = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)) ?? "\u{FFFD}"
    }

    private mutating func unit() throws(JSONFault) -> UInt32 {
        guard position + 4 <= octets.count else { throw .end }
        var unit: UInt32 = 0
        for octet in octets[position..<(position + 4)] {
            guard let digit = octet.hexadecimalDigit else { throw .string }
            unit = unit << 4 | digit
        }
        position += 4
        return unit
    }
}
