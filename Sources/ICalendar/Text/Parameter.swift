/// A parameter of a content line, such as `TZID=Europe/Berlin`.
///
/// Values are plain text: quotes are removed and RFC 6868's carets are decoded.
public struct Parameter: Hashable, Sendable {
    /// The name as written; case does not matter.
    public let name: String
    /// The values, in order; several when the parameter is a list, such as `MEMBER`.
    public let values: [String]

    /// Makes a parameter with several values.
    public init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }

    /// Makes a parameter with one value.
    public init(_ name: String, _ value: String) {
        self.init(name: name, values: [value])
    }

    /// The parameter as it is written in a content line, without the semicolon before it.
    var octets: [UInt8] {
        var octets = name.utf8.filter { $0.isNameOctet }
        octets.append(.equals)
        for (index, value) in values.enumerated() {
            if index > 0 { octets.append(.comma) }
            Self.append(value, to: &octets)
        }
        return octets
    }

    /// Writes one value, with carets (RFC 6868) and with quotes where the grammar needs them.
    private static func append(_ value: String, to octets: inout [UInt8]) {
        let needsQuotes = value.utf8.contains { octet in
            octet == .colon || octet == .semicolon || octet == .comma || octet == .parenthesis
        }
        if needsQuotes { octets.append(.quote) }
        for octet in value.utf8 {
            switch octet {
            case .caret: octets += [.caret, .caret]
            case .lineFeed: octets += [.caret, 0x6E]
            case .quote: octets += [.caret, 0x27]
            case .tab: octets.append(octet)
            case 0..<0x20, 0x7F: break
            default: octets.append(octet)
            }
        }
        if needsQuotes { octets.append(.quote) }
    }
}
