import Agenda

/// An object as stored.
///
/// It leaves the store only through ``shown(at:)``, for the account that reads it.
struct StoredObject {
    /// The ID, used as href for accounts that may not write the object, and as UID of its busy
    /// times.
    let id: String
    let record: ObjectRecord

    /// The object as an account sees it; nil when the account sees nothing of it.
    func shown(at access: CalendarAccess) -> ObjectRecord? {
        let level = access.level
        if Permission.allows(.seeAll, at: level) { return record }
        if Permission.allows(.seeEvents, at: level), !BusyText.isPrivate(record.ical) {
            var shown = record(at: access, etag: record.etag, ical: record.ical)
            shown.isUnanswered = record.isUnanswered
            return shown
        }
        // An invitation that hasn't been answered takes nobody's time.
        guard Permission.allows(.seeTimes, at: level), !record.isUnanswered,
            let times = BusyText.text(of: record.ical, uid: id, member: access.member?.text)
        else { return nil }
        return record(at: access, etag: Self.etag(of: times), ical: times)
    }

    private func record(at access: CalendarAccess, etag: String, ical: String) -> ObjectRecord {
        ObjectRecord(calendar: access.shown, href: href(at: access), etag: etag, ical: ical)
    }

    /// The object's href as an account sees it.
    ///
    /// Accounts that may not write it don't get the real one, since a name may reveal something.
    func href(at access: CalendarAccess) -> Href {
        Permission.allows(.seeAll, at: access.level) ? record.href : Href(stored: id)
    }

    /// The ETag of busy times: two FNV-1a hashes.
    ///
    /// It's computed from the text that is sent, so it reveals no more than the text does.
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
    /// A level from the database, where the schema checks it.
    init(stored number: Int64) { self = AccessLevel(rawValue: Int(number)) ?? .hidden }
}
