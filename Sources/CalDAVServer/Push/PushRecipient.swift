import Crypto
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Who can read a push message: the program that registered, and nobody on the way (RFC 8291).
struct PushRecipient: Sendable {
    private let publicKey: P256.KeyAgreement.PublicKey
    private let authSecret: [UInt8]

    /// Reads an uncompressed point of P-256 and 16 octets, both in base64url; nil for anything else.
    init?(publicKey: String, authSecret: String) {
        guard let point = base64URLOctets(publicKey), point.count == 65,
            let key = try? P256.KeyAgreement.PublicKey(x963Representation: point),
            let secret = base64URLOctets(authSecret), secret.count == 16
        else { return nil }
        self.publicKey = key
        self.authSecret = secret
    }

    /// Encrypts a message as one record of `aes128gcm` (RFC 8291, 3.4 and 4; RFC 8188, 2).
    ///
    /// - Parameters:
    ///   - message: The octets of the message.
    ///   - sender: A key that is used for this message only.
    ///   - salt: 16 random octets.
    /// - Returns: The header with the sender's public key, and the record.
    /// - Throws: The errors of the library, or ``PushFailure/messageTooLong``.
    func sealed(
        _ message: [UInt8],
        from sender: P256.KeyAgreement.PrivateKey,
        salt: [UInt8]
    ) throws -> [UInt8] {
        let senderPoint = Array(sender.publicKey.x963Representation)
        let keyMaterial = try sender.sharedSecretFromKeyAgreement(with: publicKey)
            .hkdfDerivedSymmetricKey(
                using: SHA256.self,
                salt: authSecret,
                sharedInfo: Array("WebPush: info\0".utf8) + publicKey.x963Representation
                    + senderPoint,
                outputByteCount: 32
            )
        let secret = SymmetricKey(
            data: Array(HKDF<SHA256>.extract(inputKeyMaterial: keyMaterial, salt: salt))
        )
        let sealed = try AES.GCM.seal(
            message + [Self.lastRecord],
            using: SymmetricKey(data: Self.expand(secret, "Content-Encoding: aes128gcm\0", 16)),
            nonce: AES.GCM.Nonce(data: Self.expand(secret, "Content-Encoding: nonce\0", 12))
        )
        let header = salt + [0, 0, 16, 0] + [UInt8(senderPoint.count)] + senderPoint
        let octets = header + sealed.ciphertext + sealed.tag
        guard octets.count <= Limits.pushMessageBytesMax else { throw PushFailure.messageTooLong }
        return octets
    }

    /// What follows the message in the last record (RFC 8188, 2).
    private static let lastRecord: UInt8 = 2

    /// The first octets that HKDF expands a key to, up to 32 (RFC 5869, 2.3).
    private static func expand(_ key: SymmetricKey, _ info: String, _ count: Int) -> [UInt8] {
        let block = HMAC<SHA256>.authenticationCode(for: Array(info.utf8) + [1], using: key)
        return Array(block.prefix(count))
    }
}

extension P256.KeyAgreement.PrivateKey {
    /// Makes a key of random octets.
    init(_ clockAndRandom: ClockAndRandom) {
        self = firstKey(of: clockAndRandom) { try? Self(rawRepresentation: $0) }
    }
}

/// The first key that random octets give; nearly all of them do.
func firstKey<Key>(of clockAndRandom: ClockAndRandom, _ read: ([UInt8]) -> Key?) -> Key {
    while true {
        if let key = read(clockAndRandom.randomOctets(32)) { return key }
    }
}
