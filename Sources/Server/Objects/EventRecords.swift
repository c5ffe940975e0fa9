import Agenda
import Store

/// The records of events for a page; of others' events as many as fit into its ``SharedTextBudget``.
struct EventRecords<Driver: Database> {
    private let objects: Objects<Driver>
    private let viewer: AccountID
    private var budget: SharedTextBudget
    /// Those of whom the page has been told that the rest is left out.
    private var fullSharers: Set<String> = []

    init(of backend: Backend<Driver>, seenBy viewer: AccountID) {
        objects = backend.store.objects
        budget = backend.settings.sharedTextBudget
        self.viewer = viewer
    }

    /// Runs a body with the records of each page of a calendar's objects, until there is no more room for
    /// those of its owner: then a last record says so.
    mutating func eachPage(
        of calendar: CalendarRecord,
        part: ObjectPart = .all,
        _ body: ([JSONObject]) async throws -> Void
    ) async throws {
        var last: Href?
        repeat {
            if let sharer = calendar.sharer, fullSharers.contains(sharer) { return }
            let page = try await objects.page(
                of: calendar.id,
                seenBy: viewer,
                after: last,
                part: part,
                countMax: Limits.syncPageCount
            )
            let records = records(of: page.objects, in: calendar)
            if !records.isEmpty { try await body(records) }
            last = page.last
        } while last != nil
    }

    private mutating func records(
        of objects: [ObjectRecord],
        in calendar: CalendarRecord
    ) -> [JSONObject] {
        guard let sharer = calendar.sharer else { return objects.map(\.json) }
        var records: [JSONObject] = []
        for object in objects {
            let bytes = object.ical.utf8.count
            guard budget.hasRoom(for: bytes, of: sharer) else {
                fullSharers.insert(sharer)
                var record = JSONObject(type: "left-out")
                record.add("calendar", calendar.id.text)
                return records + [record]
            }
            budget.add(bytes, of: sharer)
            records.append(object.json)
        }
        return records
    }
}

extension CalendarRecord {
    /// Whose part of the ``SharedTextBudget`` its objects use; nil if they are the account's own.
    fileprivate var sharer: String? {
        switch relation {
        case .own, .subscribed, .connected: nil
        case .group: id.text
        case .mirrored(_, let owner, _): owner.text
        }
    }
}
