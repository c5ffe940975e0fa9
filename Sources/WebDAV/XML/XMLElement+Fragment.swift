extension XMLElement {
    /// The element as XML that declares every namespace itself, so that it can be stored and put into
    /// any document later.
    ///
    /// Characters come before elements in it: the order of mixed content isn't kept.
    package var fragment: String {
        var octets: [UInt8] = []
        write(to: &octets, within: nil)
        return String(decoding: octets, as: UTF8.self)
    }

    private func write(to octets: inout [UInt8], within namespace: String?) {
        octets += "<\(name.local)".utf8
        if name.namespace != namespace {
            octets += " xmlns=\"\(Self.escaped(name.namespace))\"".utf8
        }
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            octets += " \(key)=\"\(Self.escaped(value))\"".utf8
        }
        for (number, attribute) in qualifiedAttributes.enumerated() {
            let (name, value) = (attribute.name, Self.escaped(attribute.value))
            octets +=
                name.namespace == Self.xmlNamespace
                ? " xml:\(name.local)=\"\(value)\"".utf8
                : " xmlns:n\(number)=\"\(Self.escaped(name.namespace))\" n\(number):\(name.local)=\"\(value)\""
                    .utf8
        }
        guard !text.isEmpty || !children.isEmpty else {
            octets += "/>".utf8
            return
        }
        octets += ">\(Self.escaped(text))".utf8
        for child in children { child.write(to: &octets, within: name.namespace) }
        octets += "</\(name.local)>".utf8
    }

    /// The namespace that the prefix `xml` always has.
    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    private static func escaped(_ text: String) -> String {
        var writer = XMLWriter(octets: [])
        writer.text(text)
        return String(decoding: writer.octets, as: UTF8.self)
    }
}

extension XMLElement {
    /// The element's ``fragment`` with other elements in it.
    package func fragment(withChildren children: [XMLElement]) -> String {
        var copy = self
        copy.children = children
        copy.text = ""
        return copy.fragment
    }
}
