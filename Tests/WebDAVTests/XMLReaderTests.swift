import Testing
import WebDAV

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
        "What isn't a document is refused",
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
        let (depth, elements) = (XMLReader.depthMax, XMLReader.elementsMax)
        _ = try Self.read(nested(depth))
        #expect(throws: XMLError.tooDeep(max: depth)) { try Self.read(nested(depth + 1)) }
        #expect(try Self.read(flat(elements)).children.count == elements - 1)
        #expect(throws: XMLError.tooManyElements(max: elements)) {
            try Self.read(flat(elements + 1))
        }
    }

    @Test("What is written is read again, with every character that XML can hold")
    func roundTrip() throws {
        let text = "BEGIN:VEVENT\r\nSUMMARY:<a> & \"b\" – 日本 \u{1}\r\n\tz"
        let name = XMLName(namespace: "urn:x:<y>", local: "own")
        var xml = XMLWriter()
        xml.element(.dav("multistatus")) { xml in
            xml.element(.calDAV("calendar-data"), text: text)
            xml.element(.calDAV("comp"), ["name": "V\"EVENT"])
            xml.element(name)
        }
        let root = try XMLReader.read(xml.octets)
        #expect(root.first(.calDAV("calendar-data"))?.text == text.filter { $0 != "\u{1}" })
        #expect(root.first(.calDAV("comp"))?.attributes["name"] == "V\"EVENT")
        #expect(root.first(name) != nil)
    }
}
