import Testing

@testable import WebDAV

@Suite("Reading XML")
struct XMLReaderTests {
    static func read(_ text: String) throws -> XMLElement {
        try XMLReader.read(Array(text.utf8))
    }

    @Test("Names have their namespaces, whatever the prefixes")
    func namespaces() throws {
        let root = try Self.read(
            """
            <?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns="urn:ietf:params:xml:ns:caldav">
            <d:prop><calendar-data version="2.0"/><x xmlns="">a&amp;<![CDATA[<b>]]></x></d:prop>
            </d:propfind>
            """
        )
        #expect(root.name == .dav("propfind"))
        let prop = try #require(root.first(.dav("prop")))
        #expect(prop.children.map(\.name.local) == ["calendar-data", "x"])
        #expect(prop.children[0].name == .calDAV("calendar-data"))
        #expect(prop.children[0].attributes == ["version": "2.0"])
        #expect(prop.children[1].name.namespace.isEmpty)
        #expect(prop.children[1].text == "a&<b>")
    }

    @Test(
        "Text that isn't a document is refused",
        arguments: [
            "", "text", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<p:a/>", "\u{0}",
        ]
    )
    func malformed(text: String) {
        #expect(throws: XMLError.self) { try Self.read(text) }
    }

    @Test("A document type ends the reading, before any entity grows")
    func documentType() {
        let bomb = """
            <!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>
            """
        #expect(throws: XMLError.documentType) { try Self.read(bomb) }
        let external = #"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>"#
        #expect(throws: XMLError.documentType) { try Self.read(external) }
    }

