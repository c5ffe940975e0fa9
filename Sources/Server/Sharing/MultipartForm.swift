import ServerBase

/// A field or file of a form.
struct FormPart: Hashable, Sendable {
    let name: String
    /// The file's name; nil if the part isn't a file.
    let fileName: String?
    /// A slice of the body, not a copy.
    let octets: ArraySlice<UInt8>
}

/// Parses `multipart/form-data` (RFC 7578), which browsers use for forms with files.
enum MultipartForm {
    /// The parts of a body; nil if it isn't such a form or exceeds a limit.
    static func parts(of body: [UInt8], contentType: String) -> [FormPart]? {
        guard contentType.lowercased().hasPrefix("multipart/form-data"),
            let boundary = parameter("boundary", of: contentType), !boundary.isEmpty
        else { return nil }
        // Every boundary but the first has a line break before it.
        let boundaryLine = Array(("\r\n--" + boundary).utf8)
        let firstLine = boundaryLine.dropFirst(2)
        var parts: [FormPart] = []
        guard
            var rest = body.starts(with: firstLine)
                ? body.dropFirst(firstLine.count) : body[...].after(boundaryLine)
        else { return nil }
        while !rest.starts(with: "--".utf8) {
            guard let next = rest.after(boundaryLine),
                parts.count < Limits.sharedPartsMax,
                let part = part(rest[..<(next.startIndex - boundaryLine.count)])
            else { return nil }
            parts.append(part)
            rest = next
        }
        return parts
    }

    /// Parses one part: headers, a blank line, and the contents.
    private static func part(_ text: ArraySlice<UInt8>) -> FormPart? {
        guard let octets = text.after(Array("\r\n\r\n".utf8)),
            octets.startIndex - text.startIndex <= Limits.sharedHeadBytesMax
        else { return nil }
        let head = String(decoding: text[..<octets.startIndex], as: UTF8.self)
        let disposition = head.split(separator: "\r\n")
            .first { $0.lowercased().hasPrefix("content-disposition:") }
            .map { String($0) }
        guard let disposition, let name = parameter("name", of: disposition) else { return nil }
        return FormPart(
            name: name,
            fileName: parameter("filename", of: disposition),
            octets: octets
        )
    }

    /// The value of a header's parameter, without its quotes.
    private static func parameter(_ name: String, of field: String) -> String? {
        var isQuoted = false
        let parts = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
        for part in parts.dropFirst() {
            let pair = String(part).trimmingSpaces().split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].lowercased() == name else { continue }
            let value = pair[1]
            guard value.count >= 2, value.first == "\"", value.last == "\"" else {
                return String(value)
            }
            // Browsers write a quote in a name as %22.
            return String(value.dropFirst().dropLast()).replacing("%22", with: "\"")
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The bytes after the first match of a pattern.
    fileprivate func after(_ pattern: [UInt8]) -> ArraySlice<UInt8>? {
        guard let first = pattern.first, count >= pattern.count else { return nil }
        for index in startIndex...(endIndex - pattern.count)
        where self[index] == first && self[index...].starts(with: pattern) {
            return self[(index + pattern.count)...]
        }
        return nil
    }
}
