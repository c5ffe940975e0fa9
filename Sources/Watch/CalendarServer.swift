import Agenda
import Client
import JSON
import NIOCore
package import Outgoing
import ServerBase

/// Why a server didn't do what it was asked for.
package enum ServerFailure: Error, Hashable, Sendable {
    /// Nobody answered, or something else did in the server's place.
    case away(reason: String)
    /// The server refused; the code is the last part of the problem's type.
    case refused(code: String, detail: String)

    /// Nobody is signed in, or somebody else is.
    static let signedOut = ServerFailure.refused(code: "not-signed-in", detail: "")

    /// Whether the session is over.
    var isSignedOut: Bool {
        if case .refused("not-signed-in", _) = self { true } else { false }
    }
}

/// Who is signed in, and by what.
struct Session: Hashable, Sendable {
    /// The cookie as it's sent.
    let cookie: String
    /// The account's identity.
    let account: String
}

/// What a server is asked for over HTTP, as docs/api.md has it.
package struct CalendarServer: Sendable {
    let address: ServerAddress
    private let web: WebFetcher

    package init(_ address: ServerAddress, web: WebFetcher = .network) {
        self.address = address
        self.web = web
    }

    // MARK: - Session

    /// Signs in.
    ///
    /// - Throws: ``ServerFailure``.
    func signIn(email: String, password: String) async throws(ServerFailure) -> Session {
        var json = JSONWriter()
        json.object { json in
            json.field("email", email)
            json.field("password", password)
        }
        let response = try await ask("POST", "/session", json: json.octets)
        guard let account = JSONValue.read(response.octets)?["account"]?["id"]?.text,
            let cookie = Self.sessionCookie(in: response)
        else { throw Self.notOurs }
        return Session(cookie: cookie, account: account)
    }

    /// The account whose session a cookie is; nil if it's over.
    func account(of session: Session) async throws(ServerFailure) -> String? {
        let response = try await ask("GET", "/session", session)
        guard let answer = JSONValue.read(response.octets), case .boolean? = answer["setup"] else {
            throw Self.notOurs
        }
        return answer["account"]?["id"]?.text
    }

    /// Ends a session.
    func signOut(_ session: Session) async throws(ServerFailure) {
        _ = try await ask("DELETE", "/session", session)
    }

    private static func sessionCookie(in response: OutgoingResponse) -> String? {
        let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }
            .map { String($0.value.prefix { $0 != ";" }) }
        return cookies.first { $0.contains("meantime_session=") && !$0.hasSuffix("=") }
    }

    // MARK: - Reading

    /// Everything that the account sees.
    func load(_ session: Session) async throws(ServerFailure) -> [SyncLine] {
        let response = try await ask("GET", "/sync", session) { request in
            request.timeout = Limits.loadTimeout
            request.bytesMax = Limits.loadBytesMax
            request.acceptsGzip = true
        }
        let lines = response.octets.lines.compactMap { SyncLine($0) }
        guard case .header? = lines.first?.record, lines.last?.record == .end else {
            throw Self.notOurs
        }
        return lines
    }

    /// The live stream from a place of the server's log on, in the pieces in which it comes.
    ///
    /// It fails with a ``ServerFailure``.
    func live(_ session: Session, since token: UInt64) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { pieces in
            let task = Task {
                do throws(ServerFailure) {
                    let path = "/live?since=\(token)&account=\(session.account)"
                    _ = try await ask("GET", path, session) { request in
                        request.timeout = nil
                        request.silenceSecondsMax = Limits.silenceSecondsMax
                        request.bytesMax = Limits.pieceBytesMax
                        request.takesPiece = { pieces.yield($0) }
                    }
                    pieces.finish()
                } catch {
                    pieces.finish(throwing: error)
                }
            }
            pieces.onTermination = { _ in task.cancel() }
        }
    }

    /// What the server has of an object.
    ///
    /// - Throws: ``ServerFailure`` if the session is over.
    func read(_ object: ObjectID, _ session: Session) async throws(ServerFailure) -> ReadAnswer {
        do throws(ServerFailure) {
            let response = try await ask("GET", Self.path(of: object), session) { request in
                request.bytesMax = Limits.messageBytesMax
            }
            guard let etag = response.header("ETag") else { return .away }
            let isUnanswered = response.header("Meantime-Unanswered") == "?1"
            return .found(
                ObjectVersion(etag: etag, text: response.octets, isUnanswered: isUnanswered)
            )
        } catch {
            if error.isSignedOut { throw error }
            if case .refused("not-found", _) = error { return .gone }
            return .away
        }
    }

    // MARK: - Writing

    /// Sends an edit.
    func send(_ edit: EditRequest, _ session: Session, isKept: Bool) async -> EditAnswer {
        var json = JSONWriter()
        json.object { json in
            json.field("account", session.account)
            edit.write(to: &json)
        }
        do throws(ServerFailure) {
            let response = try await ask("POST", "/edits", session, json: json.octets)
            return Self.made(edit, response.octets) ?? .away
        } catch {
            guard case .refused(let code, _) = error else { return .away }
            return EditAnswer(refusal: code, isKept: isKept)
        }
    }

    /// Sends an answer that waits until the server has it.
    func send(
        _ waiting: WaitingAnswer,
        to place: CalendarDirectory.AnswerPlace,
        _ session: Session
    ) async -> EditAnswer {
        do throws(ServerFailure) {
            let response = try await answer(place, session) { json in
                json.field("account", session.account)
                json.field("answer", waiting.choice.text)
                if !waiting.occurrence.isEmpty { json.field("occurrence", waiting.occurrence) }
                if let comment = waiting.comment { json.field("comment", comment) }
            }
            guard let json = JSONValue.read(response.octets), let etag = json["etag"]?.text else {
                return .away
            }
            return .made([SavedObject(etag: etag, token: SyncRecord.token(json["token"]) ?? 0)])
        } catch {
            guard case .refused(let code, _) = error else { return .away }
            return EditAnswer(refusal: code, isKept: true)
        }
    }

    private static func made(_ edit: EditRequest, _ octets: [UInt8]) -> EditAnswer? {
        guard case .array(let changes)? = JSONValue.read(octets)?["changes"],
            changes.count == edit.changes.count
        else { return nil }
        return .made(
            changes.map {
                SavedObject(
                    etag: $0["etag"]?.text ?? "",
                    token: SyncRecord.token($0["token"]) ?? 0
                )
            }
        )
    }

    /// Sends an answer to an invitation or to a proposal's candidate.
    func answer(
        _ place: CalendarDirectory.AnswerPlace,
        _ session: Session,
        _ fields: (inout JSONWriter) -> Void
    ) async throws(ServerFailure) -> OutgoingResponse {
        var json = JSONWriter()
        let path: String
        json.beginObject()
        fields(&json)
        switch place {
        case .event(let object): path = Self.path(of: object) + "/answer"
        case .proposal(let group, let identity, let object):
            json.field("href", object.href)
            path =
                "/groups/\(percentEncoded(group))/proposals/\(percentEncoded(identity))/answers"
        }
        json.endObject()
        return try await ask("PUT", path, session, json: json.octets)
    }

    private static func path(of object: ObjectID) -> String {
        "/calendars/\(percentEncoded(object.calendar.text))/events/\(percentEncoded(object.href))"
    }

    // MARK: - Requests

    private static let notOurs = ServerFailure.away(reason: "what answers there isn't Meantime")

    /// Sends a request, and returns a successful response.
    private func ask(
        _ method: String,
        _ path: String,
        _ session: Session? = nil,
        json: [UInt8]? = nil,
        _ change: (inout OutgoingRequest) -> Void = { _ in }
    ) async throws(ServerFailure) -> OutgoingResponse {
        var request = OutgoingRequest(address: address.text + "/api/v1" + path)
        request.method = method
        request.timeout = Limits.answerTimeout
        request.body = json
        if let session { request.headers.append((name: "Cookie", value: session.cookie)) }
        if json != nil { request.headers.append((name: "Content-Type", value: "application/json")) }
        request.headers.append((name: "User-Agent", value: "Meantime/\(Version.text) (terminal)"))
        change(&request)
        let response: OutgoingResponse
        do {
            response = try await web.fetch(request)
        } catch OutgoingError.notReached(let reason) {
            throw .away(reason: reason)
        } catch OutgoingError.tooSlow {
            throw .away(reason: "it takes too long to answer")
        } catch {
            throw .away(reason: "\(error)")
        }
        guard !(200..<300).contains(response.status) else { return response }
        let isProblem = response.header("Content-Type")?.hasPrefix("application/problem+json")
        guard isProblem == true, let problem = JSONValue.read(response.octets),
            let code = problem["type"]?.text?.split(separator: "/").last
        else { throw .away(reason: "the answer is \(response.status), and not the server's own") }
        throw .refused(code: String(code), detail: problem["detail"]?.text ?? "")
    }
}
