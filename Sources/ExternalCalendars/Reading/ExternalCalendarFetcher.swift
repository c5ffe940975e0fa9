import ICalendar
import NIOCore
package import Outgoing
import ServerBase
import WebDAV

/// Reads calendars of other services.
///
/// People type these addresses and other servers redirect to them, so an attacker could use them to
/// reach this server's own network (SSRF). Before every request the host is resolved, its address
/// must be public, and the connection goes to exactly that address. Only hosts that the
/// administrator lists may be private.
package struct ExternalCalendarFetcher: Sendable {
    /// What the limits are for a test that shouldn't take as long.
    package struct Bounds: Sendable {
        var timeout = Limits.externalTimeout
        var bytesMax = Limits.externalBytesMax
    }

    private let web: WebFetcher
    private let hosts: AllowedPrivateHosts
    private let nowSecond: @Sendable () -> Int64
    private let bounds: Bounds

    package init(
        web: WebFetcher,
        hosts: AllowedPrivateHosts = .none,
        nowSecond: @escaping @Sendable () -> Int64,
        bounds: Bounds = Bounds()
    ) {
        self.web = web
        self.hosts = hosts
        self.nowSecond = nowSecond
        self.bounds = bounds
    }

    /// Reads what somebody typed, knowing which hosts the administrator lists.
    package func address(typed: String) throws(ExternalCalendarFailure) -> ExternalCalendarAddress {
        try ExternalCalendarAddress(typed: typed, hosts: hosts)
    }

    /// The address of a resource that a server names; nil if it can't be fetched.
    ///
    /// It may be on another server, which may be private only if this one is listed.
    func resource(_ href: ForeignHref, from address: ExternalCalendarAddress)
        -> ExternalCalendarAddress?
    {
        try? address.following(href.text, hosts: hosts)
    }

    /// Reads a calendar.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - etag: The `ETag` of what is here already.
    ///   - lastModified: Its `Last-Modified`.
    /// - Returns: The calendar, which begins and ends as one; nil if it hasn't changed.
    /// - Throws: Why it couldn't be read.
    package func fetch(
        _ address: ExternalCalendarAddress,
        etag: String?,
        lastModified: String?
    ) async throws(ExternalCalendarFailure) -> FeedAnswer? {
        var request = ExternalRequest(address: address)
        request.headers = [("Accept", "text/calendar, text/plain;q=0.5, */*;q=0.1")]
        if let etag { request.headers.append(("If-None-Match", etag)) }
        if let lastModified { request.headers.append(("If-Modified-Since", lastModified)) }
        request.bytesMax = bounds.bytesMax
        let answer = try await send(request)
        if answer.response.status == 304, etag != nil || lastModified != nil { return nil }
        if let failure = failure(of: answer.response) { throw failure }
        guard answer.response.status == 200 else {
            throw .answered(status: answer.response.status, retryAfterSeconds: nil)
        }
        // What isn't in UTF-8 is in the charset that the other side declares.
        let charset = answer.response.header("Content-Type").flatMap { Charset(contentType: $0) }
        let octets = charset?.utf8(answer.response.octets) ?? answer.response.octets
        guard CalendarOutline.begins(octets) else { throw .notCalendar }
        guard CalendarOutline.ends(octets) else { throw .cutShort }
        return FeedAnswer(
            octets: octets,
            etag: validator("ETag", of: answer.response),
            lastModified: validator("Last-Modified", of: answer.response),
            movedTo: answer.movedTo,
            retryAfterSeconds: retryAfterSeconds(of: answer.response)
        )
    }

    /// What a response's status says went wrong; nil if it's a success (RFC 9110, 15.3) or says that
    /// nothing changed.
    func failure(of response: OutgoingResponse) -> ExternalCalendarFailure? {
        switch response.status {
        case 200..<300, 304: nil
        case 401, 403: .notAllowed
        case 404, 410: .notFound
        default:
            .answered(
                status: response.status,
                retryAfterSeconds: retryAfterSeconds(of: response)
            )
        }
    }

    /// The value of a header that is sent back with the next request; nil if it's too long for that.
    private func validator(_ name: String, of response: OutgoingResponse) -> String? {
        guard let value = response.header(name),
            (1...Limits.externalValidatorBytesMax).contains(value.utf8.count)
        else { return nil }
        return value
    }

    /// Reads `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3).
    private func retryAfterSeconds(of response: OutgoingResponse) -> Int64? {
        guard let value = response.header("Retry-After") else { return nil }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let seconds =
            isNumber
            ? Int64(value) ?? .max : HTTPDate.second(of: value).map { $0 - nowSecond() }
        return seconds.map { min(max($0, 0), Limits.externalRetrySecondsMax) }
    }
}

