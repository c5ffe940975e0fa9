import Testing

@testable import Outgoing

@Suite("Addresses from a provider")
struct ForeignAddressTests {
    @Test(
        "An address must be HTTPS to a plain host name",
        arguments: [
            ("https://lh3.example.net/a=s96-c", true), ("https://example.net:8443/me.png", true),
            ("https://id.example.com/me.png", true), ("http://example.net/me.png", false),
            ("http://id.example.com/me.png", false), ("ftp://example.net/me.png", false),
            ("https://user@example.net/me.png", false), ("https://EXAMPLE.net/me.png", false),
            ("https://[::1]/me.png", false), ("http://localhost/me.png", false),
            ("http://127.0.0.1:6379/", false), ("file:///etc/passwd", false), ("", false),
        ]
    )
    func forms(text: String, isAllowed: Bool) {
        let address = ForeignAddress(text, fromProvider: "https://id.example.com")
        #expect((address != nil) == isAllowed)
    }

    @Test(
        "Only the provider's own scheme, host and port are allowed without HTTPS",
        arguments: [
            ("http://127.0.0.1:9000/me.png", true), ("http://127.0.0.1:9001/me.png", nil),
            ("http://localhost:9000/me.png", nil), ("https://127.0.0.1:9000/me.png", false),
            ("https://example.net/me.png", false),
        ] as [(String, Bool?)]
    )
    func provider(text: String, isOfProvider: Bool?) {
        let address = ForeignAddress(text, fromProvider: "http://127.0.0.1:9000/realm")
        #expect(address?.isOfProvider == isOfProvider)
    }

    @Test(
        "Public and private IP addresses are told apart",
        arguments: [
            ("8.8.8.8", true), ("172.15.0.1", true), ("172.32.0.1", true), ("100.63.1.1", true),
            ("100.128.0.1", true), ("198.17.0.1", true), ("223.255.255.255", true),
            ("127.0.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false),
            ("172.31.255.255", false), ("192.168.1.1", false), ("169.254.169.254", false),
            ("100.64.0.1", false), ("100.127.255.255", false), ("0.0.0.0", false),
            ("198.18.0.1", false), ("198.19.255.255", false), ("192.0.2.1", false),
            ("224.0.0.1", false), ("255.255.255.255", false), ("192.0.0.8", false),
            ("2606:4700::1111", true), ("2a00:1450:4001:82a::200e", true),
            ("2001:4860:4860::8888", true), ("::1", false), ("::", false), ("fe80::1", false),
            ("fd00::1", false), ("ff02::1", false), ("::ffff:127.0.0.1", false),
            ("::ffff:7f00:1", false), ("64:ff9b::7f00:1", false), ("2002:7f00:1::", false),
            ("2001::1", false), ("2001:db8::1", false), ("localhost", false), ("", false),
            ("1.2.3", false), ("1.2.3.4.5", false), ("1.2.3.256", false), ("2a00:1:2", false),
            ("2a00::1::2", false), ("2a00:1:2:3:4:5:6:7:8", false), ("2a00:xyz::1", false),
        ]
    )
    func openness(text: String, isPublic: Bool) {
        #expect(PublicAddress.contains(text) == isPublic)
    }
}
