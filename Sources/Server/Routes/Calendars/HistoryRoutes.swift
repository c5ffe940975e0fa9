import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

/// Lists and reads the versions of an event.
///
/// Going back to one is an ordinary `PUT` of its text.
struct HistoryRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("calendars/{calendar}/events/{href}/history", use: list)
        api.get("calendars/{calendar}/events/{href}/history/{version}", use: show)
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        let versions = try await backend.turns.programs.run(of: place.account) {
            try await backend.store.history.versions(at: place)
        }
        var object = JSONObject()
        object.add("versions", versions.map(\.json))
        return .json(object)
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let place = try context.requirePlace()
        guard let number = context.parameters.get("version").flatMap({ Int64($0) }) else {
            throw ServerError.notFound
        }
        let text = try await backend.store.history.text(of: number, at: place)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8",
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
    }
}

extension VersionRecord {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("version", Int(number))
        object.add("kind", kind.rawValue)
        object.add(write: write)
        return object
    }
}

extension JSONObject {
    /// Adds `at`, `by` and `way`: when somebody wrote something, who, and how it came in.
    ///
    /// Nothing is added if that's no longer known, and no `by` if the account is gone.
    mutating func add(write: Write?) {
        guard let write else { return }
        add("at", Int(write.second))
        add("way", write.way.rawValue)
        guard let account = write.account else { return }
        var person = JSONObject()
        person.add("id", account.text)
        person.add("name", write.name)
        add("by", person)
    }
}
