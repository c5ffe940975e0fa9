import Testing

@testable import WebDAV

/// Characters and octets that XML forbids (XML 1.0, 2.2), as services have sent them.
enum Forbidden {
    /// Each one's name, its octets in a text, and whether a CDATA section can't have it either.
    static let rows: [(name: String, octets: [UInt8], isWrongInSection: Bool)] =
        [
            ("U+0000", [0], true), ("U+0001", [1], true), ("U+0008", [8], true),
            ("vertical tab", [0x0B], true), ("form feed", [0x0C], true),
            ("escape", [0x1B], true), ("U+001F", [0x1F], true),
            ("U+FFFE", [0xEF, 0xBF, 0xBE], true), ("U+FFFF", [0xEF, 0xBF, 0xBF], true),
            ("half a surrogate pair", [0xED, 0xA0, 0x80], true),
            ("Latin 1", [0xFC], true), ("half a character", [0xE2, 0x82], true),
            ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80], true), ("too long", [0xC0, 0x80], true),
        ]
        + [
            "&#0;", "&#8;", "&#x1f;", "&#xD800;", "&#xDFFF;", "&#65534;", "&#xFFFF;", "&#x110000;",
            "&#99999999999;", "&nbsp;", "&bogus;", "&", "& more", "&#;", "]]>", "<", "< 5", "<b>",
            "</i>", "<br>", "<a href=\"x\">",
        ].map { ($0, Array($0.utf8), false) }
}

@Suite("Answers that aren't entirely XML")
struct DamagedAnswerTests {
    private static let head =
        "<d:multistatus xmlns:d='DAV:' xmlns:c='urn:ietf:params:xml:ns:caldav'>"

    private static func response(
        _ href: String,
        etag: String = "\"1\"",
        _ text: String = "text"
    ) -> [UInt8] {
        Array(
            """
            <d:response><d:href>\(href)</d:href><d:propstat><d:prop><d:getetag>\(etag)</d:getetag>\
            <c:calendar-data>\(text)</c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
            </d:propstat></d:response>
            """.utf8
        )
    }

    /// An answer whose second response has the given octets in place of `~`.
    private static func answer(_ response: [UInt8], with octets: [UInt8] = []) -> [UInt8] {
        var answer = Array(head.utf8) + self.response("/a")
        for octet in response {
            if octet == UInt8(ascii: "~") { answer += octets } else { answer.append(octet) }
        }
        answer += self.response("/c") + "<d:sync-token>t</d:sync-token></d:multistatus>\n".utf8
        return answer
    }

    private static func check(_ answer: [UInt8], _ name: String, etag: String? = "\"1\"") {
        do {
            let read = try ForeignMultistatus(answer)
            #expect(read.responses.map(\.href.path) == ["/a", "/b", "/c"], "\(name)")
            #expect(read.responses.map(\.isDamaged) == [false, true, false], "\(name)")
            #expect(read.responses.map { ForeignObject($0)?.text }[2] == "text", "\(name)")
            #expect(read.responses[1].text(.dav("getetag")) == etag, "\(name)")
            #expect(read.syncToken == "t", "\(name)")
            #expect(!read.hasUnknown, "\(name)")
        } catch {
            Issue.record("\(name): \(error)")
        }
    }

    @Test("A forbidden character in a text damages only its own response")
    func text() {
        for (name, octets, _) in Forbidden.rows {
            Self.check(Self.answer(Self.response("/b", "SUMMARY:Lu~nch"), with: octets), name)
        }
    }

    @Test("So does one in a section of character data")
    func section() {
        for (name, octets, isWrong) in Forbidden.rows where isWrong {
            let response = Self.response("/b", "<![CDATA[SUMMARY:Lu~nch]]>")
            Self.check(Self.answer(response, with: octets), name)
        }
    }

    @Test("An ETag is read without its forbidden characters, and an address with them")
    func names() throws {
        for (name, octets, isWrongInSection) in Forbidden.rows where isWrongInSection {
            let etag = Self.response("/b", etag: "\"1~\"")
            Self.check(Self.answer(etag, with: octets), name)
            let read = try ForeignMultistatus(Self.answer(Self.response("/b~"), with: octets))
            let path = octets.map { octet in
                (octet < 16 ? "%0" : "%") + String(octet, radix: 16, uppercase: true)
            }
            #expect(read.responses[1].href.path == "/b" + path.joined(), "\(name)")
        }
        let read = try ForeignMultistatus(Self.answer(Self.response("/b&c&#8;")))
        #expect(read.responses[1].href.path == "/b&c%08")
    }

