extension Zone {
    /// The zone of a name that is an offset, such as `GMT+02:00`, `UTC+05:30`, `UTC-3` or `+0100`; nil
    /// for other names.
    ///
    /// A plus sign means east of Greenwich, unlike in `Etc/GMT+2`.
    public init?(namedByOffset id: ZoneID) {
        var rest = id.octets.filter { $0 != 0x20 && $0 != 0x22 }[...]
        if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")") {
            rest = rest.dropFirst().dropLast()
        }
        for name in ["UTC", "GMT"] where ASCIIName.compare(rest.prefix(3), name.utf8) == 0 {
            rest.removeFirst(3)
            break
        }
        guard let sign = rest.popFirst(), sign == 0x2B || sign == 0x2D else { return nil }
        let hours = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest[hours.endIndex...]
        var digits = Array(hours)
        if rest.first == UInt8(ascii: ":") {
            guard digits.count <= 2, rest.count == 3 else { return nil }
            digits += rest.dropFirst()
            rest = []
        } else if digits.count <= 2 {
            digits += [0x30, 0x30]
        }
        guard rest.isEmpty, (3...4).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard number / 100 <= 14, number % 100 < 60 else { return nil }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        self.init(id: id, offsetSeconds: sign == 0x2D ? -seconds : seconds)
    }
}
