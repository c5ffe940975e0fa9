import Crypto
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sign-in that has begun and waits for the provider's response.
struct OpenIDAttempt: Sendable {
    let provider: String
    /// The hash of the cookie that the browser got for it.
    let bindingHash: String
    let nonce: String
    /// The PKCE code verifier (RFC 7636), from 256 random bits.
    let verifier: String
    /// The path of our page to show afterwards.
    let returnPath: String
    /// The account that gets another way to sign in, if somebody signed in asked for it.
    let joins: AccountID?
    /// What somebody signed in is asked to allow; nil for a sign-in.
    let consent: GoogleConsent?
    let network: ClientNetwork
    let endsSecond: Int64

    var challenge: String { base64URLText(Array(SHA256.hash(data: Array(verifier.utf8)))) }
}

/// The sign-ins in progress. Each can be used once.
actor OpenIDAttempts {
    private var attempts: [String: OpenIDAttempt] = [:]

    /// Stores a sign-in under its state.
    ///
    /// At the limits the oldest is dropped: the oldest from this network if it has too many, else the
    /// oldest of all.
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

    /// Removes and returns the sign-in for a state.
    ///
    /// Throws ``OpenIDError/expired`` unless this browser began it with this provider and it hasn't
    /// expired.
    func take(
        state: String,
        provider: String,
        binding: String,
        nowSecond: Int64
    ) throws(OpenIDError) -> OpenIDAttempt {
        guard let attempt = attempts.removeValue(forKey: state), attempt.endsSecond > nowSecond,
            attempt.provider == provider, attempt.bindingHash == SessionCookie.hash(of: binding)
        else { throw .expired }
        return attempt
    }

    private func forgetOldest(of some: [String: OpenIDAttempt]) {
        let oldest = some.min { $0.value.endsSecond < $1.value.endsSecond }
        if let oldest { attempts[oldest.key] = nil }
    }
}

/// The path to redirect to after signing in: the given one if it is a page of ours, otherwise `/`.
func ownPath(_ text: String?) -> String {
    guard let text, text.utf8.count <= Limits.addressBytesMax,
        text.hasPrefix("/"), !text.hasPrefix("//"),
        text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }),
        !text.hasPrefix("/api/"), !text.hasPrefix("/sign-in/"), !hasDotOrEmptySegment(text)
    else { return "/" }
    return text
}

/// Whether a path has a `.` or `..` segment, which browsers remove, or an empty one.
///
/// Together they could lead to another site: `/..//other.example` becomes `//other.example`.
private func hasDotOrEmptySegment(_ text: String) -> Bool {
    let parts = text.prefix { $0 != "?" && $0 != "#" }.split(
        separator: "/",
        omittingEmptySubsequences: false
    )
    // The first part is empty, before the leading slash. The last may be empty, after a final
    // slash.
    return parts.dropFirst().contains { part in
        let plain = part.lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    } || parts.dropFirst().dropLast().contains("")
}

/// Encodes bytes as unpadded base64url (RFC 4648, section 5).
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

/// Encodes fields as `application/x-www-form-urlencoded`.
func formText(_ fields: [(name: String, value: String)]) -> String {
    fields.map { formEncoded($0.name) + "=" + formEncoded($0.value) }.joined(separator: "&")
}

/// Percent-encodes everything but letters, digits and `-._~`.
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
