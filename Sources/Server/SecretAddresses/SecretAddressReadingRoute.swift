import Accounts
import HTTPTypes
import Hummingbird
import NIOCore
import Observability
import Requests
import ServerBase
import Store
import WebDAV

/// The form of a secret address.
enum SecretAddressPath {
    static let folder = "/secret/"
    static let ending = ".ics"

    static func path(of secret: String) -> String { folder + secret + ending }

    /// The hash of the secret in the last part of a path; of nothing if it can't be one.
    ///
    /// So that every text costs the same.
    static func hash(in name: String) -> String {
        let secret = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : ""
        return sha256Text(Array(secret.utf8))
    }
}

/// Answers at a secret address, without a sign-in and without a cookie.
///
/// A secret that was revoked, one that never was and a text that can't be one cost the same, and get
/// the same answer.
struct SecretAddressReadingRoute {
    let backend: Backend

    func add(to router: Router<AppContext>) {
        router.get("secret/{name}", use: show)
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let now = backend.clockAndRandom.nowSecond()
        let network = backend.clientNetwork(of: request, context: context)
        try await backend.requestThrottle.admit(.secretAddressNetwork(network.text), nowSecond: now)
        let hash = SecretAddressPath.hash(in: context.parameters.get("name") ?? "")
        guard let known = try await backend.store.secretAddresses.address(hash: hash) else {
            throw ServerError.notFound
        }
        try await backend.requestThrottle.admit(.secretAddress(known.address.id), nowSecond: now)
        guard
            let answer = try await SecretAddressAnswer(
                known.address,
                as: SecretAddressFormat(accept: request.headers[.accept] ?? ""),
                in: backend,
                nowSecond: now
            )
        else { throw ServerError.notFound }
        let sinceSecond = try await note(answer, after: known.state, nowSecond: now)
        let headers = answer.headers(sinceSecond: sinceSecond, nowSecond: now)
        guard !request.knows(etag: answer.etag, sinceSecond: sinceSecond) else {
            return Response(status: .notModified, headers: headers)
        }
        return try response(to: request, answer, headers, sinceSecond: sinceSecond)
    }

    private func response(
        to request: Request,
        _ answer: SecretAddressAnswer,
        _ headers: HTTPFields,
        sinceSecond: Int64
    ) throws -> Response {
        var headers = headers
        headers[.contentType] = answer.format.contentType
        headers[.contentDisposition] = "attachment; filename=\"\(answer.fileName)\""
        // A HEAD has no body to write, so it takes no place among those that do.
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let place = try backend.secretAddressAnswers.place(for: answer.address.account)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                try await answer.write(sinceSecond: sinceSecond) {
                    try await writer.write(ByteBuffer(bytes: $0))
                }
                try await writer.finish(nil)
                place.leave()
            }
        )
    }

    /// Notes the use at most once an hour, and a change at once; returns since when the answer has been
    /// what it is.
    private func note(
        _ answer: SecretAddressAnswer,
        after old: SecretAddressState?,
        nowSecond now: Int64
    ) async throws -> Int64 {
        // Two changes in one second get different times, so that `If-Modified-Since` tells them apart.
        let sinceSecond =
            old?.hash == answer.state
            ? old?.sinceSecond ?? now : max(now, (old?.sinceSecond ?? 0) + 1)
        let state = SecretAddressState(hash: answer.state, sinceSecond: sinceSecond)
        let isLate = now - (answer.address.usedSecond ?? 0) >= Limits.secretAddressUseUpdateSeconds
        guard isLate || state != old else { return sinceSecond }
        try await backend.accounts.noteUse {
            try await backend.store.secretAddresses.noteUse(
                of: answer.address.id,
                second: isLate ? now : answer.address.usedSecond ?? now,
                state: state
            )
        }
        return sinceSecond
    }
}

extension Request {
    /// Whether the client says that it has this version already (RFC 9110, 13.1.2 and 13.1.3).
    fileprivate func knows(etag: String, sinceSecond: Int64) -> Bool {
        if let text = headers[.ifNoneMatch] {
            guard let tag = EntityTag(text: etag), let known = EntityTagList(text) else {
                return false
            }
            return !known.matchesNone(tag)
        }
        guard let known = headers[.ifModifiedSince].flatMap(HTTPDate.second) else { return false }
        return sinceSecond <= known
    }
}
