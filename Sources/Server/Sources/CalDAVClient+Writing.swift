import WebDAV

extension CalDAVClient {
    /// What another server said to a change.
    enum WriteAnswer: Hashable, Sendable {
        /// It has the change; with the ETag of exactly what was sent, if it said so.
        case taken(etag: String?)
        /// It has something else by now (412).
        case changedElsewhere
        /// It has nothing there any more (404, 410).
        case gone
        /// It doesn't want the change, for good or for now.
        case refused(isForGood: Bool)
    }

    /// What has to be at an address for a change to be taken.
    enum WriteCondition: Hashable, Sendable {
        case nothing
        /// Something with this strong ETag; with any if nil.
        case something(etag: String?)
    }

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
        at address: SourceAddress,
        if condition: WriteCondition
    ) async throws(SourceFailure) -> WriteAnswer {
        let type = (name: "Content-Type", value: "text/calendar; charset=utf-8")
        return try await write("PUT", at: address, if: condition, [type], Array(text.utf8))
    }

    /// Removes an object.
    func remove(
        at address: SourceAddress,
        if condition: WriteCondition
    ) async throws(SourceFailure) -> WriteAnswer {
        try await write("DELETE", at: address, if: condition, [], nil)
    }

    /// An ETag that names exactly these octets and can be sent back; nil for a weak one (RFC 9110,
    /// 8.8.1), and for one that is too long.
    static func strongTag(_ etag: String) -> String? {
        let isKept = (1...Limits.sourceValidatorBytesMax).contains(etag.utf8.count)
        return isKept && !etag.hasPrefix("W/") ? etag : nil
    }

    private func write(
        _ method: String,
        at address: SourceAddress,
        if condition: WriteCondition,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8]?
    ) async throws(SourceFailure) -> WriteAnswer {
        var request = SourceRequest(address: address)
        request.address.credentials = credentials
        request.method = method
        request.changesSomething = true
        request.headers = headers
        switch condition {
        case .nothing: request.headers.append(("If-None-Match", "*"))
        case .something(let etag): request.headers.append(("If-Match", etag ?? "*"))
        }
        request.body = body
        let response = try await sources.send(request).response
        switch response.status {
        case 200, 201, 204:
            return .taken(etag: response.header("ETag").flatMap(Self.strongTag))
        case 404, 410: return .gone
        case 412: return .changedElsewhere
        case 400, 403, 405, 409, 411, 413, 415, 422, 507: return .refused(isForGood: true)
        // The next change may go better, unless it's about who signs in, or how often.
        case 401, 429, 503: throw sources.failure(of: response) ?? .notAllowed
        default: return .refused(isForGood: false)
        }
    }
}
