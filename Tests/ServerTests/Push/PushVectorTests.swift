import Crypto
import Testing
import WebDAV

@testable import CalDAVServer
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Encryption, signatures and forms of push messages")
struct PushVectorTests {
    /// RFC 8291, appendix A.
    private enum Example {
        static let message = "When I grow up, I want to be a watermelon"
        static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let receiverPoint =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let authSecret = "BTBZMqHH6r4Tts7J_aSIgg"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let sealed =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
            + "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
            + "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    }

    @Test("The example of RFC 8291 is sealed as the RFC has it")
    func sealing() throws {
        let recipient = try #require(
            PushRecipient(publicKey: Example.receiverPoint, authSecret: Example.authSecret)
        )
        let sealed = try recipient.sealed(
            Array(Example.message.utf8),
            from: P256.KeyAgreement.PrivateKey(
                rawRepresentation: try #require(base64URLOctets(Example.senderKey))
            ),
            salt: try #require(base64URLOctets(Example.salt))
        )
        #expect(base64URLText(sealed) == Example.sealed)
        let opened = try PushProgram.opened(
            sealed,
            by: P256.KeyAgreement.PrivateKey(
                rawRepresentation: try #require(base64URLOctets(Example.receiverKey))
            ),
            authSecret: try #require(base64URLOctets(Example.authSecret))
        )
        #expect(String(decoding: opened, as: UTF8.self) == Example.message)
    }

    @Test(
        "A message fits into 4096 octets, or isn't sent",
        arguments: [(3993, true), (3994, false)]
    )
    func length(count: Int, fits: Bool) throws {
        let recipient = try #require(
            PushRecipient(publicKey: Example.receiverPoint, authSecret: Example.authSecret)
        )
        let message = [UInt8](repeating: 1, count: count)
        let salt = [UInt8](repeating: 2, count: 16)
        let sealed = try? recipient.sealed(message, from: .init(), salt: salt)
        #expect(sealed?.count == (fits ? Limits.pushMessageBytesMax : nil))
    }

    @Test(
        "Keys and secrets of another form aren't taken",
        arguments: [
            (Example.receiverPoint, "c2hvcnQ"), (Example.senderKey, Example.authSecret),
            ("A" + Example.receiverPoint.dropFirst(), Example.authSecret),
            (String(Example.receiverPoint.reversed()), Example.authSecret), ("", ""),
            (Example.receiverPoint, "BTBZMqHH6r4Tts7J/aSIgg"),
        ]
    )
    func recipients(publicKey: String, authSecret: String) {
        #expect(PushRecipient(publicKey: publicKey, authSecret: authSecret) == nil)
    }

    @Test("The example of RFC 8292 is valid, and so are the server's own signatures")
    func signatures() throws {
        let example = try SignedToken(
            "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZ"
                + "S5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."
                + "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9O"
                + "kSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRu"
                + "U_RCPCfA5aq9ojSwk5Y2EmClBPs"
        )
        #expect(example.claims["aud"]?.text == "https://push.example.net")
        let key = try #require(VAPIDKey(Example.senderKey))
        let own = try SignedToken(
            try key.authorization(
                for: "https://push.example.net",
                contact: "https://calendar.example.org",
                expiresSecond: 1_453_523_768
            )
        )
        #expect(own.key == key.publicText)
        #expect(own.claims["aud"]?.text == "https://push.example.net")
        #expect(own.claims["exp"] == .number(1_453_523_768))
        #expect(own.claims["sub"]?.text == "https://calendar.example.org")
    }

    @Test(
        "Dates of headers are read as they are written",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 02 Oct 2024 07:28:00 GMT", 1_727_854_080),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ]
    )
    func dates(text: String, second: Int64) {
        #expect(HTTPDate.text(of: second) == text)
        #expect(HTTPDate.second(of: text) == second)
    }

    @Test(
        "What isn't a date of a header isn't read",
        arguments: [
            "", "soon", "2024-10-02", "Wed, 02 Oct 2024 07:28:00 CET",
            "Wed, 30 Feb 2024 07:28:00 GMT", "Wed, 02 Oct 2024 07:28 GMT",
            "Wed, 02 Oct 99999999999 07:28:00 GMT", "Wed, 02 Oct 2024 24:28:00 GMT",
        ]
    )
    func notDates(text: String) {
        #expect(HTTPDate.second(of: text) == nil)
    }

    @Test(
        "The addresses in a list are read by their last part",
        arguments: [
            (#""https://a.example/dav/push/one""#, ["one"]), ("", []),
            (#""https://a.example/dav/push/one", "/dav/push/two""#, ["one", "two"]),
            (#""https://a.example/dav/push/one", *"#, ["one", "*"]),
        ]
    )
    func lists(text: String, ids: [String]) {
        #expect(PushAddress.ids(inList: text) == Set(ids))
    }

    @Test("A star names all registrations")
    func star() {
        #expect(PushAddress.ids(inList: " * ") == nil)
    }
}
