import Crypto
import Foundation
import HTTPTypes
import Testing
import WebDAV

@testable import Server
@testable import ServerBase

/// A calendar program that registers for push messages and reads them.
struct PushProgram: Sendable {
    let client: DAVTests.Client
    let name: String
    let appPassword: String
    private let key = P256.KeyAgreement.PrivateKey()
    private let authSecret: [UInt8]

    init(_ visitor: Visitor, named name: String) async throws {
        let made = try await visitor.appPassword(named: name)
        let home = "/dav/calendars/\(visitor.account.id.text)/"
        appPassword = made.id
        client = DAVTests.Client(
            program: try await visitor.program(made.password),
            home: home,
            calendar: home + visitor.calendar + "/"
        )
        self.name = name
        authSecret = Array(Array("\(name) has a secret".utf8).prefix(16))
    }

    /// Where its messages arrive.
    var path: String { "/inbox/" + name }

    static let contentTrigger = """
        <trigger><content-update><depth xmlns="DAV:">1</depth></content-update></trigger>
        """
    static let bothTriggers = """
        <trigger><content-update/><property-update><D:depth>0</D:depth></property-update></trigger>
        """

    /// The text of a registration, as DAVx5 writes it.
    func registration(
        _ more: String = PushProgram.contentTrigger,
        resource: String? = nil,
        encoding: String = "aes128gcm",
        key other: String? = nil
    ) -> String {
        let point = base64URLText(Array(key.publicKey.x963Representation))
        return """
            <push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:">
            <subscription><web-push-subscription>
            <push-resource>\(resource ?? StandInPushService.origin + path)</push-resource>
            <content-encoding>\(encoding)</content-encoding>
            <subscription-public-key type="p256dh">\(other ?? point)</subscription-public-key>
            <auth-secret>\(base64URLText(authSecret))</auth-secret>
            </web-push-subscription></subscription>\(more)</push-register>
            """
    }

    /// Registers, and returns the address of the registration.
    @discardableResult
    func register(
        at collection: String? = nil,
        _ more: String = PushProgram.contentTrigger
    ) async throws -> String {
        let response = try await client.request(
            "POST",
            collection ?? client.calendar,
            registration(more)
        )
        #expect([.created, .noContent].contains(response.status), "\(response.text)")
        return try #require(response.headers[.location])
    }

    func remove(_ registration: String) async throws -> HTTPResponse.Status {
        let path = registration.replacing("https://calendar.example.org", with: "")
        return try await client.request("DELETE", path).status
    }

    /// Reads a message as RFC 8291 says, from the other side.
    func read(_ post: StandInPushService.Post) throws -> XMLElement {
        try XMLReader.read(try opened(post.octets))
    }

    func opened(_ octets: [UInt8]) throws -> [UInt8] {
        try Self.opened(octets, by: key, authSecret: authSecret)
    }

    static func opened(
        _ octets: [UInt8],
        by key: P256.KeyAgreement.PrivateKey,
        authSecret: [UInt8]
    ) throws -> [UInt8] {
        let salt = Array(octets[0..<16])
        try #require(Array(octets[16..<21]) == [0, 0, 16, 0, 65])
        let point = Array(octets[21..<86])
        let sender = try P256.KeyAgreement.PublicKey(x963Representation: point)
        let material = try key.sharedSecretFromKeyAgreement(with: sender)
            .hkdfDerivedSymmetricKey(
                using: SHA256.self,
                salt: authSecret,
                sharedInfo: Array("WebPush: info\0".utf8) + key.publicKey.x963Representation
                    + point,
                outputByteCount: 32
            )
        func derive(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material,
                salt: salt,
                info: Array("Content-Encoding: \(label)\0".utf8),
                outputByteCount: count
            )
        }
        let nonce = derive("nonce", 12).withUnsafeBytes { Array($0) }
        let box = try AES.GCM.SealedBox(combined: nonce + octets[86...])
        let padded = try AES.GCM.open(box, using: derive("aes128gcm", 16))
        try #require(padded.last == 2)
        return Array(padded.dropLast())
    }
}

/// Reads the token of a message, and checks its signature (RFC 8292, 2).
struct SignedToken {
    let claims: [String: JSONValue]
    let key: String

    init(_ header: String) throws {
        let found = try #require(header.wholeMatch(of: /vapid t=([^,]+), ?k=(\S+)/))
        let parts = found.1.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        key = String(found.2)
        let point = try #require(base64URLOctets(key))
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: try #require(base64URLOctets(parts[2]))
        )
        let isSigned = try P256.Signing.PublicKey(x963Representation: point).isValidSignature(
            signature,
            for: Data("\(parts[0]).\(parts[1])".utf8)
        )
        #expect(isSigned)
        let head = try Self.object(parts[0])
        #expect(head["alg"]?.text == "ES256")
        claims = try Self.object(parts[1])
    }

    private static func object(_ text: String) throws -> [String: JSONValue] {
        let octets = try #require(base64URLOctets(text))
        return try JSONDecoder().decode([String: JSONValue].self, from: Data(octets))
    }
}
