import CivilTime
import HTTPTypes
import Requests
import ServerBase
import Store

/// What a secret address answers: a file of the calendars that it gives out.
///
/// Fellow members' busy times and this come from the same function of the store, so that neither can
/// say more than the other.
struct SecretAddressAnswer: Sendable {
    let address: SecretAddress
    let format: SecretAddressFormat
    /// A hash of everything that the file depends on, besides its format.
    let state: String
    private let contents: SecretAddressContents
    private let name: String
    private let backend: Backend
    private let startSecond: Int64

    /// Reads what an address gives out; nil if that's nothing any more.
    init?(
        _ address: SecretAddress,
        as format: SecretAddressFormat,
        in backend: Backend,
        nowSecond: Int64
    ) async throws {
        var set: SavedCalendarSet?
        if case .set(let id) = address.subject {
            set = try await backend.calendarSets(of: address.account).first { $0.id == id }
        }
        guard
            let contents = try await backend.store.secretAddresses.contents(
                of: address,
                set: set?.calendars ?? []
            )
        else { return nil }
        self.address = address
        self.format = format
        self.contents = contents
        self.backend = backend
        startSecond = nowSecond
        // Like the colour, the name of a calendar isn't for those who see only its times.
        name = address.isBusyOnly ? "Busy" : set?.name ?? contents.name ?? ""
        state = Self.state(
            of: address,
            contents,
            name: name,
            year: Instant(secondsSinceEpoch: nowSecond).civilUTC.date.year
        )
    }

    private static func state(
        of address: SecretAddress,
        _ contents: SecretAddressContents,
        name: String,
        year: Int
    ) -> String {
        var parts = ["\(Limits.secretAddressFormatVersion)", address.id, "\(year)", name]
        if !address.isBusyOnly { parts.append(contents.color ?? "") }
        parts += contents.calendars.flatMap { [$0.id.text, $0.token.text] }
        return sha256Text(Array(parts.joined(separator: "\n").utf8))
    }

    var etag: String { "\"\(state.prefix(32))\(format.etagEnding)\"" }

    var fileName: String { Server.fileName(name, ending: format.fileEnding) }

    /// The headers that a 304 has, too.
    ///
    /// - Parameters:
    ///   - sinceSecond: Since when the answer has been what it is.
    ///   - now: The present time, after which nothing was modified yet (RFC 9110, 8.8.2.1).
    /// - Returns: The headers, without those about the content.
    func headers(sinceSecond: Int64, nowSecond now: Int64) -> HTTPFields {
        var headers: HTTPFields = [
            .eTag: etag,
            .cacheControl: "private, max-age=0, must-revalidate",
            .vary: "Accept, Accept-Encoding",
        ]
        if sinceSecond <= now { headers[.lastModified] = HTTPDate.text(of: sinceSecond) }
        let others = ["Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"]
        for (name, value) in others {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }

    /// Writes the file piece by piece, so that memory use doesn't depend on its size.
    ///
    /// Each piece takes a turn among the requests of the account's programs, and none while it's sent.
    /// If the limits of size or time are passed, this throws and the connection is closed: what came
    /// isn't taken for a whole file then.
    ///
    /// - Parameters:
    ///   - sinceSecond: Since when the answer has been what it is.
    ///   - bytesMax: How many octets it may have.
    ///   - write: Takes the next octets.
    /// - Throws: `StoreError`, `ServerError`, and what `write` throws.
    func write(
        sinceSecond: Int64,
        bytesMax: Int = Limits.secretAddressAnswerBytesMax,
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        var byteCount = 0
        func send(_ octets: [UInt8]) async throws {
            byteCount += octets.count
            guard byteCount <= bytesMax else { throw ServerError.tooLarge(bytesMax: bytesMax) }
            try await write(octets)
        }
        var pages = SecretAddressPages(
            format,
            title: name,
            color: address.isBusyOnly ? nil : contents.color,
            id: address.id,
            sinceSecond: sinceSecond,
            year: Instant(secondsSinceEpoch: startSecond).civilUTC.date.year,
            zones: backend.zones
        )
        if contents.calendars.count > 1, !address.isBusyOnly {
            // Only of what is given out: anything else would change the file, and not its ETag.
            let given = Set(contents.calendars.map(\.id))
            pages.export.sharedUIDs = try await backend.store.objects.sharedUIDs(
                of: address.account
            )
            .mapValues { calendars in calendars.filter(given.contains) }
            .filter { $0.value.count > 1 }
        }
        try await send(pages.opening)
        for calendar in contents.calendars {
            var last: Href?
            repeat {
                try checkTime()
                let octets: [UInt8]
                (octets, last, pages) = try await page(of: calendar.id, after: last, in: pages)
                if !octets.isEmpty { try await send(octets) }
            } while last != nil
        }
        try await send(pages.closing)
    }

    private func page(
        of calendar: CalendarID,
        after href: Href?,
        in pages: SecretAddressPages
    ) async throws -> (octets: [UInt8], last: Href?, pages: SecretAddressPages) {
        try await backend.turns.programs.run(of: address.account) {
            var pages = pages
            let page = try await backend.store.secretAddresses.page(
                of: calendar,
                through: address,
                after: href,
                countMax: Limits.syncPageCount
            )
            return (pages.octets(of: page.objects), page.last, pages)
        }
    }

    private func checkTime() throws {
        let seconds = backend.clockAndRandom.nowSecond() - startSecond
        guard seconds <= Limits.secretAddressAnswerSeconds else {
            throw ServerError.tooManyRequests
        }
    }
}
