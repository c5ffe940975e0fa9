/// Decodes percent-encoding: `%40` becomes `@`.
///
/// Returns nil for invalid encoding.
package func percentDecoded(_ text: String) -> String? {
    var octets: [UInt8] = []
    var rest = text.utf8[...]
    while let octet = rest.popFirst() {
        guard octet == UInt8(ascii: "%") else {
            octets.append(octet)
            continue
        }
        guard let high = rest.popFirst().flatMap(hexadecimalDigit),
            let low = rest.popFirst().flatMap(hexadecimalDigit)
        else { return nil }
        octets.append(high << 4 | low)
    }
    return String(validating: octets, as: UTF8.self)
}

private func hexadecimalDigit(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
    default: nil
    }
}

/// Percent-encodes what can't stand for itself in a segment of a path (RFC 3986, 3.3), and nothing
/// else, so that a name has one spelling.
package func percentEncoded(_ text: String) -> String {
    // Nearly all names are IDs.
    guard !text.utf8.allSatisfy(standsForItself) else { return text }
    var encoded: [UInt8] = []
    for octet in text.utf8 {
        guard !standsForItself(octet) else {
            encoded.append(octet)
            continue
        }
        let digits = String(octet, radix: 16, uppercase: true)
        encoded += (digits.utf8.count == 1 ? "%0" : "%").utf8
        encoded += digits.utf8
    }
    return String(decoding: encoded, as: UTF8.self)
}

private func standsForItself(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "-"):
        true
    default: false
    }
}
