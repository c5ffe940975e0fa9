import Hummingbird
import Store
import WebDAV

/// The conditions of a request that changes something.
extension DAVMethods {
    /// The condition under which something is written: what all headers say together.
    ///
    /// It's looked at within the transaction that writes. Programs may leave conditions out, though nothing else protects others' changes. Throws for a
    /// header that can't be read.
    func condition(of request: Request, on address: DAVAddress) async throws -> WriteCondition {
        let tags = try request.tagCondition()
        guard let text = request.header("If") else { return tags }
        guard let header = IfHeader(text) else { throw Request.malformed("If") }
        return .all([tags, try await condition(header, on: address)])
    }

    /// The condition in an `If` header (RFC 4918, 10.4) of a request for an address.
    ///
    /// Its lists may be about other resources, such as the calendar by its sync token (RFC 6578, 5):
    /// these are looked at before the change, and not within its transaction. There are no locks, so
    /// no lock token is ever known.
    private func condition(
        _ header: IfHeader,
        on address: DAVAddress
    ) async throws -> WriteCondition {
        var states: [String: IfHeader.ResourceState] = [:]
        for name in Set(header.lists.compactMap(\.resource)) {
            guard let other = DAVAddress(reference: name), other != address else { continue }
            states[name] = try await state(at: other)
        }
        let own = try await tokens(at: address)
        return .either(
            header.lists.map { list in
                if let name = list.resource, DAVAddress(reference: name) != address {
                    let state = states[name] ?? IfHeader.ResourceState(entityTag: nil)
                    return list.isMet(by: state) ? .anything : .never
                }
                return .all(list.conditions.map { WriteCondition($0, tokens: own) })
            }
        )
    }

    /// What is at an address; nothing for what the account doesn't see.
    private func state(at address: DAVAddress) async throws -> IfHeader.ResourceState {
        do {
            let resource = try await resource(at: address)
            return IfHeader.ResourceState(
                entityTag: resource.entityTag.flatMap { EntityTag(text: $0) },
                tokens: resource.syncTokens
            )
        } catch StoreError.notFound {
            return IfHeader.ResourceState(entityTag: nil)
        }
    }

    /// The state tokens of the resource at an address; objects have none.
    private func tokens(at address: DAVAddress) async throws -> Set<String> {
        if case .object = address { return [] }
        return try await state(at: address).tokens
    }
}

extension DAVResource {
    /// The token by which an `If` header may name the state of a collection.
    fileprivate var syncTokens: Set<String> {
        switch kind {
        case .calendar(let calendar): [SyncToken(calendar.token).text]
        case .home(let state): [SyncToken(state.token).text]
        default: []
        }
    }
}

extension WriteCondition {
    /// A condition of an `If` header on what is written, which has some tokens.
    fileprivate init(_ condition: IfHeader.Condition, tokens: Set<String>) {
        switch condition.subject {
        case .token(let token):
            self = tokens.contains(token) != condition.isNegated ? .anything : .never
        // Weak tags are never the same (RFC 4918, 10.4.4).
        case .entityTag(let tag):
            let tags = tag.isWeak ? [] : [tag.text]
            self = condition.isNegated ? .noneOf(tags) : .etags(tags)
        }
    }
}

extension Request {
    /// The condition in `If-Match` and `If-None-Match` (RFC 9110, 13.1), or in
    /// `If-Schedule-Tag-Match` (RFC 6638, 8.3), which comes in place of the others.
    fileprivate func tagCondition() throws(HTTPError) -> WriteCondition {
        if let list = try entityTags(of: "If-Schedule-Tag-Match") {
            guard case .tags(let tags) = list, tags.count == 1 else {
                throw Self.malformed("If-Schedule-Tag-Match")
            }
            return .scheduleTag(tags[0].text)
        }
        var conditions: [WriteCondition] = []
        switch try entityTags(of: "If-Match") {
        case nil: break
        case .any: conditions.append(.something)
        case .tags(let tags):
            conditions.append(.etags(tags.filter { !$0.isWeak }.map(\.text)))
        }
        switch try entityTags(of: "If-None-Match") {
        case nil: break
        case .any: conditions.append(.nothing)
        // By the weak comparison: the mark of a weak tag doesn't matter.
        case .tags(let tags):
            conditions.append(.noneOf(tags.map { EntityTag($0.opaque).text }))
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private func entityTags(of name: String) throws(HTTPError) -> EntityTagList? {
        guard let text = header(name) else { return nil }
        guard let list = EntityTagList(text) else { throw Self.malformed(name) }
        return list
    }

    fileprivate static func malformed(_ name: String) -> HTTPError {
        HTTPError(.badRequest, message: "\(name) can't be read.")
    }
}
