import WebDAV

extension FuzzTarget {
    /// XML: writing an element as a fragment and reading it again gives the same fragment.
    static let xml = FuzzTarget(
        name: "xml",
        dictionary: [
            "<?xml version=\"1.0\"?>", "<a>", "</a>", "<a/>", "<a ", " b='c'", " xmlns='DAV:'",
            " xmlns:d=\"urn:d\"", "<d:a", " d:b=\"c\"", " xml:lang=\"de\"", "&amp;", "&lt;",
            "&#0;", "&#13;", "&#xFFFE;", "&#x10FFFF;", "<![CDATA[", "]]>", "<!--", "-->", "<?pi ?>",
            "<!DOCTYPE a [", "<!ENTITY b \"c\">", "&b;", "encoding=\"utf-16\"", "\u{FEFF}",
        ],
        lengthMax: 2_048
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLReader.read(octets)
        } catch {
            outcome.add(XMLCheck.kind(of: error))
            return outcome.value
        }
        outcome.add(root.name.local)
        outcome.add(root.children.count)
        outcome.add(root.text.utf8.count)
        try XMLCheck.check(root)
        return outcome.value
    }
}

/// Properties that hold for every element.
enum XMLCheck {
    static func check(_ element: XMLElement) throws(Finding) {
        let fragment = element.fragment
        let again: XMLElement
        do throws(XMLError) {
            again = try XMLReader.read(Array(fragment.utf8))
        } catch {
            throw Finding(broken: "a fragment can't be read: \(fragment)")
        }
        try Finding.require(again.fragment == fragment, "a fragment changes: \(fragment)")
        try Finding.require(again.name == element.name, "the name changes")
        try Finding.require(again.attributes == element.attributes, "an attribute changes")
        var writer = XMLWriter()
        writer.element(.dav("prop")) { $0.fragment(fragment) }
        let document = try? XMLReader.read(writer.octets)
        // In another document it lies deeper, which may be too deep.
        guard let document else { return }
        try Finding.require(document.children == [again], "another document changes it")
    }

    /// The case without its values; otherwise every line of an error would count as new.
    static func kind(of error: XMLError) -> String {
        switch error {
        case .malformed: "malformed"
        case .documentType: "document type"
        case .tooDeep: "deep"
        case .tooManyElements: "elements"
        case .tooManyAttributes: "attributes"
        case .nameTooLong: "name"
        case .tagTooLong: "tag"
        case .tooMuchText: "text"
        }
    }
}
