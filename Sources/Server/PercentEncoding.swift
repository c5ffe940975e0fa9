/// Decodes percent-encoding: `%40` becomes `@`.
///
/// Returns nil for invalid encoding.
func percentDecoded(_ text: String) -> String? {
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
