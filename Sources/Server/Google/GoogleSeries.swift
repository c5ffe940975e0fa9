import CivilTime
import Crypto
import ICalendar
import WebDAV

/// A single event at Google, or a series with all of its occurrences that differ: what is one object here.
struct GoogleSeries: Sendable {
    /// The ID of the single event, or of the series.
    let id: String
    private(set) var events: [GoogleEvent] = []

    init(id: String) { self.id = id }

    /// Adds an event; the last one with an ID counts.
    mutating func add(_ event: GoogleEvent) {
        events.removeAll { $0.id == event.id }
        events.append(event)
    }

    /// The single event or the series; nil if only some of its occurrences are in the calendar.
    var master: GoogleEvent? { events.first { $0.id == id && !$0.isCancelled } }

    /// Whether nothing is left of it.
    var isGone: Bool { events.allSatisfy { $0.isCancelled } }

    /// Changes with every change of one of its events.
    ///
    /// An occurrence that was cancelled has no ETag of its own in every list.
    var etag: String {
        if events.count == 1, let etag = events.first?.etag { return etag }
        let states = events.map { "\($0.id) \($0.isCancelled ? "cancelled" : $0.etag ?? "")" }
        return "\"\(sha256Text(Array(states.sorted().joined(separator: "\n").utf8)).prefix(32))\""
    }

    /// The UID of the object here.
    ///
    /// What was added from here has the UID that it has here. The ID was made of it, so the note of it
    /// in a copy made at Google isn't believed.
    var uid: String {
        let noted = master?.extendedProperties?.private?[Self.uidProperty]
        if let noted, Self.id(forUID: noted) == id { return noted }
        return events.lazy.compactMap(\.iCalUID).first ?? id
    }

    /// The private extended property that says the UID of an event that was added from here.
    static let uidProperty = "meantimeUID"

    /// The ID of an event that is added from here: 32 letters and digits of base32hex.
    static func id(forUID uid: String) -> String {
        let digits = Array("0123456789abcdefghijklmnopqrstuv")
        return String(SHA256.hash(data: Array(uid.utf8)).map { digits[Int($0 & 31)] })
    }

    // MARK: - Paths

    private static let folder = "/events/"

    /// Where it is, as if it were a file.
    var path: String { Self.path(of: id) }

    static func path(of id: String) -> String {
        let path = folder + formEncoded(id)
        return ForeignHref(path)?.path ?? path
    }

    /// The ID in a path; nil for another path.
    static func id(at path: String) -> String? {
        guard path.hasPrefix(folder) else { return nil }
        return percentDecoded(String(path.dropFirst(folder.utf8.count)))
    }

    // MARK: - Occurrences

    /// The ID of an occurrence, which its start in the series is part of.
    func occurrenceID(at time: CalendarTime, _ zones: ZoneCatalogue) -> String? {
        switch time {
        case .date(let date): "\(id)_\(date.basicText)"
        case .utc(let instant): "\(id)_\(instant.basicText)"
        case .floating(let civil): "\(id)_\(civil.basicText)Z"
        case .zoned(let civil, let name):
            zones.zone(name).map { "\(id)_\($0.instant(of: civil).basicText)" }
        }
    }
}
