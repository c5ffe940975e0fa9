extension XMLElement {
    /// The element as XML that declares every namespace itself, so that it can be stored and put into
    /// any document later.
    ///
    /// Characters come before elements: the order of mixed content isn't kept.
    package var fragment: String {
        var octets: [UInt8] = []
        write(to: &octets, within: nil)
        return String(decoding: octets, as: UTF8.self)
    }

    private func write(to octets: inout [UInt8], within namespace: String?) {
        octets += "<\(name.local)".utf8
        if name.namespace != namespace { octets += Self.attribute("xmlns", name.namespace) }
        // A stored element also needs the language of its surroundings (RFC 4918, 4.3).
        let isStored = namespace == nil
        if isStored, let language { octets += Self.attribute("xml:lang", language) }
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            octets += Self.attribute(key, value)
        }
        var prefixCount = 0
        for attribute in qualifiedAttributes {
            let name = attribute.name
            if isStored, name == .language { continue }
            if name.namespace == XMLName.Namespace.xml {
                octets += Self.attribute("xml:\(name.local)", attribute.value)
            } else {
                octets += Self.attribute("xmlns:n\(prefixCount)", name.namespace)
                octets += Self.attribute("n\(prefixCount):\(name.local)", attribute.value)
                prefixCount += 1
            }
        }
        guard !text.isEmpty || !children.isEmpty else {
            octets += "/>".utf8
            return
        }
        octets += ">\(Self.escaped(text))".utf8
        for child in children { child.write(to: &octets, within: name.namespace) }
        octets += "</\(name.local)>".utf8
    }

    private static func attribute(_ name: String, _ value: String) -> [UInt8] {
        var writer = XMLWriter(octets: [])
        writer.attribute(name, value)
        return writer.octets
    }

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
