import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The page's settings, one JSON object for each account, stored as sent.
struct SettingsRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("settings", use: show)
        api.put("settings", use: put)
    }

    /// Accepts any JSON value; only the page interprets it.
    private struct AnyValue: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        return answer(try await backend.store.settings.document(of: account.id))
    }

    @Sendable
    private func put(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let expectation = try request.expectation()
        try request.requireJSON()
        let octets = try await request.octets(upTo: Limits.settingsBytesMax)
        guard (try? JSONDecoder().decode([String: AnyValue].self, from: Data(octets))) != nil
        else { throw ServerError.notReadable }
        let text = String(decoding: octets, as: UTF8.self)
        return answer(
            try await backend.store.settings.put(text, of: account.id, expecting: expectation)
        )
    }

    private func answer(_ document: SettingsDocument) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json",
                .eTag: document.etag,
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document.text))
        )
    }
}
