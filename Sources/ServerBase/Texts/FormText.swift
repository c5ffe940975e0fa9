/// Encodes fields as `application/x-www-form-urlencoded`.
package func formText(_ fields: [(name: String, value: String)]) -> String {
    fields.map { formEncoded($0.name) + "=" + formEncoded($0.value) }.joined(separator: "&")
}

/// Percent-encodes everything but letters, digits and `-._~`.
package func formEncoded(_ text: String) -> String {
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
