import Testing

@testable import WebDAV

@Suite("Answers of other servers")
struct ForeignMultistatusTests {
    private static func read(_ text: String) throws(ForeignMultistatus.Failure)
        -> ForeignMultistatus
    {
        try ForeignMultistatus(Array(text.utf8), base: "/base/x")
    }

    @Test("A property counts only where the status says that it's there")
    func statuses() throws {
        let answer = try Self.read(
            """
            <x:multistatus xmlns:x="DAV:"><x:response><x:href> /a </x:href>
            <x:propstat><x:prop><x:getetag>1</x:getetag></x:prop><x:status>HTTP/1.1 200 OK</x:status>
            </x:propstat><x:propstat><x:prop><x:displayname>no</x:displayname></x:prop>
            <x:status>HTTP/1.1 403 Forbidden</x:status></x:propstat><x:propstat><x:prop>
            <x:sync-token> a </x:sync-token></x:prop></x:propstat></x:response>
            <x:response><x:href>b</x:href><x:href>c/</x:href><x:status>http/2 404</x:status>
            </x:response><x:response><x:href>ftp://no/</x:href></x:response>
            <x:responsedescription>words</x:responsedescription></x:multistatus>
            """
        )
        #expect(answer.responses.map(\.href.path) == ["/a", "/base/b", "/base/c/"])
        #expect(answer.responses.map(\.status) == [nil, 404, 404])
        #expect(answer.responses[0].text(.dav("getetag")) == "1")
        #expect(answer.responses[0].text(.dav("displayname")) == nil)
        #expect(answer.responses[0].text(.dav("sync-token")) == "a")
    }

    @Test(
        "Anything else isn't an answer",
        arguments: [
            ("", .notXML(.malformed(line: 1))), ("<html/>", .notMultistatus),
            ("<multistatus/>", .notMultistatus), ("{}", .notXML(.malformed(line: 1))),
            ("<!DOCTYPE a><a/>", .notXML(.documentType)),
            ("<D:multistatus xmlns:D='DAV:'>", .notXML(.malformed(line: 1))),
        ] as [(String, ForeignMultistatus.Failure)]
    )
    func refusal(text: String, failure: ForeignMultistatus.Failure) {
        #expect(throws: failure) { try Self.read(text) }
    }

    private static func repeated(_ count: Int, _ text: String) -> String {
        "<multistatus xmlns='DAV:'>" + String(repeating: text, count: count) + "</multistatus>"
    }

    @Test("An answer may be about 50,000 resources, and no more")
    func count() throws {
        let response = "<response><href>/a</href></response>"
        let all = try Self.read(Self.repeated(Limits.responsesMax, response))
        #expect(all.responses.count == Limits.responsesMax)
        let failure = ForeignMultistatus.Failure.tooManyResponses(max: Limits.responsesMax)
        #expect(throws: failure) {
            try Self.read(Self.repeated(Limits.responsesMax + 1, response))
        }
        let hrefs = String(repeating: "<href>/a</href>", count: 100)
        #expect(throws: failure) {
            try Self.read(Self.repeated(501, "<response>\(hrefs)</response>"))
        }
    }

    @Test("A response may have 5,000 elements, and an answer a million")
    func elements() {
        func response(_ count: Int) -> String {
            "<response>" + String(repeating: "<a/>", count: count - 1) + "</response>"
        }
        let most = Limits.responseElementsMax
        #expect(throws: Never.self) { try Self.read(Self.repeated(2, response(most))) }
        #expect(throws: ForeignMultistatus.Failure.notXML(.tooManyElements(max: most))) {
            try Self.read(Self.repeated(1, response(most + 1)))
        }
        // The root counts as an element as well.
        let rest = Limits.answerElementsMax - 1
        #expect(throws: Never.self) { try Self.read(Self.repeated(rest, "<a/>")) }
        #expect(throws: ForeignMultistatus.Failure.notXML(.tooManyElements(max: rest + 1))) {
            try Self.read(Self.repeated(rest + 1, "<a/>"))
        }
    }

    @Test(
        "An address has one spelling",
        arguments: [
            ("/a%40b/", "/a@b/"), ("/a@b/", "/a@b/"), ("/%61%2f%2F", "/a%2F%2F"), ("/ü", "/%C3%BC"),
            ("/%c3%bc", "/%C3%BC"), ("/a b%", "/a%20b%25"), ("/a?b#c", "/a"), ("b", "/base/b"),
            ("\n /a \t", "/a"), ("https://A.example:443/b", "https://a.example /b"),
            ("http://a.example:80", "http://a.example /"),
            ("HTTP://a:8080/%7E", "http://a:8080 /~"),
            ("//a.example/", nil), ("/../a", nil), ("/a/%2e%2E/b", nil), ("/./a", nil), ("", nil),
            ("ftp://a/", nil), ("https://u@a/", nil), ("https:///a", nil), ("/a\\b", nil),
            ("/a\u{0}", nil), ("/a\r\nb", nil),
        ] as [(String, String?)]
    )
    func hrefs(text: String, expected: String?) {
        let href = ForeignHref(text, base: "/base/x")
        #expect(href.map { ($0.origin.map { $0 + " " } ?? "") + $0.path } == expected)
    }

    @Test("An address may have 2000 octets")
    func hrefLength() {
        let text = "/" + String(repeating: "a", count: Limits.hrefOctetsMax - 1)
        #expect(ForeignHref(text) != nil)
        #expect(ForeignHref(text + "a") == nil)
    }

    @Test("Addresses in different spellings are equal, and those of different servers aren't")
    func equality() {
        #expect(ForeignHref("/a%40b") == ForeignHref("/a@b"))
        #expect(Set([ForeignHref("/%7Ea"), ForeignHref("/~a"), ForeignHref("/~a/")]).count == 2)
        #expect(ForeignHref("https://a.example/b") != ForeignHref("/b"))
        #expect(ForeignHref("/a%40b")?.text == "/a%40b")
    }

    @Test("Requests are documents of the names that are asked for")
    func requests() throws {
        let token = try XMLReader.read(CalDAVRequest.changes(since: "a&b"))
        #expect(token.first(.dav("sync-token"))?.text == "a&b")
        #expect(token.first(.dav("sync-level"))?.text == "1")
        let all = try XMLReader.read(CalDAVRequest.changes(since: nil))
        #expect(all.first(.dav("sync-token"))?.text.isEmpty == true)
        let href = try #require(ForeignHref("/a%40b/ü <.ics"))
        let objects = try XMLReader.read(CalDAVRequest.objects([href]))
        #expect(objects.all(.dav("href")).map(\.text) == ["/a%40b/ü <.ics"])
        #expect(objects.first(.dav("prop"))?.children.count == 2)
        for body in [
            CalDAVRequest.principal, CalDAVRequest.calendars, CalDAVRequest.state,
            CalDAVRequest.members,
        ] {
            let root = try XMLReader.read(body)
            #expect(root.name == .dav("propfind"))
            #expect(root.first(.dav("prop"))?.children.isEmpty == false)
        }
    }
}
