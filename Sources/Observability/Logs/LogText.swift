import ServerBase

/// Writes text so that whatever strangers put into it stays one value in one line.
package enum LogText {
    /// A text in quotation marks, as JSON writes a string.
    ///
    /// Everything that moves a cursor, begins a line, can't be seen or turns the direction of writing is
    /// escaped, also what JSON would allow as it is: some programs that read logs begin a line at U+2028.
    /// A text of more than `bytesMax` bytes is cut, and ends in an ellipsis.
    static func quoted(_ text: String, bytesMax: Int = Limits.logValueBytesMax) -> String {
        var quoted = "\""
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += scalar.utf8.count
            guard bytes <= bytesMax else {
                quoted.unicodeScalars.append("…")
                break
            }
            append(scalar, to: &quoted)
        }
        return quoted + "\""
    }

    /// A text without quotation marks, if it's a short word of plain characters; otherwise quoted.
    static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { octet in
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: plainMarks.contains(octet)
            }
        }
        let isWord = isPlain && !text.isEmpty && text.utf8.count <= Limits.logValueBytesMax
        return isWord ? text : quoted(text)
    }

    /// A text in which everything is escaped that would move a cursor, begin a line, can't be seen or turns
    /// the direction of writing; the rest stays as it is.
    ///
    /// It can be shown in a terminal, and JSON stays the same JSON.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": escaped.unicodeScalars.append(scalar)
            default: append(scalar, to: &escaped)
            }
        }
        return escaped
    }

    private static let plainMarks: [UInt8] = Array("-_.:/@+*{}()%,".utf8)

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default:
            if isSafe(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 { text += "\\u" + hexText([unit.high, unit.low]) }
            }
        }
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            return false
        default: return true
        }
    }
}

extension UInt16 {
    fileprivate var high: UInt8 { UInt8(self >> 8) }
    fileprivate var low: UInt8 { UInt8(self & 0xFF) }
}
