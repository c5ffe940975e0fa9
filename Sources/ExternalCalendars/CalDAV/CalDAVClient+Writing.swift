import Outgoing
import ServerBase
import WebDAV

extension CalDAVClient {
    /// Stores an object (RFC 4791, 5.3.2).
    ///
    /// - Parameters:
    ///   - text: The calendar object's text.
    ///   - address: Where it is, or shall be.
    ///   - condition: What has to be there.
    /// - Returns: What the other server said.
    /// - Throws: Why it couldn't be asked.
    func store(
        _ text: String,
        at address: ExternalCalendarAddress,
        if condition: ExternalWriteCondition
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        let type = (name: "Content-Type", value: "text/calendar; charset=utf-8")
        return try await write("PUT", at: address, if: condition, [type], Array(text.utf8))
    }

    /// Removes an object.
    func remove(
        at address: ExternalCalendarAddress,
        if condition: ExternalWriteCondition
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        try await write("DELETE", at: address, if: condition, [], nil)
    }

    /// An ETag that names exactly these octets and can be sent back; nil for a weak one (RFC 9110,
    /// 8.8.1), and for one that is too long.
    static func strongTag(_ etag: String) -> String? {
        let isKept = (1...Limits.externalValidatorBytesMax).contains(etag.utf8.count)
        return isKept && !etag.hasPrefix("W/") ? etag : nil
    }

    private func write(
        _ method: String,
        at address: ExternalCalendarAddress,
        if condition: ExternalWriteCondition,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8]?
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        var request = ExternalRequest(address: address)
        request.address.credentials = credentials
        request.method = method
        request.changesSomething = true
        request.headers = headers
        switch condition {
        case .nothing: request.headers.append(("If-None-Match", "*"))
        case .something(let etag): request.headers.append(("If-Match", etag ?? "*"))
        }
        request.body = body
        let response = try await fetcher.send(request).response
        switch response.status {
        case 200, 201, 204:
            return .taken(etag: response.header("ETag").flatMap(Self.strongTag))
        case 404, 410: return .gone
        case 412: return .changedElsewhere
        case 400, 403, 405, 409, 411, 413, 415, 422, 507: return .refused(isForGood: true)
        // The next change may go better, unless it's about who signs in, or how often.
        case 401, 429, 503: throw fetcher.failure(of: response) ?? .notAllowed
        default: return .refused(isForGood: false)
        }
    }
}
