extension Property {
    /// Whether the value is encoded in vCalendar 1.0's way: `ENCODING=QUOTED-PRINTABLE`, or that
    /// word alone.
    var isQuotedPrintable: Bool {
        hasParameters && QuotedPrintable.isNamed(in: parameterScanner.octets)
    }

    /// The line with its value decoded, as iCalendar has it; nil if it isn't encoded.
    ///
    /// In a text, the characters that iCalendar escapes are escaped. In other values and in lists,
    /// only line breaks are.
    var withoutQuotedPrintable: Property? {
        guard isQuotedPrintable else { return nil }
        let charset = parameter("CHARSET").flatMap { Charset($0) }
        var octets = QuotedPrintable.decoded(valueOctets)
        octets = TextEncoding.repaired(octets[...], as: charset) ?? octets
        let isText = knownName?.valueType ?? .text == .text && !(knownName?.isList ?? false)
        var value = isText ? TextValue.unescaped(octets[...]) : ""
        if isText {
            value = TextValue.escaped(value.withoutCarriageReturns)
        } else {
            value = String(decoding: octets, as: UTF8.self)
        }
        let parameters = self.parameters.filter { parameter in
            !parameter.name.isSame(ignoringCase: "ENCODING")
                && !parameter.name.isSame(ignoringCase: "CHARSET")
                && !parameter.name.isSame(ignoringCase: "QUOTED-PRINTABLE")
        }
        return Property(name: name, parameters: parameters, rawValue: value, line: line)
    }
}

extension String {
    /// The text with `LF` for each `CR LF` and each `CR`.
    fileprivate var withoutCarriageReturns: String {
        guard utf8.contains(.carriageReturn) else { return self }
        var octets: [UInt8] = []
        var isAfterReturn = false
        for octet in utf8 {
            if octet == .carriageReturn {
                octets.append(.lineFeed)
            } else if octet != .lineFeed || !isAfterReturn {
                octets.append(octet)
            }
            isAfterReturn = octet == .carriageReturn
        }
        return String(decoding: octets, as: UTF8.self)
    }
}

/// The encoding of RFC 2045, section 6.7, which vCalendar 1.0 uses for texts.
enum QuotedPrintable {
    /// Whether some parameters name the encoding.
    static func isNamed(in parameters: ArraySlice<UInt8>) -> Bool {
        var rest = parameters
        while let start = rest.firstIndex(where: { $0 == 0x51 || $0 == 0x71 }) {
            rest = rest[start...]
            if isSameName(rest.prefix(16), "QUOTED-PRINTABLE".utf8) {
                let name = parameters[..<start].suffix(while: { $0 != .semicolon })
                let after = rest.dropFirst(16).first
                if after == nil || after == .semicolon || after == .quote,
                    name.isEmpty || isSameName(name.filter { $0 != .quote }, "ENCODING=".utf8)
                {
                    return true
                }
            }
            rest.removeFirst()
        }
        return false
    }

    /// Whether a line continues on the next one, because it ends with `=`.
    static func isContinued(_ property: Property) -> Bool {
        property.valueOctets.last == .equals && property.isQuotedPrintable
    }

    /// The octets that a value stands for.
    ///
    /// An equals sign before anything but two hexadecimal digits is where a line was broken.
    static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(value.count)
        var index = value.startIndex
        while index < value.endIndex {
            let octet = value[index]
            index += 1
            guard octet == .equals else {
                octets.append(octet)
                continue
            }
            if index + 1 < value.endIndex, let high = digit(value[index]),
                let low = digit(value[index + 1])
            {
                octets.append(high << 4 | low)
                index += 2
            }
        }
        return octets
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x37
        case 0x61...0x66: octet - 0x57
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// The octets at the end that pass a test.
    fileprivate func suffix(while isKept: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[((lastIndex { !isKept($0) }).map { $0 + 1 } ?? startIndex)...]
    }
}
