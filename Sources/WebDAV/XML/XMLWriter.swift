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

    /// Begins with what is written already.
    init(octets: [UInt8]) {
        self.octets = octets
    }

    /// Begins the root, which a document has once; what is written next is in it.
    package mutating func begin(_ name: XMLName) {
        element(name)
        octets.removeLast("/>".utf8.count)
        octets.append(UInt8(ascii: ">"))
    }

    /// Ends what was begun.
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

    /// Writes an element with what a body writes into it.
    package mutating func element(_ name: XMLName, _ body: (inout XMLWriter) -> Void) {
        element(name, [:], body)
    }

    /// Writes an element with attributes, and with what a body writes into it.
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
    /// Those that XML can't hold (XML 1.0, 2.2) are left out.
    package mutating func text(_ text: String) {
        for octet in text.utf8 {
            switch octet {
            case UInt8(ascii: "&"): octets += "&amp;".utf8
            case UInt8(ascii: "<"): octets += "&lt;".utf8
            case UInt8(ascii: ">"): octets += "&gt;".utf8
            case UInt8(ascii: "\""): octets += "&quot;".utf8
            // A reader would turn a line break of two characters into one.
            case 13: octets += "&#13;".utf8
            case 9, 10, 32...: octets.append(octet)
            default: break
            }
        }
    }

    /// Writes an element that was stored as XML of its own (``XMLElement/fragment``).
    package mutating func fragment(_ xml: String) {
        octets += xml.utf8
    }

    private mutating func attribute(_ key: String, _ value: String) {
        octets += " \(key)=\"".utf8
        text(value)
        octets.append(UInt8(ascii: "\""))
    }

    /// The name with its prefix; or without one, and the namespace to declare.
    private static func written(_ name: XMLName) -> (String, declaration: String?) {
        if let prefix = prefixes[name.namespace] { return ("\(prefix):\(name.local)", nil) }
        return (name.local, name.namespace)
    }
}
