/// The description of an event at Google: its page writes HTML, ours is plain text.
enum GoogleDescription {
    /// The text of a description: tags go, and those that begin a new line leave one.
    ///
    /// A text without anything that looks like HTML stays as it is.
    static func plain(_ text: String) -> String {
        guard isHTML(text) else { return text }
        var plain = ""
        var rest = text.utf8[...]
        var link: String?
        // Otherwise each of many signs without an end would be looked for to the end of the text.
        let lastEnd = rest.lastIndex(of: UInt8(ascii: ">")) ?? rest.startIndex
        while let octet = rest.first {
            if octet == UInt8(ascii: "<"), rest.startIndex < lastEnd,
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                let tag = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
                rest = rest[rest.index(after: end)...]
                add(tag, to: &plain, &link)
            } else if octet == UInt8(ascii: "&"), let (meaning, after) = entity(rest) {
                plain += meaning
                rest = after
            } else {
                let next = rest.dropFirst().firstIndex {
                    $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&")
                }
                plain += String(decoding: rest[..<(next ?? rest.endIndex)], as: UTF8.self)
                rest = rest[(next ?? rest.endIndex)...]
            }
        }
        return withoutBlankEnds(plain)
    }

    private static let tags = [
        "<br", "<p>", "<p ", "</p>", "<div", "<a ", "<b>", "<i>", "<u>", "<ul", "<ol", "<li",
        "<span", "<html-blob", "<strong", "<em>", "<h1", "<h2", "<h3", "<table", "<font",
    ]

    private static func isHTML(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return tags.contains { lowercased.contains($0) }
    }

    /// What a tag leaves in the text: a new line, the mark of a list's item, or where a link leads to,
    /// if its words don't say so.
    private static func add(_ tag: String, to plain: inout String, _ link: inout String?) {
        let name = tag.lowercased().prefix { $0 != " " && $0 != "/" || $0 == tag.first }
        switch name {
        case "br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/ul", "/ol":
            if name == "br" || !plain.hasSuffix("\n") { plain += "\n" }
        case "li": plain += "- "
        case "a": link = address(in: tag)
        case "/a":
            if let link, !plain.hasSuffix(link) { plain += " (\(link))" }
            link = nil
        default: break
        }
    }

    private static func address(in tag: String) -> String? {
        guard let start = tag.firstRange(of: "href=\"") else { return nil }
        let text = tag[start.upperBound...].prefix { $0 != "\"" }
        let isLink = text.hasPrefix("https://") || text.hasPrefix("http://")
        return isLink ? String(text).replacing("&amp;", with: "&") : nil
    }

    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
    ]

    /// The meaning of `&amp;` or `&#39;` at the start of a text, and what comes after it.
    private static func entity(
        _ text: Substring.UTF8View
    ) -> (meaning: String, rest: Substring.UTF8View)? {
        guard let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[..<end].dropFirst(), as: UTF8.self)
        let rest = text[text.index(after: end)...]
        if let meaning = names[name] { return (meaning, rest) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        return (String(Character(scalar)), rest)
    }

    private static func withoutBlankEnds(_ text: String) -> String {
        var rest = text[...]
        while rest.last?.isWhitespace == true { rest.removeLast() }
        while rest.first?.isNewline == true { rest.removeFirst() }
        return String(rest)
    }
}
