import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase

@Suite("Addresses of sources")
struct ExternalCalendarAddressTests {
    private static let house = AllowedPrivateHosts("nas.home.example:5232, 127.0.0.1:80")

    private static func text(_ typed: String, hosts: AllowedPrivateHosts? = nil) -> String? {
        try? ExternalCalendarAddress(typed: typed, hosts: hosts ?? .none).text
    }

    @Test(
        "What was typed is read as an address with HTTPS",
        arguments: [
            ("https://example.org/a.ics", "https://example.org/a.ics"),
            ("webcal://example.org/a.ics?b=c&d=%2F", "https://example.org/a.ics?b=c&d=%2F"),
            ("WEBCALS://Example.ORG./A.ics", "https://example.org/A.ics"),
            ("http://example.org/a.ics#top", "https://example.org/a.ics"),
            ("example.org", "https://example.org/"),
            (" example.org:8443/a\n", "https://example.org:8443/a"),
            ("http://example.org:80/", "https://example.org/"),
            ("https://example.org:443?x", "https://example.org/?x"),
            ("https://example.org/a b/ü/%zz", "https://example.org/a%20b/%C3%BC/%25zz"),
            (
                "https://example.org/go?to=https://b.example/",
                "https://example.org/go?to=https://b.example/"
            ),
            ("https://bücher.example/", "https://xn--bcher-kva.example/"),
            ("https://127.0.0.1:5232/", "https://127.0.0.1:5232/"),
        ]
    )
    func reading(typed: String, text: String) { #expect(Self.text(typed) == text) }

    @Test(
        "Anything else is refused",
        arguments: [
            "", " ", "https://", "https:///a", "ftp://example.org/", "file:///etc/passwd",
            "javascript:alert(1)", "mailto:anna@example.org", "anna@example.org",
            "https://example.org:0/", "https://example.org:65536/", "https://example.org:+80/",
            "https://example.org:/", "https://a..b/", "https://.example/", "https://ex_ample.org/",
            "https://[::1]/", "https://exa mple.org/", "https://example.org\\@evil.example/",
            "https://example.org/a\u{0}b", "https://example.org/a\r\nHost: b",
            "https://%31.example/",
            "https://a%zz@example.org/", "https://a%00@example.org/",
            "https://a%0D%0Ab:c@d.example",
        ]
    )
    func refusal(typed: String) {
        #expect(throws: ExternalCalendarFailure.addressNotValid) {
            try ExternalCalendarAddress(typed: typed)
        }
    }

    @Test("An address may have 2000 octets")
    func length() {
        let beginning = "https://example.org/"
        func typed(_ count: Int) -> String {
            beginning + String(repeating: "a", count: count - beginning.utf8.count)
        }
        #expect(Self.text(typed(Limits.addressBytesMax)) == typed(Limits.addressBytesMax))
        #expect(Self.text(typed(Limits.addressBytesMax + 1)) == nil)
    }

    @Test("A label of a host may have 63 octets, and the host 253")
    func hostLength() {
        func host(_ counts: [Int]) -> String {
            counts.map { String(repeating: "a", count: $0) }.joined(separator: ".")
        }
        #expect(ExternalCalendarAddress.plainHost(host([63, 63, 63, 61])) != nil)
        #expect(ExternalCalendarAddress.plainHost(host([63, 63, 63, 62])) == nil)
        #expect(ExternalCalendarAddress.plainHost(host([64, 3])) == nil)
    }

    @Test(
        "A name and a password before the host are kept apart, and come back in the secret text",
        arguments: [
            ("https://anna:b%40c@example.org/", "anna", "b@c"),
            ("webcal://anna@example.org", "anna", ""),
            ("https://a%2Fb:c:d@example.org/x", "a/b", "c:d"),
            ("https://anna%40example.org:%C3%BC%25@example.org:1/", "anna@example.org", "ü%"),
        ]
    )
    func credentials(typed: String, user: String, password: String) throws {
        let address = try ExternalCalendarAddress(typed: typed)
        #expect(address.credentials == .init(user: user, password: password))
        #expect(!address.text.contains("@"))
        #expect(try ExternalCalendarAddress(typed: address.secretText) == address)
    }

