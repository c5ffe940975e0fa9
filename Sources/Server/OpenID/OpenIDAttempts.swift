import Crypto
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sign-in that somebody has begun and the provider has not answered.
struct OpenIDAttempt: Sendable {
    let provider: String
    /// The hash of the cookie that the browser got for it.
    let bindingHash: String
    let nonce: String
    /// The secret half of PKCE (RFC 7636), of 256 random bits.
    let verifier: String
    /// The page to go to afterwards, one of ours.
    let returnPath: String
    /// The account that gets one more way to sign in, when somebody is signed in who asks for it.
    let joins: AccountID?
    let network: ClientNetwork
    let endsSecond: Int64

    var challenge: String { base64URLText(Array(SHA256.hash(data: Array(verifier.utf8)))) }
}

/// The sign-ins under way; each is taken once.
actor OpenIDAttempts {
    private var attempts: [String: OpenIDAttempt] = [:]

    /// Keeps one; beyond the limits the one that ends first goes, of the same network if it has many.
    func begin(_ attempt: OpenIDAttempt, state: String, nowSecond: Int64) {
        attempts = attempts.filter { $0.value.endsSecond > nowSecond }
        let ofNetwork = attempts.filter { $0.value.network == attempt.network }
        if ofNetwork.count >= Limits.signInsPerNetworkMax {
            forgetOldest(of: ofNetwork)
        } else if attempts.count >= Limits.signInsMax {
            forgetOldest(of: attempts)
        }
        attempts[state] = attempt
    }

    /// The sign-in of a state, if this browser began it with this provider, and not too long ago.
    func take(
        state: String,
        provider: String,
        binding: String,
        nowSecond: Int64
    ) throws(OpenIDError) -> OpenIDAttempt {
        guard let attempt = attempts.removeValue(forKey: state), attempt.endsSecond > nowSecond,
            attempt.provider == provider, attempt.bindingHash == SessionCookie.hash(of: binding)
        else { throw .notUnderWay }
        return attempt
    }

    private func forgetOldest(of some: [String: OpenIDAttempt]) {
        let oldest = some.min { $0.value.endsSecond < $1.value.endsSecond }
        if let oldest { attempts[oldest.key] = nil }
    }
}

/// Where somebody may be led after signing in: a page of ours, never another site.
func ownPath(_ text: String?) -> String {
    guard let text, text.utf8.count <= Limits.addressBytesMax,
        text.hasPrefix("/"), !text.hasPrefix("//"),
        text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }),
        !text.hasPrefix("/api/"), !text.hasPrefix("/sign-in/"), !leadsUp(text)
    else { return "/" }
    return text
}

/// Whether a path has a part that a browser goes up by or leaves out, after which `//` could stand at
/// its beginning: `/..//other.example`.
private func leadsUp(_ text: String) -> Bool {
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(
        separator: "/",
        omittingEmptySubsequences: false
    )
    // The first is what stands before the path; the last may be empty, and end it with a slash.
    return parts.dropFirst().contains { part in
        let plain = part.lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    } || parts.dropFirst().dropLast().contains("")
}

/// Octets as Base64 with the alphabet for addresses, without padding (RFC 4648, section 5).
func base64URLText(_ octets: [UInt8]) -> String {
    let text = Data(octets).base64EncodedString()
    let letters: [Character] = text.compactMap { letter in
        switch letter {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: letter
        }
    }
    return String(letters)
}

/// Fields as `application/x-www-form-urlencoded`.
func formText(_ fields: [(name: String, value: String)]) -> String {
    fields.map { formEncoded($0.name) + "=" + formEncoded($0.value) }.joined(separator: "&")
}

/// A text with everything escaped but letters, digits and `-._~`.
func formEncoded(_ text: String) -> String {
    var octets: [UInt8] = []
    for octet in text.utf8 {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            octets.append(octet)
        default:
            octets += "%\(hexText([octet]).uppercased())".utf8
        }
    }
    return String(decoding: octets, as: UTF8.self)
}
