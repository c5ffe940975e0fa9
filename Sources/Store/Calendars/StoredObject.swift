import Agenda

/// An object as it is kept, which leaves the store only as far as somebody may see it.
struct StoredObject {
    /// The identity that those who do not own it know it by.
    let id: String
    let record: ObjectRecord

    /// The object as it is seen; nil when nothing of it is.
    func shown(at access: CalendarAccess) -> ObjectRecord? {
        let level = access.level
        if Permission.allows(.writeEvents, at: level) { return record }
        if Permission.allows(.seeEvents, at: level), !BusyText.isPrivate(record.ical) {
            return record(at: access, etag: record.etag, ical: record.ical)
        }
        guard Permission.allows(.seeTimes, at: level),
            let times = BusyText.text(of: record.ical, uid: id, member: access.member?.text)
        else { return nil }
        return record(at: access, etag: Self.etag(of: times), ical: times)
    }

    private func record(at access: CalendarAccess, etag: String, ical: String) -> ObjectRecord {
        ObjectRecord(calendar: access.shown, href: href(at: access), etag: etag, ical: ical)
    }

    /// The name of the object as it is seen; what others named it is theirs.
    func href(at access: CalendarAccess) -> Href {
        Permission.allows(.writeEvents, at: access.level) ? record.href : Href(stored: id)
    }

    /// A hash of what is sent, which therefore tells nothing more: FNV-1a, twice.
    private static func etag(of text: String) -> String {
        var high: UInt64 = 0xCBF2_9CE4_8422_2325
        var low: UInt64 = 0x8422_2325_CBF2_9CE4
        for octet in text.utf8 {
            high = (high ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
            low = (low ^ UInt64(octet) ^ high >> 32) &* 0x0000_0100_0000_01B3
        }
        return "\"" + String(high, radix: 16) + "-" + String(low, radix: 16) + "\""
    }
}

extension AccessLevel {
    /// A level the schema has already checked.
    init(stored number: Int64) { self = AccessLevel(rawValue: Int(number)) ?? .hidden }
}
