/// Finds the parameters of a content line.
///
/// Follows RFC 5545 section 3.1 with one exception: a value that begins with a parenthesis goes on
/// to the closing one, because some programs write `TZID=(UTC+01:00) Amsterdam, Berlin` without the
/// quotes it needs.
struct ParameterScanner {
    let octets: ArraySlice<UInt8>

    /// Where the value begins, after the first colon outside quotes; nil when there is none.
    ///
    /// `nameEnd` is the index of the semicolon after the name.
    func valueIndex(after nameEnd: Int) -> Int? {
        var index = nameEnd
        while index < octets.endIndex, octets[index] != .colon {
            index = end(ofPartAt: index + 1, at: .colon)
        }
        return index < octets.endIndex ? index + 1 : nil
    }

    /// Where the value begins if quotes are ignored, because one is never closed.
    func valueIndex(ignoringQuotesAfter nameEnd: Int) -> Int? {
        octets[nameEnd...].firstIndex(of: .colon).map { $0 + 1 }
    }

    /// The index after a quoted part, or the end when the quote is never closed.
    private func end(ofQuotedAt index: Int) -> Int {
        var index = index + 1
        while index < octets.endIndex {
            if octets[index] == .quote { return index + 1 }
            index += 1
        }
        return octets.endIndex
    }

    /// The index after the closing parenthesis if one opens after the equals sign; otherwise the
    /// index after the sign.
    private func skipParenthesis(after equals: Int) -> Int {
        let start = equals + 1
        guard start < octets.endIndex, octets[start] == .parenthesis else { return start }
        var index = start
        while index < octets.endIndex, octets[index] != .semicolon, octets[index] != .quote {
            if octets[index] == 0x29 { return index + 1 }
            index += 1
        }
        return start
    }

    /// The parameters, decoded.
    ///
    /// The octets must be those between the name and the colon before the value.
    func parameters() -> [Parameter] {
        var parameters: [Parameter] = []
        var index = octets.startIndex
        while index < octets.endIndex {
            let end = self.end(ofPartAt: index + 1)
            if let parameter = parameter(octets[(index + 1)..<end]) { parameters.append(parameter) }
            index = end
        }
        return parameters
    }

    /// The first value of a parameter, found without decoding the others.
    func firstValue(of name: String) -> String? {
        var index = octets.startIndex
        while index < octets.endIndex {
            let end = self.end(ofPartAt: index + 1)
            let part = octets[(index + 1)..<end]
            if let equals = part.firstIndex(of: .equals),
                isSameName(part[..<equals], name.utf8)
            {
                return parameter(part)?.values.first
            }
            index = end
        }
        return nil
    }

    /// The first `TZID` and the first `VALUE`, found in one pass; nil when a parameter needs
    /// decoding, which is rare in times.
    func plainTimeParameters() -> (zone: ArraySlice<UInt8>?, type: ArraySlice<UInt8>?)? {
        var zone: ArraySlice<UInt8>?
        var type: ArraySlice<UInt8>?
        var nameStart = octets.startIndex + 1
        while nameStart <= octets.endIndex {
            var equals = -1
            var end = nameStart
            while end < octets.endIndex, octets[end] != .semicolon {
                switch octets[end] {
                case .quote, .caret, .comma, .parenthesis: return nil
                case .equals where equals < 0: equals = end
                default: break
                }
                end += 1
            }
            if equals >= 0 {
                let name = octets[nameStart..<equals]
                let value = octets[(equals + 1)..<end]
                if zone == nil, isSameName(name, "TZID".utf8) { zone = value }
                if type == nil, isSameName(name, "VALUE".utf8) { type = value }
            }
            nameStart = end + 1
        }
        return (zone?.isEmpty == true ? nil : zone, type)
    }

    /// Where a parameter ends: at a semicolon or the other octet, outside quotes and parentheses.
    ///
    /// Only the first equals sign may open a parenthesis, which keeps the scan linear.
    private func end(ofPartAt start: Int, at other: UInt8 = .semicolon) -> Int {
        var index = start
        var isName = true
        while index < octets.endIndex, octets[index] != .semicolon, octets[index] != other {
            if octets[index] == .quote {
                index = end(ofQuotedAt: index)
            } else if octets[index] == .equals, isName {
                isName = false
                index = skipParenthesis(after: index)
            } else {
                index += 1
            }
        }
        return index
    }

    /// Where a value of a list ends: at a comma outside quotes.
    private func end(ofValueAt start: Int, within limit: Int) -> Int {
        var index = start
        while index < limit, octets[index] != .comma {
            index = octets[index] == .quote ? end(ofQuotedAt: index) : index + 1
        }
        return min(index, limit)
    }

    private func parameter(_ part: ArraySlice<UInt8>) -> Parameter? {
        guard !part.isEmpty else { return nil }
        let equals = part.firstIndex(of: .equals) ?? part.endIndex
        var values: [String] = []
        var index = equals
        while index < part.endIndex {
            let from = index == equals ? skipParenthesis(after: index) : index + 1
            let end = self.end(ofValueAt: from, within: part.endIndex)
            values.append(decoded(octets[(index + 1)..<end]))
            index = end
        }
        return Parameter(name: String(decoding: part[..<equals], as: UTF8.self), values: values)
    }

    /// A value without its quotes and carets.
    private func decoded(_ value: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(value.count)
        var index = value.startIndex
        while index < value.endIndex {
            let octet = value[index]
            index += 1
            if octet == .quote { continue }
            guard octet == .caret, index < value.endIndex, let meant = unescaped(value[index])
            else {
                text.append(octet)
                continue
            }
            text.append(meant)
            index += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The octet that a caret followed by this one means (RFC 6868 section 3.2).
    private func unescaped(_ octet: UInt8) -> UInt8? {
        switch octet {
        case .caret: .caret
        case 0x6E: .lineFeed
        case 0x27: .quote
        default: nil
        }
    }
}
