import CivilTime
import ICalendar
import ServerBase
import WebDAV

/// A calendar at Google, for one reading.
///
/// Each single event is a member, and each series with all of its occurrences that differ. A list of
/// changes names only the occurrence that changed, so its series is read again as a whole.
package actor GoogleCalendar: ExternalCalendarClient {
    let client: GoogleClient
    let id: String
    /// The addresses under which the account's owner is known there.
    let ownAddresses: Set<String>
    let zones: ZoneFiles
    /// What lists have told completely.
    private var known: [String: ForeignObject] = [:]
    /// The UIDs at Google of series that lists have named.
    var foreignUIDs: [String: String] = [:]
    private(set) var usualZone: String?
    private var usualReminders: [GoogleEvent.Reminders.Override] = []
    /// What the person may do with the calendar, as Google calls it; nil before it's been read.
    private(set) var role: String?

    init(client: GoogleClient, id: String, ownAddress: String, zones: ZoneFiles) {
        self.client = client
        self.id = id
        ownAddresses = [id.lowercased(), ownAddress.lowercased()]
        self.zones = zones
    }

    // MARK: - Listing

    nonisolated func state() async throws(ExternalCalendarFailure) -> ForeignState {
        ForeignState(ctag: nil, syncToken: nil, hasSync: true)
    }

    nonisolated func members() async throws(ExternalCalendarFailure) -> ForeignChanges {
        // Everything is told as changes.
        throw .notReadable
    }

    func changes(since token: String?) async throws(ExternalCalendarFailure) -> ForeignChanges? {
        var listing = Listing()
        let query = token.map { [(name: "syncToken", value: $0)] } ?? []
        var page: String?
        repeat {
            guard let found = try await client.events(of: id, query, page: page) else {
                guard token == nil else { return nil }
                throw .notFound
            }
            keepSettings(of: found.page)
            for event in found.page.events { add(event, to: &listing, isWhole: token == nil) }
            listing.pageCount += 1
            listing.bytes += found.bytes
            guard listing.count <= 2 * Limits.externalEventsMax,
                listing.pageCount <= Limits.foreignPagesMax
            else { throw .tooManyEvents }
            guard listing.bytes <= Limits.googleBytesMax else { throw .tooLarge }
            page = found.page.nextPageToken
            listing.syncToken = found.page.nextSyncToken
            await Task.yield()
        } while page != nil
        guard try await areSeriesFindable(listing) else { return nil }
        for series in listing.series.values where !series.isGone {
            keep(series)
            listing.changed[series.path] = .some(series.etag)
        }
        return ForeignChanges(
            changed: listing.changed.map { ($0.key, $0.value) },
            removed: Array(listing.removed),
            untold: [],
            syncToken: listing.syncToken
        )
    }

    /// Whether the series that a list of changes names can be read one by one.
    ///
    /// A cancelled occurrence comes without a UID. If its series isn't in the calendar either, there's no
    /// way to ask for the others; and for very many, the whole list is less work.
    private func areSeriesFindable(_ listing: Listing) async throws(ExternalCalendarFailure) -> Bool
    {
        let paths = listing.changed.filter { $0.value == nil }.keys
        guard paths.count <= Limits.googleSeriesPerListMax else { return false }
        for path in paths where foreignUIDs[path] == nil {
            guard let id = GoogleSeries.id(at: path), let event = try await event(id) else {
                return false
            }
            foreignUIDs[path] = event.iCalUID
        }
        return true
    }

    /// What pages of events have said so far.
    private struct Listing {
        /// The ETags of members, by path; nil for a series that has to be read.
        var changed: [String: String?] = [:]
        var removed: Set<String> = []
        /// The series of a whole list, whose occurrences may come in any order.
        var series: [String: GoogleSeries] = [:]
        var syncToken: String?

        /// The events of those.
        var partCount = 0
        var pageCount = 0
        var bytes = 0

        var count: Int { changed.count + removed.count + partCount }
    }

    private func add(_ event: GoogleEvent, to listing: inout Listing, isWhole: Bool) {
        let path = GoogleSeries.path(of: event.seriesID)
        if let uid = event.iCalUID { foreignUIDs[path] = uid }
        if isWhole, event.isOfSeries {
            listing.series[path, default: GoogleSeries(id: event.seriesID)].add(event)
            listing.partCount += 1
        } else if event.isOfSeries {
            guard !listing.removed.contains(path) else { return }
            listing.changed[path] = .some(nil)
        } else if event.isCancelled {
            listing.changed[path] = nil
            listing.removed.insert(path)
        } else {
            var single = GoogleSeries(id: event.id)
            single.add(event)
            keep(single)
            listing.changed[path] = .some(single.etag)
        }
    }

    func keepSettings(of page: GoogleEventPage) {
        usualZone = page.timeZone ?? usualZone
        usualReminders = page.defaultReminders ?? usualReminders
        role = page.accessRole ?? role
    }

    // MARK: - Reading

    func objects(_ hrefs: [ForeignHref]) async throws(ExternalCalendarFailure) -> [ToldMember] {
        var told: [ToldMember] = []
        for href in hrefs {
            if let object = known[href.path] {
                told.append(ToldMember(href: href, object: object, status: nil))
                continue
            }
            guard let id = GoogleSeries.id(at: href.path) else { continue }
            let series = try await series(id)
            told.append(
                series.isGone
                    ? ToldMember(href: href, object: nil, status: 404)
                    : ToldMember(href: href, object: object(of: series), status: nil)
            )
        }
        return told
    }

    /// Reads a single event or a series as it is now.
    func series(_ seriesID: String) async throws(ExternalCalendarFailure) -> GoogleSeries {
        var series = GoogleSeries(id: seriesID)
        let path = series.path
        try await readSettings()
        if let event = try await event(seriesID) {
            series.add(event)
            foreignUIDs[path] = event.iCalUID ?? foreignUIDs[path]
            guard event.isOfSeries || event.isCancelled else { return series }
        }
        guard let uid = foreignUIDs[path] else { return series }
        var page: String?
        var bytes = 0
        repeat {
            let query = [(name: "iCalUID", value: uid), (name: "showDeleted", value: "true")]
            guard let found = try await client.events(of: id, query, page: page) else { break }
            for event in found.page.events where event.seriesID == seriesID { series.add(event) }
            bytes += found.bytes
            guard bytes <= Limits.externalBytesMax else { throw .tooLarge }
            page = found.page.nextPageToken
        } while page != nil
        return series
    }

    /// One event; nil if there is none with this ID.
    func event(_ eventID: String) async throws(ExternalCalendarFailure) -> GoogleEvent? {
        let answer = try await client.send(.init("calendars", id, "events", eventID))
        guard answer.status != 404, answer.status != 410 else { return nil }
        return try answer.read(GoogleEvent.self)
    }

    /// Reads the calendar's zone and reminders, which every list of events says, unless they're known.
    func readSettings() async throws(ExternalCalendarFailure) {
        guard usualZone == nil else { return }
        let query = [(name: "maxResults", value: "1")]
        var request = GoogleClient.Request("calendars", id, "events")
        request.query = query
        keepSettings(of: try await client.send(request).read(GoogleEventPage.self))
        usualZone = usualZone ?? "UTC"
    }

    // MARK: - Texts

    private func keep(_ series: GoogleSeries) {
        known[series.path] = object(of: series)
    }

    func forget(_ path: String) {
        known[path] = nil
    }

    /// The object that a series is here; one without a text can't be shown.
    func object(of series: GoogleSeries) -> ForeignObject? {
        guard let href = ForeignHref(series.path) else { return nil }
        let calendar = reader(series).calendar(of: series.events, uid: series.uid)
        let text = calendar.map { String(decoding: CalendarText.write([$0]), as: UTF8.self) }
        return ForeignObject(href: href, etag: series.etag, text: text ?? "")
    }

    func reader(_ series: GoogleSeries) -> GoogleEventReader {
        GoogleEventReader(
            zones: catalogue(series),
            usualZone: usualZone,
            usualReminders: usualReminders
        )
    }

    /// The zones that a series names.
    func catalogue(_ series: GoogleSeries, _ more: [String] = []) -> ZoneCatalogue {
        var names = Set(more)
        if let usualZone { names.insert(usualZone) }
        for event in series.events {
            for time in [event.start, event.end, event.originalStartTime] {
                if let name = time?.timeZone { names.insert(name) }
            }
        }
        return zones.catalogue(of: names.sorted().map { ZoneID($0) })
    }

    // MARK: - Names

    nonisolated func paths(forUID uid: String, orElse random: String) -> [String] {
        (GoogleSeries.ids(forUID: uid) + [random]).map(GoogleSeries.path)
    }

    nonisolated func isStrong(_ etag: String) -> Bool { !etag.isEmpty }
}

extension GoogleCalendar {
    /// Whether somebody may change events, by the word that Google has for what they may do.
    package static func canWrite(as role: String) -> Bool { role == "owner" || role == "writer" }
}