    @Test("The text of an event can't look like another response")
    func forgery() throws {
        let forged = """
            <![CDATA[~</c:calendar-data></d:prop></d:propstat></d:response>\
            <d:response><d:href>/forged</d:href><d:status>HTTP/1.1 404 Gone</d:status></d:response>\
            </d:multistatus>]]><!-- </d:response><d:response><d:href>/forged</d:href> -->
            """
        Self.check(Self.answer(Self.response("/b", forged), with: [8]), "forged")
        let escaped = "~&lt;/d:response>&lt;d:response>&lt;d:href>/forged&lt;/d:href>"
        Self.check(Self.answer(Self.response("/b", escaped), with: [8]), "escaped")
    }

    @Test("An answer that breaks off isn't accepted, wherever that is")
    func cut() {
        let whole = Self.answer(Self.response("/b", "<![CDATA[~]]>"), with: [8])
        let end = whole.count - "\n".utf8.count
        for length in 0..<end {
            #expect(throws: ForeignMultistatus.Failure.self, "\(length)") {
                try ForeignMultistatus(Array(whole[..<length]))
            }
        }
        #expect(throws: Never.self) { try ForeignMultistatus(Array(whole[..<end])) }
    }

    @Test(
        "Something that isn't an answer stays none, and so does one with more after its end",
        arguments: [
            "<html><p>&nbsp;</html>", "<multistatus><response>\u{8}</response></multistatus>",
            "<!DOCTYPE a><multistatus xmlns='DAV:'><response>\u{8}</response></multistatus>",
            "<multistatus xmlns='DAV:'>\u{8}</multistatus>",
            "<multistatus xmlns='DAV:'><response>\u{8}</response></multistatus><a/>",
        ]
    )
    func refusal(text: String) {
        #expect(throws: ForeignMultistatus.Failure.self) {
            try ForeignMultistatus(Array(text.utf8))
        }
    }

    @Test("A response without an end, or without an address, is unknown, and the others are read")
    func unknown() throws {
        for damaged in ["<d:response><d:href>/b</d:href>", "<d:response>\u{8}</d:response>"] {
            let read = try ForeignMultistatus(Self.answer(Array(damaged.utf8)))
            #expect(read.responses.map(\.href.path) == ["/a", "/c"])
            #expect(read.hasUnknown)
        }
    }

    @Test("If the text around the responses is damaged, the sync token isn't trusted")
    func token() throws {
        let token = "<d:sync-token>~</d:sync-token>"
        let octets = Self.answer(Self.response("/b") + token.utf8, with: [8])
        let read = try ForeignMultistatus(octets)
        #expect(read.responses.map(\.isDamaged) == [false, false, false])
        #expect(read.syncToken == nil)
    }

    @Test("A damaged answer may hold no more than another one")
    func bounds() {
        let damaged = Self.response("/b", "\u{8}")
        let many = Array(repeating: Self.response("/a"), count: Limits.responsesMax).joined()
        #expect(throws: ForeignMultistatus.Failure.self) {
            try ForeignMultistatus(Self.answer(damaged + many))
        }
        let elements = String(repeating: "<a/>", count: 4_990)
        let large = Array(
            repeating: Self.response("/a", elements),
            count: Limits.answerElementsMax / 4_990 + 1
        ).joined()
        let tooMany = XMLError.tooManyElements(max: Limits.answerElementsMax)
        #expect(throws: ForeignMultistatus.Failure.notXML(tooMany)) {
            try ForeignMultistatus(Self.answer(damaged + large))
        }
    }

    @Test("A damaged member in a list still exists, whatever its status")
    func changes() throws {
        let gone =
            "<d:response><d:href>/b</d:href><d:status>HTTP/1.1 404 N~</d:status></d:response>"
        let answer = try ForeignMultistatus(Self.answer(Array(gone.utf8), with: [8]))
        let changes = ForeignChanges(answer, of: "/")
        #expect(changes.changed.map(\.href.path) == ["/a", "/b", "/c"])
        #expect(changes.removed.isEmpty)
    }

    @Test("A calendar whose name has a forbidden character is found with the rest of its name")
    func calendarName() throws {
        for (name, octets, isWrongInSection) in Forbidden.rows where isWrongInSection {
            let response = """
                <d:response><d:href>/b</d:href><d:propstat><d:prop><d:resourcetype><d:collection/>\
                <c:calendar/></d:resourcetype><d:displayname>Fa~mily</d:displayname></d:prop>\
                </d:propstat></d:response>
                """
            let read = try ForeignMultistatus(Self.answer(Array(response.utf8), with: octets))
            let names = read.responses.compactMap { CalDAVCalendarEntry($0)?.name }
            #expect(names == ["Family"], "\(name)")
        }
    }
}
