/// Writes an XML document.
package struct XMLWriter: Sendable {
    /// What was written so far, in UTF-8.
    package private(set) var octets = Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8) + [10]
    private var isRootWritten = false

    /// The namespaces that the root declares, with their prefixes.
    private static let prefixes = [
        XMLName.Namespace.dav: "D",
        XMLName.Namespace.calDAV: "C",
        XMLName.Namespace.calendarServer: "CS",
        XMLName.Namespace.apple: "A",
    ]

    /// Begins an empty document.
    package init() {}

    /// Begins with text that is already written.
    init(octets: [UInt8]) {
        self.octets = octets
    }

    /// Begins the root; a document has one, and everything written afterwards is in it.
    package mutating func begin(_ name: XMLName) {
        element(name)
        octets.removeLast("/>".utf8.count)
        octets.append(UInt8(ascii: ">"))
    }

    /// Ends the root.
    package mutating func end(_ name: XMLName) {
        octets += "</\(Self.written(name).0)>".utf8
    }

    /// Writes an empty element.
    package mutating func element(
        _ name: XMLName,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        element(name, attributes) { _ in }
    }

    /// Writes an element, with the content that a body writes.
    package mutating func element(_ name: XMLName, _ body: (inout XMLWriter) -> Void) {
        element(name, [:], body)
    }

    /// Writes an element with attributes, and with the content that a body writes.
    package mutating func element(
        _ name: XMLName,
        _ attributes: KeyValuePairs<String, String>,
        _ body: (inout XMLWriter) -> Void
    ) {
        let (written, declaration) = Self.written(name)
        octets.append(UInt8(ascii: "<"))
        octets += written.utf8
        if !isRootWritten {
            isRootWritten = true
            for (namespace, prefix) in Self.prefixes.sorted(by: { $0.value < $1.value }) {
                octets += " xmlns:\(prefix)=\"\(namespace)\"".utf8
            }
        }
        if let declaration { attribute("xmlns", declaration) }
        for (key, value) in attributes { attribute(key, value) }
        let before = octets.count
        octets.append(UInt8(ascii: ">"))
        body(&self)
        if octets.count == before + 1 {
            octets.removeLast()
            octets += "/>".utf8
        } else {
            octets += "</\(written)>".utf8
        }
    }

    /// Writes an element that holds text.
    package mutating func element(_ name: XMLName, text: String) {
        element(name) { $0.text(text) }
    }

    /// Writes characters, escaped.
    ///
    /// Characters that XML can't hold (XML 1.0, 2.2) are left out.
    package mutating func text(_ text: String) {
        self.text(octets: Array(text.utf8))
    }

    /// Writes characters in UTF-8, escaped.
    ///
    /// Runs of octets that need no escape are appended together, because the text of a calendar is
    /// most of an answer.
    package mutating func text(octets text: [UInt8]) {
        write(text, inAttribute: false)
    }

    /// Writes characters in UTF-8, escaped; in an attribute, a reader would take a tab or a line break
    /// for a space.
    private mutating func write(_ text: [UInt8], inAttribute: Bool) {
        var start = 0
        for (place, octet) in text.enumerated() where Self.isSpecial(octet) {
            let escape =
                inAttribute && (octet == 9 || octet == 10)
                ? ("&#\(octet);", 1) : Self.escape(of: octet, at: place, in: text)
            guard let escape else { continue }
            octets += text[start..<place]
            octets += escape.text.utf8
            start = place + escape.count
        }
        octets += text[min(start, text.count)...]
    }

    /// Whether an octet may have to be escaped.
    private static func isSpecial(_ octet: UInt8) -> Bool {
        octet < 0x20 || octet == 0x22 || octet == 0x26 || octet == 0x3C || octet == 0x3E
            || octet == 0xEF
    }

    /// The text to write in place of some octets; nil if they stay.
    private static func escape(
        of octet: UInt8,
        at place: Int,
        in text: [UInt8]
    ) -> (text: String, count: Int)? {
        switch octet {
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "\""): return ("&quot;", 1)
        // A reader would turn a line break of two characters into one.
        case 13: return ("&#13;", 1)
        case 9, 10: return nil
        // U+FFFE and U+FFFF aren't characters, so no document may have them.
        case 0xEF:
            let isNone =
                place + 2 < text.count && text[place + 1] == 0xBF && text[place + 2] >= 0xBE
            return isNone ? ("", 3) : nil
        default: return ("", 1)
        }
    }

    /// Writes an element that was stored as XML of its own (``XMLElement/fragment``).
    package mutating func fragment(_ xml: String) {
        octets += xml.utf8
    }

    mutating func attribute(_ key: String, _ value: String) {
        octets += " \(key)=\"".utf8
        write(Array(value.utf8), inAttribute: true)
        octets.append(UInt8(ascii: "\""))
    }

    /// The name with its prefix; without a prefix, the namespace to declare as well.
    private static func written(_ name: XMLName) -> (String, declaration: String?) {
        if let prefix = prefixes[name.namespace] { return ("\(prefix):\(name.local)", nil) }
        return (name.local, name.namespace)
    }
}
