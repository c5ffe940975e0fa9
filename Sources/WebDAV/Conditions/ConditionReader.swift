/// Reads the pieces of headers with conditions.
struct ConditionReader {
    private let octets: [UInt8]
    private var place = 0

    init(_ text: String) { octets = Array(text.utf8) }

    var isAtEnd: Bool { place >= octets.count }

    mutating func skipBlanks() {
        while let octet = next, octet == 0x20 || octet == 0x09 || octet == 0x0D || octet == 0x0A {
            place += 1
        }
    }

    /// Takes a text if it comes next, ignoring ASCII case.
    mutating func take(_ text: String) -> Bool {
        let wanted = text.utf8.map(OctetSearch.upperCased)
        let end = place + wanted.count
        guard end <= octets.count,
            octets[place..<end].map(OctetSearch.upperCased) == wanted
        else { return false }
        place = end
        return true
    }

    /// Takes a tag in quotes, with `W/` before it if it's weak.
    mutating func entityTag() -> EntityTag? {
        let isWeak = take("W/")
        guard take("\""), let opaque = text(until: UInt8(ascii: "\"")) else { return nil }
        return EntityTag(opaque, isWeak: isWeak)
    }

    /// Takes a tag as programs write it: in quotes, with backslashes before them, or without
    /// quotes.
    mutating func looseEntityTag() -> EntityTag? {
        let isWeak = take("W/")
        if take("\\\"") {
            guard var opaque = text(until: UInt8(ascii: "\"")) else { return nil }
            if opaque.hasSuffix("\\") { opaque.removeLast() }
            return EntityTag(opaque, isWeak: isWeak)
        }
        if next == UInt8(ascii: "\"") {
            place += 1
            return text(until: UInt8(ascii: "\"")).map { EntityTag($0, isWeak: isWeak) }
        }
        let start = place
        while let octet = next, octet > 0x20, octet != UInt8(ascii: ","), octet != 0x22 {
            place += 1
        }
        guard place > start else { return nil }
        return EntityTag(String(decoding: octets[start..<place], as: UTF8.self), isWeak: isWeak)
    }

    /// Takes the address or the token between `<` and `>`, which has no blanks.
    mutating func codedURL() -> String? {
        guard take("<"), let address = text(until: UInt8(ascii: ">")), !address.isEmpty,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "<") })
        else { return nil }
        return address
    }

    var next: UInt8? { isAtEnd ? nil : octets[place] }

    /// Takes the text up to an octet, and that octet; nil if the octet doesn't come.
    private mutating func text(until end: UInt8) -> String? {
        guard let stop = octets[place...].firstIndex(of: end) else { return nil }
        defer { place = stop + 1 }
        return String(decoding: octets[place..<stop], as: UTF8.self)
    }
}
