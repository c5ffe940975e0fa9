import CivilTime
import Crypto
import ICalendar
import ServerBase
import WebDAV

/// A single event at Google, or a series with all of its occurrences that differ: what is one object here.
struct GoogleSeries: Sendable {
    /// The ID of the single event, or of the series.
    let id: String
    private var byID: [String: GoogleEvent] = [:]

    init(id: String) { self.id = id }

    /// Adds an event; the last one with an ID counts.
    mutating func add(_ event: GoogleEvent) { byID[event.id] = event }

    /// All of its events, in the order of their IDs.
    var events: [GoogleEvent] { byID.values.sorted { $0.id < $1.id } }

    var count: Int { byID.count }

    /// An event of it.
    subscript(id: String) -> GoogleEvent? { byID[id] }

    /// The single event or the series; nil if only some of its occurrences are in the calendar.
    var master: GoogleEvent? { byID[id].flatMap { $0.isCancelled ? nil : $0 } }

    /// Whether nothing is left of it, or nothing is known.
    var isGone: Bool { byID.values.allSatisfy { $0.isCancelled } }

    /// Changes with every change of one of its events.
    ///
    /// An occurrence that was cancelled has no ETag of its own in every list.
    var etag: String {
        if count == 1, let etag = byID.values.first?.etag { return etag }
        let states = byID.values.map { "\($0.id) \($0.isCancelled ? "cancelled" : $0.etag ?? "")" }
        return "\"\(sha256Text(Array(states.sorted().joined(separator: "\n").utf8)).prefix(32))\""
    }

    /// The UID of the object here.
    ///
    /// What was added from here has the UID that it has here. The ID was made of it, so the note of it
    /// in a copy made at Google isn't believed.
    var uid: String {
        let noted = master?.extendedProperties?.private?[Self.uidProperty]
        if let noted, Self.ids(forUID: noted).contains(id) { return noted }
        return events.lazy.compactMap(\.iCalUID).first ?? id
    }

    /// The private extended property that says the UID of an event that was added from here.
    static let uidProperty = "meantimeUID"

    /// The ID of an event that is added from here: 32 letters and digits of base32hex.
    static func id(forUID uid: String) -> String { ids(forUID: uid)[0] }

    /// The IDs of an event that is added from here: the second one if Google lets nobody have the first
    /// any more.
    static func ids(forUID uid: String) -> [String] {
        let digits = Array("0123456789abcdefghijklmnopqrstuv")
        return [uid, uid + "\n2"].map { text in
            String(SHA256.hash(data: Array(text.utf8)).map { digits[Int($0 & 31)] })
        }
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
    ///
    /// Two spellings of one time give the same ID.
    func occurrenceID(
        at time: CalendarTime,
        _ zones: ZoneCatalogue,
        usualZone: String?
    ) -> String? {
        switch time {
        case .date(let date): "\(id)_\(date.basicText)"
        case .utc(let instant): "\(id)_\(instant.basicText)"
        case .floating(let civil):
            zones.zone(ZoneID(usualZone ?? "UTC")).map {
                "\(id)_\($0.instant(of: civil).basicText)"
            }
        case .zoned(let civil, let name):
            zones.zone(name).map { "\(id)_\($0.instant(of: civil).basicText)" }
        }
    }
}
