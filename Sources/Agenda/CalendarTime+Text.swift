public import CivilTime

extension CalendarTime {
    /// Reads a time in the form used in keys and by people: `20260101` or `2026-01-01` for a date,
    /// `20260101T090000` in a zone or floating, and the same with a final `Z` in UTC.
    ///
    /// - Parameters:
    ///   - text: The time.
    ///   - zone: The zone of a time without `Z`; nil makes it floating.
    public init?(text: String, zone: ZoneID?) {
        if let date = CivilDate(text) {
            self = .date(date)
            return
        }
        let isUTC = text.utf8.last == UInt8(ascii: "Z")
        let body = isUTC ? String(decoding: Array(text.utf8.dropLast()), as: UTF8.self) : text
        guard let civil = CivilDateTime(body) else { return nil }
        if isUTC {
            self = .utc(Zone.utc.instant(of: civil))
        } else if let zone {
            self = .zoned(civil, zone)
        } else {
            self = .floating(civil)
        }
    }
}
