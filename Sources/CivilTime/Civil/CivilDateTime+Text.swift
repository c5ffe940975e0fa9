extension CivilDateTime {
    /// Reads `2026-11-21T09:00`, `2026-11-21T09:00:00` or `20261121T090000`; nil for anything else.
    ///
    /// It carries no zone: a trailing `Z` is refused. A leap second, `:60`, reads as `:59`.
    public init?(_ text: String) {
        var rest = Substring(text).utf8
        self.init(taking: &rest)
        guard rest.isEmpty else { return nil }
    }

    /// Reads the same formats from ASCII bytes.
    public init?(ascii octets: ArraySlice<UInt8>) {
        var rest = octets
        self.init(taking: &rest)
        guard rest.isEmpty else { return nil }
    }

    /// Reads a date-time and removes it from the start of `bytes`.
    init?<Bytes: Collection>(taking bytes: inout Bytes)
    where Bytes.Element == UInt8, Bytes.SubSequence == Bytes {
        guard let date = CivilDate(taking: &bytes), Digits.skip(UInt8(ascii: "T"), in: &bytes),
            let hour = Digits.take(2, from: &bytes)
        else { return nil }
        let isExtended = Digits.skip(UInt8(ascii: ":"), in: &bytes)
        guard let minute = Digits.take(2, from: &bytes) else { return nil }
        var second = 0
        if !isExtended || Digits.skip(UInt8(ascii: ":"), in: &bytes) {
            guard let read = Digits.take(2, from: &bytes) else { return nil }
            second = read == 60 ? 59 : read
        }
        guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
        self.init(date: date, time: time)
    }

    /// The date-time as `2026-11-21T09:00:00`.
    public var text: String { text(isExtended: true, suffix: nil) }

    /// The date-time as iCalendar writes it: `20261121T090000`.
    public var basicText: String { text(isExtended: false, suffix: nil) }

    func text(isExtended: Bool, suffix: UInt8?) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20)
        date.append(to: &bytes, isExtended: isExtended)
        bytes.append(UInt8(ascii: "T"))
        Digits.append(time.hour, width: 2, to: &bytes)
        if isExtended { bytes.append(UInt8(ascii: ":")) }
        Digits.append(time.minute, width: 2, to: &bytes)
        if isExtended { bytes.append(UInt8(ascii: ":")) }
        Digits.append(time.second, width: 2, to: &bytes)
        if let suffix { bytes.append(suffix) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
