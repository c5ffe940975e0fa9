/// Writes JSON (RFC 8259) in as few octets as it takes.
struct JSONText {
    private(set) var octets: [UInt8] = []

    /// Gives what was written so far and begins anew, so that a long text goes out in pieces.
    mutating func takeOctets() -> [UInt8] {
        let taken = octets
        octets.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func append(_ octet: UInt8) {
        octets.append(octet)
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .null: octets += "null".utf8
        case .boolean(let isTrue): octets += (isTrue ? "true" : "false").utf8
        case .number(let text): octets += text.utf8
        case .string(let text): append(text)
        case .array(let values):
            octets.append(.openBracket)
            for (index, value) in values.enumerated() {
                if index > 0 { octets.append(.comma) }
                append(value)
            }
            octets.append(.closeBracket)
        case .object(let members):
            octets.append(.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { octets.append(.comma) }
                append(member.name)
                octets.append(.colon)
                append(member.value)
            }
            octets.append(.closeBrace)
        }
    }

    /// A string in quotes, with the escapes that JSON asks for and no others.
    mutating func append(_ text: String) {
        octets.append(.quote)
        for octet in text.utf8 {
            switch octet {
            case .quote, .backslash: octets += [.backslash, octet]
            case .lineFeed: octets += [.backslash, 0x6E]
            case .carriageReturn: octets += [.backslash, 0x72]
            case .tab: octets += [.backslash, 0x74]
            case 0..<0x20:
                octets += "\\u00".utf8
                octets.append(octet < 0x10 ? 0x30 : 0x31)
                octets.append("0123456789abcdef".utf8.dropFirst(Int(octet & 15)).first ?? 0x30)
            default: octets.append(octet)
            }
        }
        octets.append(.quote)
    }
}
