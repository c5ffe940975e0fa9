import Outgoing
import ServerBase
package import WebDAV

/// Reads the calendars of an account at another CalDAV server.
package struct CalDAVClient: Sendable {
    let fetcher: ExternalCalendarFetcher
    let credentials: ExternalCalendarAddress.Credentials?

    package init(
        _ fetcher: ExternalCalendarFetcher,
        credentials: ExternalCalendarAddress.Credentials?
    ) {
        self.fetcher = fetcher
        self.credentials = credentials
    }

    /// A calendar that was found, and where it is.
    package struct Found: Sendable {
        package let calendar: CalDAVCalendarEntry
        package let address: ExternalCalendarAddress
    }

    /// The calendar at an address.
    ///
    /// - Throws: ``ExternalCalendarFailure/notCalendar`` for anything else.
    package func calendar(at address: ExternalCalendarAddress) async throws(ExternalCalendarFailure)
        -> CalDAVCalendarEntry
    {
        let answer = try await ask("PROPFIND", address, depth: "0", CalDAVRequest.principal)
        guard let response = answer.multistatus.responses.first,
            let calendar = CalDAVCalendarEntry(response)
        else { throw .notCalendar }
        return calendar
    }

    // MARK: - Reading a calendar

    /// How to notice that a calendar has changed.
    func state(of calendar: ExternalCalendarAddress) async throws(ExternalCalendarFailure)
        -> ForeignState
    {
        let answer = try await ask("PROPFIND", calendar, depth: "0", CalDAVRequest.state)
        guard let response = answer.multistatus.responses.first else { throw .notCalendar }
        return ForeignState(response)
    }

    /// What has changed since a token, or everything without one.
    ///
    /// If ``ForeignChanges/isCut`` there is more, after the new token.
    ///
    /// - Returns: The changes; nil if the server doesn't know the token any more, or doesn't answer
    ///   this at all: then ``members(of:)`` says what is there.
    func changes(
        in calendar: ExternalCalendarAddress,
        since token: String?
    ) async throws(ExternalCalendarFailure) -> ForeignChanges? {
        do {
            let body = CalDAVRequest.changes(since: token)
            // RFC 6578, 3.2: the depth is that of the element in the body.
            let answer = try await ask("REPORT", calendar, depth: "0", body)
            let changes = ForeignChanges(answer.multistatus, of: calendar.path)
            return changes.syncToken == nil ? nil : changes
        } catch {
            switch error {
            // `valid-sync-token` is a 403 or a 409 (RFC 6578, 3.2); others don't know the report.
            case .notAllowed where token != nil, .notFound where token != nil, .answered(400, _),
                .answered(405, _),
                .answered(409, _), .answered(415, _), .answered(501, _), .notCalendar:
                return nil
            default: throw error
            }
        }
    }

    /// The ETags of everything in a calendar, for servers that don't say what has changed.
    func members(
        of calendar: ExternalCalendarAddress
    ) async throws(ExternalCalendarFailure) -> ForeignChanges {
        let answer = try await ask("PROPFIND", calendar, depth: "1", CalDAVRequest.members)
        let changes = ForeignChanges(answer.multistatus, of: calendar.path)
        // There is no way to ask for the rest.
        guard !changes.isCut else { throw .tooLarge }
        return changes
    }

    /// Reads objects, at most ``Limits/foreignObjectsPerRequestMax`` at once.
    ///
    /// - Returns: One for each address that was asked for and answered.
    func objects(
        _ hrefs: [ForeignHref],
        in calendar: ExternalCalendarAddress
    ) async throws(ExternalCalendarFailure) -> [ToldMember] {
        let asked = Array(hrefs.prefix(Limits.foreignObjectsPerRequestMax))
        guard !asked.isEmpty else { return [] }
        let body = CalDAVRequest.objects(asked)
        let answer = try await ask("REPORT", calendar, depth: "1", body)
        return ToldMember.members(asked, in: answer.multistatus)
    }

    // MARK: - Requests

    /// An answer, and where it came from.
    struct Answer {
        let multistatus: ForeignMultistatus
        let address: ExternalCalendarAddress
    }

    func ask(
        _ method: String,
        _ address: ExternalCalendarAddress,
        depth: String,
        _ body: [UInt8]
    ) async throws(ExternalCalendarFailure) -> Answer {
        var request = ExternalRequest(address: address)
        request.address.credentials = credentials
        request.method = method
        request.headers = [
            ("Depth", depth), ("Content-Type", "application/xml; charset=utf-8"),
            ("Accept", "application/xml, text/xml;q=0.9, */*;q=0.1"),
        ]
        request.body = body
        let response = try await fetcher.send(request)
        if let failure = fetcher.failure(of: response.response) { throw failure }
        guard response.response.status == 207 else { throw .notCalendar }
        let multistatus: ForeignMultistatus
        do {
            multistatus = try ForeignMultistatus(
                response.response.octets,
                base: response.address.path
            )
        } catch {
            if case .tooManyResponses = error { throw .tooLarge }
            throw .notCalendar
        }
        return Answer(multistatus: multistatus, address: response.address)
    }
}

extension ExternalCalendarAddress {
    /// The path, without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// Another path on the same server, without credentials.
    func at(_ path: String) -> ExternalCalendarAddress {
        ExternalCalendarAddress(
            isListed: isListed,
            isPlain: isPlain,
            host: host,
            port: port,
            target: path
        )
    }
}
