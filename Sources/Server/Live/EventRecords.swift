import Agenda
import ServerBase
import Store

/// The records of events for a page; of others' events as many as it has room for.
///
/// See ``SharedTextLimits``.
struct EventRecords {
    private let objects: Objects
    private let viewer: AccountID
    private let limits: SharedTextLimits
    /// What the events of each sharer may still cost; those that aren't in it have all their room.
    private var room: [String: Int]
    /// The sharers with left-out events that the page has been told about.
    private var fullSharers: Set<String> = []

    /// Records of single calendars, each sharer's within the same room.
    init(of backend: Backend, seenBy viewer: AccountID) {
        objects = backend.store.objects
        limits = backend.settings.sharedTextLimits
        room = [:]
        self.viewer = viewer
    }

    /// Records of everything that an account sees; the room is shared fairly.
    init(of backend: Backend, seenBy viewer: AccountID, in snapshot: Snapshot) {
        self.init(of: backend, seenBy: viewer)
        var costs: [String: Int] = [:]
        for calendar in snapshot.calendars where calendar.holdsEvents {
            guard let sharer = calendar.sharer, let size = snapshot.sizes[calendar.id] else {
                continue
            }
            let cost = SharedTextLimits.cost(ofBytes: size.bytes, in: size.objects)
            costs[sharer, default: 0] += cost
        }
        room = limits.shares(ofCosts: costs)
    }

    /// Runs a body with the records of each page of a calendar's objects.
    ///
    /// When there is no more room for those of its sharer, the last record says so, and nothing more of
    /// that sharer follows.
    mutating func eachPage(
        of calendar: CalendarRecord,
        part: ObjectPart = .all,
        _ body: ([JSONObject]) async throws -> Void
    ) async throws {
        if isFull(for: calendar) { return }
        for try await page in objects.pages(of: calendar.id, seenBy: viewer, part: part) {
            try await body(records(of: page, in: calendar))
            if isFull(for: calendar) { return }
        }
    }

    private func isFull(for calendar: CalendarRecord) -> Bool {
        calendar.sharer.map(fullSharers.contains) ?? false
    }

    private mutating func records(
        of objects: [ObjectRecord],
        in calendar: CalendarRecord
    ) -> [JSONObject] {
        guard let sharer = calendar.sharer else { return objects.map(\.json) }
        var records: [JSONObject] = []
        var left = room[sharer] ?? limits.ofSharer
        for object in objects {
            left -= SharedTextLimits.cost(ofBytes: object.ical.utf8.count)
            guard left >= 0 else {
                fullSharers.insert(sharer)
                var record = JSONObject(type: "left-out")
                record.add("calendar", calendar.id.text)
                return records + [record]
            }
            records.append(object.json)
        }
        room[sharer] = left
        return records
    }
}

extension CalendarRecord {
    /// Who shares its objects, as ``SharedTextLimits`` count them; nil if they are the account's own.
    fileprivate var sharer: String? {
        switch relation {
        case .own, .subscribed, .connected: nil
        case .group: id.text
        case .mirrored(_, let owner, _): owner.text
        }
    }
}