// MARK: - Requests

extension ExternalCalendarFetcher {
    /// Sends a request and follows redirects, all within the time for one.
    ///
    /// - Returns: The last response, whatever its status, unless that is a redirect.
    /// - Throws: Why there is none.
    func send(_ request: ExternalRequest) async throws(ExternalCalendarFailure) -> ExternalResponse
    {
        do {
            return try await withTimeLimit(bounds.timeout) { try await follow(request) }
        } catch {
            throw ExternalCalendarFailure(of: error)
        }
    }

    private func follow(_ first: ExternalRequest) async throws -> ExternalResponse {
        var request = first
        var visited: Set<ExternalCalendarAddress> = []
        var isPermanent = true
        while visited.insert(request.address).inserted,
            visited.count <= Limits.externalRedirectsMax + 1
        {
            let response = try await hop(request)
            guard let next = try redirect(of: response, from: request, first: first) else {
                return ExternalResponse(
                    response: response,
                    address: request.address,
                    movedTo: isPermanent && visited.count > 1 && hasSameCredentials(request, first)
                        ? request.address : nil
                )
            }
            isPermanent = isPermanent && [301, 308].contains(response.status)
            request = next
        }
        throw ExternalCalendarFailure.tooManyRedirects
    }

    /// Whether a request was sent with the credentials of the first one: elsewhere it has none, and a
    /// redirect by mistake mustn't lose them.
    private func hasSameCredentials(_ request: ExternalRequest, _ first: ExternalRequest) -> Bool {
        request.address.credentials == first.address.credentials
    }

    /// The request that follows a redirect; nil if the response is none.
    private func redirect(
        of response: OutgoingResponse,
        from request: ExternalRequest,
        first: ExternalRequest
    ) throws -> ExternalRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.header("Location")
        else { return nil }
        guard let address = try? request.address.following(location, hosts: hosts) else {
            throw ExternalCalendarFailure.notReached
        }
        if first.changesSomething {
            guard [307, 308].contains(response.status), address.origin == first.address.origin
            else { return nil }
        }
        var next = request
        next.address = address
        // Credentials are for the origin that they were typed for, also if the way back to it leads
        // over another.
        next.address.credentials =
            address.origin == first.address.origin ? first.address.credentials : nil
        if response.status == 303 {
            next.method = "GET"
            next.body = nil
        }
        return next
    }

    /// Sends one request, to an address that may be reached.
    private func hop(_ request: ExternalRequest) async throws -> OutgoingResponse {
        let address = request.address
        let found = try await web.resolve(address.host, address.port)
        guard PublicAddress.contains(found) || address.isListed else {
            throw ExternalCalendarFailure.addressNotPublic
        }
        var outgoing = OutgoingRequest(address: address.text)
        outgoing.method = request.method
        outgoing.headers = [("User-Agent", Self.userAgent)] + request.headers
        if let credentials = address.credentials {
            outgoing.headers.append(("Authorization", credentials.basic))
        }
        outgoing.body = request.body
        outgoing.timeout = bounds.timeout
        outgoing.bytesMax = request.bytesMax
        outgoing.acceptsGzip = true
        outgoing.pinned = (host: address.host, address: found)
        return try await web.fetch(outgoing)
    }

    /// How this server calls itself.
    static let userAgent = "Meantime/" + Version.text
}
