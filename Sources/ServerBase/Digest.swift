import Crypto

/// The SHA-256 of octets, as hexadecimal digits.
package func sha256Text(_ octets: [UInt8]) -> String { hexText(SHA256.hash(data: octets)) }

/// Compares in a time that doesn't depend on where the first difference is.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}

/// The SHA-256 digest of octets.
package func sha256Octets(_ octets: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: octets)) }
