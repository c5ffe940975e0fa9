import NIOCore
import Outgoing
import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Asks Google Calendar's interface in somebody's name.
package struct GoogleClient: Sendable {
    let web: WebFetcher
    /// The interface's address, such as `https://www.googleapis.com/calendar/v3`.
    let base: String
    /// An access token; another one if the last one was refused.
    let token: @Sendable (_ refused: String?) async throws(ExternalCalendarFailure) -> String

    /// The interface of Google's own service.
    package static let usualBase = "https://www.googleapis.com/calendar/v3"

    /// A request to the interface.
    struct Request {
        var method = "GET"
        /// The parts of the path, which are encoded here.
        let path: [String]
        var query: [(name: String, value: String)] = []
        var body: [UInt8]?
        /// The ETag that the event must have.
        var ifMatch: String?

        init(_ path: String...) { self.path = path }
    }

    /// An answer, with the word that Google gives for an error.
    struct Answer {
        let status: Int
        let octets: [UInt8]
        let reason: String
        let retryAfterSeconds: Int64?

        /// Whether it says that too much has been asked.
        var isTooOften: Bool {
            status == 429
                || status == 403
                    && [
                        "rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded",
                        "dailyLimitExceeded", "calendarUsageLimitsExceeded",
                    ].contains(reason)
        }

        /// What the status says went wrong; nil if it's a success.
        var failure: ExternalCalendarFailure? {
            switch status {
            case 200..<300: nil
            case 401: .consentEnded
            case _ where isTooOften:
                .answered(status: 429, retryAfterSeconds: retryAfterSeconds ?? 0)
            case 403: .notAllowed
            case 404, 410: .notFound
            default: .answered(status: status, retryAfterSeconds: retryAfterSeconds)
            }
        }

        /// Reads what was answered.
        ///
        /// - Throws: ``failure``, and ``ExternalCalendarFailure/notReadable`` for anything else than expected.
        func read<Value: Decodable>(_ type: Value.Type) throws(ExternalCalendarFailure) -> Value {
            if let failure { throw failure }
            do {
                return try JSONDecoder().decode(type, from: Data(octets))
            } catch {
                throw .notReadable
            }
        }
    }

    /// Sends a request, and once more with a new token if the first one has ended.
    ///
    /// - Throws: Why there is no answer.
    func send(_ request: Request) async throws(ExternalCalendarFailure) -> Answer {
        let token = try await token(nil)
        let answer = try await send(request, token)
        guard answer.status == 401 else { return answer }
        return try await send(request, try await self.token(token))
    }

    private struct ErrorBody: Decodable {
        struct Body: Decodable {
            struct Item: Decodable { let reason: String? }
            let errors: [Item]?
        }

        let error: Body
    }

    private func send(_ request: Request, _ token: String) async throws(ExternalCalendarFailure)
        -> Answer
    {
        let path = request.path.map { "/" + formEncoded($0) }.joined()
        let query = request.query.isEmpty ? "" : "?" + formText(request.query)
        var outgoing = OutgoingRequest(address: base + path + query)
        outgoing.method = request.method
        outgoing.headers = [
            ("Authorization", "Bearer " + token), ("User-Agent", ExternalCalendarFetcher.userAgent),
        ]
        if let etag = request.ifMatch { outgoing.headers.append(("If-Match", etag)) }
        if let body = request.body {
            outgoing.headers.append(("Content-Type", "application/json; charset=utf-8"))
            outgoing.body = body
        }
        outgoing.timeout = Limits.externalTimeout
        outgoing.bytesMax = Limits.externalBytesMax
        outgoing.acceptsGzip = true
        let response: OutgoingResponse
        do {
            response = try await web.fetch(outgoing)
        } catch {
            throw ExternalCalendarFailure(of: error)
        }
        let isSuccess = (200..<300).contains(response.status)
        let error =
            isSuccess
            ? nil : try? JSONDecoder().decode(ErrorBody.self, from: Data(response.octets))
        let seconds = response.header("Retry-After").flatMap { Int64($0) }
        return Answer(
            status: response.status,
            octets: response.octets,
            reason: error?.error.errors?.first?.reason ?? "",
            retryAfterSeconds: seconds.map { min(max($0, 0), Limits.externalRetrySecondsMax) }
        )
    }
}

extension GoogleClient {
    /// The calendars in somebody's list.
    ///
    /// - Throws: ``ExternalCalendarFailure``.
    package func calendars() async throws(ExternalCalendarFailure) -> [GoogleCalendarEntry] {
        var entries: [GoogleCalendarEntry] = []
        var page: String?
        var pageCount = 0
        repeat {
            pageCount += 1
            guard pageCount <= Limits.foreignPagesMax else { throw .tooLarge }
            var request = Request("users", "me", "calendarList")
            request.query = [("maxResults", "250"), ("showHidden", "true")]
            if let page { request.query.append(("pageToken", page)) }
            let found = try await send(request).read(GoogleCalendarPage.self)
            entries += (found.items ?? []).filter { $0.deleted != true }
            page = found.nextPageToken
        } while page != nil && entries.count < Limits.foreignCalendarsMax
        return Array(entries.prefix(Limits.foreignCalendarsMax))
    }

    /// A page of the events of a calendar.
    ///
    /// - Parameters:
    ///   - calendar: The calendar's ID.
    ///   - query: Which events, besides the page.
    ///   - page: The token of the page; nil for the first one.
    /// - Returns: The page, and its size in bytes; nil if the changes since a token can't be told any
    ///   more (410).
    /// - Throws: ``ExternalCalendarFailure``.
    func events(
        of calendar: String,
        _ query: [(name: String, value: String)],
        page: String?
    ) async throws(ExternalCalendarFailure) -> (page: GoogleEventPage, bytes: Int)? {
        var request = Request("calendars", calendar, "events")
        request.query = [
            ("maxResults", String(Limits.googleEventsPerPage)), ("prettyPrint", "false"),
            ("fields", GoogleEventPage.fields),
        ]
        request.query += query
        if let page { request.query.append(("pageToken", page)) }
        let answer = try await send(request)
        guard answer.status != 410 else { return nil }
        return (try answer.read(GoogleEventPage.self), answer.octets.count)
    }
}
