import CivilTime

extension GoogleEvent.Time {
    /// The same time as iCalendar writes it; nil if it can't be read.
    ///
    /// - Parameters:
    ///   - zones: The zones that the server knows.
    ///   - usual: The zone of a time without one: the calendar's.
    ///   - wanted: The zone that it shall be in, if that's another one.
    /// - Returns: A day, a time in a zone, or one in UTC if its zone isn't known.
    func calendarTime(
        _ zones: ZoneCatalogue,
        usual: String?,
        wanted: ZoneID? = nil
    ) -> CalendarTime? {
        if let date { return CivilDate(date).map { .date($0) } }
        guard let dateTime, let instant = Self.instant(of: dateTime, zones, timeZone ?? usual)
        else { return nil }
        guard let name = wanted?.name ?? timeZone ?? usual, !Self.isUTC(name),
            let zone = zones.zone(ZoneID(name))
        else { return .utc(instant) }
        return .zoned(zone.civil(at: instant), zone.id)
    }

    /// A time as Google takes it.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - zones: The zones of its object.
    ///   - usual: The zone of a time without one.
    init(_ time: CalendarTime, _ zones: ObjectZones, usual: String?) {
        switch time {
        case .date(let date): self.init(date: date.text)
        case .utc(let instant): self.init(dateTime: instant.civilUTC.text + "Z", timeZone: "UTC")
        case .floating(let civil):
            self.init(dateTime: civil.text, timeZone: usual ?? "UTC")
        case .zoned(let civil, let id):
            if let name = ZoneCatalogue.ianaName(for: id.name) {
                self.init(dateTime: civil.text, timeZone: name)
            } else if let zone = zones.zone(id) {
                self.init(dateTime: zone.instant(of: civil).civilUTC.text + "Z", timeZone: "UTC")
            } else {
                self.init(dateTime: civil.text, timeZone: usual ?? "UTC")
            }
        }
    }

    /// Reads `2026-11-25T09:00:00+01:00`, with `Z`, or without an offset in a zone (RFC 3339, 5.6).
    private static func instant(
        of text: String,
        _ zones: ZoneCatalogue,
        _ zoneName: String?
    ) -> Instant? {
        let octets = text.utf8
        guard let civil = CivilDateTime(String(decoding: octets.prefix(19), as: UTF8.self)) else {
            return nil
        }
        var rest = octets.dropFirst(19)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop { 0x30...0x39 ~= $0 }
        }
        let clock = Instant(secondsSinceEpoch: civil.secondsSinceEpoch)
        guard let sign = rest.first else {
            let zone = zoneName.flatMap { zones.zone(ZoneID($0)) }
            return zone?.instant(of: civil) ?? clock
        }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return clock }
        let parts = String(decoding: rest.dropFirst(), as: UTF8.self).split(separator: ":")
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), parts.count == 2,
            let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
            0...23 ~= hours, 0...59 ~= minutes
        else { return nil }
        let offset = hours * 3_600 + minutes * 60
        return clock.adding(seconds: sign == UInt8(ascii: "+") ? -offset : offset)
    }

    private static func isUTC(_ name: String) -> Bool {
        ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(name)
    }
}
