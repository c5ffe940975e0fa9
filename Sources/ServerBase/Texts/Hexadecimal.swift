/// Octets as lower-case hexadecimal digits.
package func hexText(_ octets: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for octet in octets {
        text.append(digits[Int(octet >> 4)])
        text.append(digits[Int(octet & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}

/// Reads hexadecimal digits as octets; nil if there's anything else.
package func hexOctets(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var octets: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        octets.append(high << 4 | low)
    }
    return octets
}