    @Test("A name and a password may have 1000 octets together, and a name no colon")
    func credentialLimits() {
        let password = String(repeating: "x", count: Limits.externalCredentialsBytesMax - 1)
        #expect(ExternalCalendarAddress.Credentials(user: "a", password: password) != nil)
        #expect(ExternalCalendarAddress.Credentials(user: "ab", password: password) == nil)
        #expect(ExternalCalendarAddress.Credentials(user: "a:b", password: "") == nil)
        #expect(ExternalCalendarAddress.Credentials(user: "a", password: "b\n") == nil)
    }

    @Test(
        "Only a host that the administrator lists is read over HTTP, and only if that or webcal was typed",
        arguments: [
            ("http://nas.home.example:5232/a", "http://nas.home.example:5232/a"),
            ("https://nas.home.example:5232/a", "https://nas.home.example:5232/a"),
            ("webcal://nas.home.example:5232/a", "http://nas.home.example:5232/a"),
            ("webcal://nas.home.example:5233/a", "https://nas.home.example:5233/a"),
            ("webcals://nas.home.example:5232/a", "https://nas.home.example:5232/a"),
            ("http://nas.home.example:5233/a", "https://nas.home.example:5233/a"),
            ("http://127.0.0.1/a", "http://127.0.0.1/a"),
            ("http://example.org/", "https://example.org/"),
        ]
    )
    func listed(typed: String, text: String) {
        #expect(Self.text(typed, hosts: Self.house) == text)
    }

    @Test(
        "The list of hosts has a port for each",
        arguments: [
            ("a.example:1", true), ("a.example:1,b:65535", true), ("a.example", false), ("", false),
            ("a.example:0", false), ("a.example:1,", false), ("http://a.example:1", false),
            ("[::1]:80", false), ("a b:1", false),
        ]
    )
    func hosts(text: String, isValid: Bool) {
        #expect((AllowedPrivateHosts(text) != nil) == isValid)
    }

    @Test("The list may have 100 hosts")
    func hostCount() {
        let places = (0...Limits.externalHostsMax).map { "a\($0).example:80" }
        #expect(AllowedPrivateHosts(places.dropLast().joined(separator: ",")) != nil)
        #expect(AllowedPrivateHosts(places.joined(separator: ",")) == nil)
    }

    @Test(
        "A redirect is read like an address, from where it was sent",
        arguments: [
            ("/b.ics", "https://example.org/b.ics"), ("b.ics?c", "https://example.org/a/b.ics?c"),
            ("../b.ics", "https://example.org/b.ics"), ("?c", "https://example.org/a/x.ics?c"),
            ("//b.example/c", "https://b.example/c"), ("http://b.example/c", "https://b.example/c"),
            ("http://example.org/a/", "https://example.org/a/"),
            ("webcal://b.example", "https://b.example/"),
            ("https://u:p@b.example/", "https://b.example/"),
            ("/ü ö", "https://example.org/%C3%BC%20%C3%B6"),
            ("ftp://b.example/", nil), ("http://[::1]/", nil), ("javascript:alert(1)", nil),
        ] as [(String, String?)]
    )
    func following(location: String, text: String?) throws {
        let address = try ExternalCalendarAddress(typed: "https://anna:secret@example.org/a/x.ics")
        let next = try? address.following(location, hosts: .none)
        #expect(next?.text == text)
        let isSameOrigin = text?.hasPrefix("https://example.org/") == true
        #expect(next?.credentials == (isSameOrigin ? address.credentials : nil))
    }

    @Test("Nobody is led to a listed host from outside, and everybody from one to another")
    func followingToListed() throws {
        let hosts = try #require(AllowedPrivateHosts("nas:5232,nas:80"))
        let outside = try ExternalCalendarAddress(typed: "https://example.org/", hosts: hosts)
        let inside = try ExternalCalendarAddress(typed: "http://nas/", hosts: hosts)
        let location = "http://nas:5232/a"
        for location in [location, "https://nas:5232/a"] {
            let next = try outside.following(location, hosts: hosts)
            #expect(next.text == "https://nas:5232/a")
            #expect(!next.isListed)
        }
        let next = try inside.following(location, hosts: hosts)
        #expect(next.text == location)
        #expect(next.isListed)
    }
}