    @Test("Depth and number of elements are bounded")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func flat(_ count: Int) -> String {
            "<r>" + String(repeating: "<a/>", count: count - 1) + "</r>"
        }
        let (depth, elements) = (Limits.xmlDepthMax, Limits.xmlElementsMax)
        _ = try Self.read(nested(depth))
        #expect(throws: XMLError.tooDeep(max: depth)) { try Self.read(nested(depth + 1)) }
        #expect(try Self.read(flat(elements)).children.count == elements - 1)
        #expect(throws: XMLError.tooManyElements(max: elements)) {
            try Self.read(flat(elements + 1))
        }
    }

    @Test("Attributes and text are bounded")
    func textLimits() throws {
        func attributes(_ count: Int) -> String {
            "<a " + (0..<count).map { "b\($0)='1'" }.joined(separator: " ") + "/>"
        }
        let most = Limits.xmlAttributesMax
        #expect(try Self.read(attributes(most)).attributes.count == most)
        #expect(throws: XMLError.tooManyAttributes(max: most)) {
            try Self.read(attributes(most + 1))
        }
        func text(_ count: Int) -> String {
            "<a><b c='12'/>" + String(repeating: "x", count: count) + "</a>"
        }
        // The names of the elements, and the name and the value of the attribute count too.
        let octets = Limits.xmlTextOctetsMax
        #expect(try Self.read(text(octets - 5)).text.utf8.count == octets - 5)
        #expect(throws: XMLError.tooMuchText(octetsMax: octets)) { try Self.read(text(octets - 4)) }
    }

    @Test("Names are bounded with their namespaces, which each element repeats")
    func nameLimits() throws {
        let most = Limits.xmlNameOctetsMax
        func element(_ count: Int) -> String {
            let namespace = String(repeating: "n", count: count - 2)
            return "<a xmlns='\(namespace)'><a/></a>"
        }
        func attribute(_ count: Int) -> String {
            "<a xmlns:p='\(String(repeating: "n", count: count - 2))' p:b='1'/>"
        }
        // The limit counts the namespace, the local name and the line break that separates them.
        #expect(try Self.read(element(most)).children.count == 1)
        #expect(try Self.read(attribute(most)).qualifiedAttributes.count == 1)
        for text in [element(most + 1), attribute(most + 1)] {
            #expect(throws: XMLError.nameTooLong(octetsMax: most)) { try Self.read(text) }
        }
    }

    @Test("A tag is bounded, before its namespace is written into all its names")
    func tagLimit() throws {
        let most = Limits.xmlTagOctetsMax
        func tag(_ count: Int, _ more: String = "") -> String {
            let tag = "<a b=''/>"
            return "<r>\(more)<a b='" + String(repeating: "x", count: count - tag.utf8.count)
                + "'/></r>"
        }
        for more in ["", "text", String(repeating: "<b/>", count: 5_000)] {
            #expect(try Self.read(tag(most, more)).children.last?.attributes["b"] != nil)
            #expect(throws: XMLError.tagTooLong(octetsMax: most)) {
                try Self.read(tag(most + 1, more))
            }
        }
        // Half a megabyte written into each of a hundred thousand names would be fifty gigabytes.
        let namespace = String(repeating: "n", count: 500_000)
        let attributes = (0..<100_000).map { " p:a\($0)=''" }.joined()
        #expect(throws: XMLError.tagTooLong(octetsMax: most)) {
            try Self.read("<a xmlns:p='\(namespace)'\(attributes)/>")
        }
        #expect(throws: XMLError.tagTooLong(octetsMax: most)) {
            try Self.read("<a xmlns:p='\(namespace)'" + String(repeating: " ", count: 100_000))
        }
    }

    @Test(
        "Characters that XML can't hold are refused, also as references",
        arguments: [
            "<a>\u{0}</a>", "<a>\u{1}</a>", "<a>&#0;</a>", "<a>&#x1;</a>", "<a>\u{FFFE}</a>",
        ]
    )
    func controls(text: String) {
        #expect(throws: XMLError.self) { try Self.read(text) }
    }

    @Test("An element is stored as XML of its own, and put into another document")
    func fragment() throws {
        let root = try Self.read(
            """
            <d:prop xmlns:d="DAV:" xmlns:x="urn:x" xml:lang="de">\
            <x:note x:by="&#9;me&#10;" d:to="you" size="2">Gr\u{FC}\u{DF}e &amp; mehr<inner xmlns=""/></x:note>\
            <x:note xml:lang="en"/></d:prop>
            """
        )
        #expect(root.children.map(\.language) == ["de", "en"])
        for note in root.children {
            let again = try Self.read(note.fragment)
            #expect(again.fragment == note.fragment)
            #expect(again.text == note.text && again.attributes == note.attributes)
            #expect(again.children == note.children && again.language == note.language)
            var xml = XMLWriter()
            xml.element(.dav("multistatus")) { $0.fragment(note.fragment) }
            let document = try XMLReader.read(xml.octets)
            #expect(document.children == [again])
        }
    }

    @Test("A namespace with a line break doesn't become part of a name")
    func lineBreakInNamespace() throws {
        #expect(throws: XMLError.self) { try Self.read("<p:a xmlns:p='urn:x&#10;>&lt;b/>'/>") }
        let root = try Self.read("<p:a xmlns:p='urn:x&#13;' p:c='d'/>")
        #expect(root.name == XMLName(namespace: "urn:x\r", local: "a"))
        #expect(root.qualifiedAttributes.map(\.name.local) == ["c"])
        #expect(try Self.read(root.fragment) == root)
    }

    @Test("What is written is read again, with every character that XML can hold")
    func roundTrip() throws {
        let text = "BEGIN:VEVENT\r\nSUMMARY:<a> & \"b\" – 日本 \u{1}\u{FFFF}\u{EFFF}\r\n\tz"
        let name = XMLName(namespace: "urn:x:<y>", local: "own")
        var xml = XMLWriter()
        xml.element(.dav("multistatus")) { xml in
            xml.element(.calDAV("calendar-data"), text: text)
            xml.element(.calDAV("comp"), ["name": "V\"\n\tEVENT"])
            xml.element(name)
        }
        let root = try XMLReader.read(xml.octets)
        #expect(
            root.first(.calDAV("calendar-data"))?.text == text.replacing("\u{1}\u{FFFF}", with: "")
        )
        #expect(root.first(.calDAV("comp"))?.attributes["name"] == "V\"\n\tEVENT")
        #expect(root.first(name) != nil)
    }
}
