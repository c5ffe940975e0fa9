extension CivilDate {
    /// Reads `2026-11-21` or `20261121`; nil for anything else and for days that don't exist.
    public init?(_ text: String) {
        var rest = Substring(text).utf8
        self.init(taking: &rest)
        guard rest.isEmpty else { return nil }
    }

    /// Reads `2026-11-21` or `20261121` from ASCII bytes; nil for anything else.
    public init?(ascii octets: ArraySlice<UInt8>) {
        var rest = octets
        self.init(taking: &rest)
        guard rest.isEmpty else { return nil }
    }

    /// Reads a date and removes it from the start of `bytes`.
    init?<Bytes: Collection>(taking bytes: inout Bytes)
    where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
        guard let year = Digits.take(4, from: &bytes) else { return nil }
        let isExtended = Digits.skip(UInt8(ascii: "-"), in: &bytes)
        guard let month = Digits.take(2, from: &bytes) else { return nil }
        if isExtended, !Digits.skip(UInt8(ascii: "-"), in: &bytes) { return nil }
        guard let day = Digits.take(2, from: &bytes) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date as `2026-11-21`.
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes, isExtended: true)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The date as iCalendar writes it: `20261121`.
    public var basicText: String {
        var bytes: [UInt8] = []
        append(to: &bytes, isExtended: false)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8], isExtended: Bool) {
        let (year, month, day) = parts
        Digits.append(year, width: 4, to: &bytes)
        if isExtended { bytes.append(UInt8(ascii: "-")) }
        Digits.append(month, width: 2, to: &bytes)
        if isExtended { bytes.append(UInt8(ascii: "-")) }
        Digits.append(day, width: 2, to: &bytes)
    }
}
