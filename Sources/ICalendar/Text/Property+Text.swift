extension Property {
    /// Makes a property of plain text, escaping what TEXT escapes (RFC 5545 section 3.3.11).
    public static func text(
        _ name: String,
        _ value: String,
        parameters: [Parameter] = []
    ) -> Property {
        Property(name: name, parameters: parameters, rawValue: TextValue.escaped(value))
    }

    /// Makes a property of a list of texts, such as `CATEGORIES`.
    public static func texts(_ name: String, _ values: [String]) -> Property {
        var joined = ""
        for (index, value) in values.enumerated() {
            if index > 0 { joined += "," }
            joined += TextValue.escaped(value)
        }
        return Property(name: name, rawValue: joined)
    }

    /// The value as plain text, unescaped.
    public var textValue: String { TextValue.unescaped(valueOctets) }

    /// The value as plain text, unescaped, in octets.
    package var textOctets: ArraySlice<UInt8> { TextValue.unescapedOctets(valueOctets) }

    /// The value as a list of texts: split at commas that are not escaped.
    public var textValues: [String] {
        TextValue.parts(of: valueOctets).map { TextValue.unescaped($0) }
    }
}

/// The escapes of iCalendar's TEXT (RFC 5545 section 3.3.11).
enum TextValue {
    static func escaped(_ text: String) -> String {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count)
        for octet in text.utf8 {
            switch octet {
            case .backslash, .semicolon, .comma: octets += [.backslash, octet]
            case .lineFeed: octets += [.backslash, 0x6E]
            case .tab: octets.append(octet)
            // RFC 5545 section 3.1: control characters are not allowed in a value.
            case 0..<0x20, 0x7F: break
            default: octets.append(octet)
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// The plain text of a value; a backslash that escapes nothing is kept.
    static func unescaped(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: unescapedOctets(value), as: UTF8.self)
    }

    /// The plain text of a value, in octets.
    static func unescapedOctets(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard value.contains(.backslash) else { return value }
        var octets: [UInt8] = []
        octets.reserveCapacity(value.count)
        var index = value.startIndex
        while index < value.endIndex {
            let octet = value[index]
            index += 1
            guard octet == .backslash, index < value.endIndex, let meant = meaning(value[index])
            else {
                octets.append(octet)
                continue
            }
            octets.append(meant)
            index += 1
        }
        return octets[...]
    }

    /// The octet that a backslash followed by this one means; nil when it isn't an escape.
    private static func meaning(_ octet: UInt8) -> UInt8? {
        switch octet {
        case .backslash, .semicolon, .comma, .colon, .quote: octet
        case 0x6E, 0x4E: .lineFeed
        default: nil
        }
    }

    /// The parts between separators that no backslash escapes.
    ///
    /// After `countMax` parts, the rest of the value follows as one more.
    static func parts(
        of value: ArraySlice<UInt8>,
        separator: UInt8 = .comma,
        atMost countMax: Int = Limits.timesMax
    ) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = value.startIndex
        var index = start
        while index < value.endIndex, parts.count < countMax {
            if value[index] == .backslash {
                index += 2
                continue
            }
            if value[index] == separator {
                parts.append(value[start..<index])
                start = index + 1
            }
            index += 1
        }
        parts.append(value[start..<value.endIndex])
        return parts
    }
}
