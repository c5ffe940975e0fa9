import WebDAV

extension CalDAVClient {
    /// What another server said to a change.
    enum Answered: Hashable, Sendable {
        /// It has the change; with the ETag of exactly what was sent, if it said so.
        case taken(etag: String?)
        /// It has something else by now (412), or nothing any more (404, 410).
        case changedElsewhere
        /// It doesn't want the change, and won't want it a second time.
        case refused(status: Int)
    }

    /// Stores an object (RFC 4791, 5.3.2).
    ///
    /// - Parameters:
    ///   - text: The calendar object's text.
    ///   - address: Where it is, or shall be.
    ///   - member: What the other server has there; nil for nothing.
    /// - Returns: What the other server said.
    /// - Throws: Why it couldn't be asked.
    func store(
        _ text: String,
        at address: SourceAddress,
        replacing member: ForeignTag?
    ) async throws(SourceFailure) -> Answered {
        try await write(
            "PUT",
            at: address,
            [("Content-Type", "text/calendar; charset=utf-8"), condition(member)],
            Array(text.utf8)
        )
    }

    /// Removes an object.
    func remove(
        at address: SourceAddress,
        _ member: ForeignTag
    ) async throws(SourceFailure) -> Answered {
        try await write("DELETE", at: address, [condition(member)], nil)
    }

    /// The ETag of what another server has; nil if it tells none.
    struct ForeignTag: Hashable, Sendable {
        let etag: String?
    }

    private func condition(_ member: ForeignTag?) -> (name: String, value: String) {
        guard let member else { return ("If-None-Match", "*") }
        return ("If-Match", member.etag ?? "*")
    }

    private func write(
        _ method: String,
        at address: SourceAddress,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8]?
    ) async throws(SourceFailure) -> Answered {
        var request = SourceRequest(address: address)
        request.address.credentials = credentials
        request.method = method
        request.headers = headers
        request.body = body
        let response = try await sources.send(request).response
        switch response.status {
        case 200..<300:
            // A weak one isn't the ETag of these octets (RFC 9110, 8.8.1).
            let etag = response.header("ETag").flatMap { etag in
                let isKept = (1...Limits.sourceValidatorBytesMax).contains(etag.utf8.count)
                return isKept && !etag.hasPrefix("W/") ? etag : nil
            }
            return .taken(etag: etag)
        case 404, 410, 412: return .changedElsewhere
        case 400, 403, 405, 409, 411, 413, 415, 422, 507: return .refused(status: response.status)
        default:
            throw sources.failure(of: response)
                ?? .answered(status: response.status, retryAfterSeconds: nil)
        }
    }
}
