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

/// Receives what another app on the device shares with the page, and hands it to the page.
///
/// The browser posts a form (the manifest's `share_target`) and is redirected to the page, which
/// fetches the contents, perhaps from another server. They wait in the database for a minute and are no part
/// of any calendar: the page shows them, and the person decides.
struct ShareTargetRoute {
    let backend: Backend

    /// Adds the form's route, `/share`, which isn't part of the API.
    func add(to router: Router<AppContext>) {
        router.group("share").add(middleware: SessionMiddleware(backend: backend))
            .add(middleware: PeopleOnlyMiddleware())
            .add(
                middleware: WriteAllowanceMiddleware(
                    backend.writeAllowances,
                    clock: backend.clockAndRandom
                )
            )
            .post(use: share)
    }

    func add(to api: RouterGroup<AppContext>) {
        api.get("shared/{id}", use: shared)
        api.get("shared/{id}/files/{number}", use: file)
    }

    /// A browser navigates here, so errors redirect to the page, which shows them.
    @Sendable
    private func share(_ request: Request, context: AppContext) async throws -> Response {
        do {
            guard let account = context.account else { throw ShareRefusal.signedOut }
            let id = try await backend.sharedForms.withPlace(for: account.id) {
                let octets = try await received(request)
                return try await keep(try Self.thing(in: octets, of: request), of: account.id)
            }
            return Self.toPage(id)
        } catch let refusal as ShareRefusal {
            return Self.toPage(refusal.rawValue)
        }
    }

    /// The form, if it arrives in time and isn't too large.
    private func received(_ request: Request) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { [limit = backend.settings.formArrival] in
                try await Task.sleep(for: limit)
                throw ShareRefusal.tooSlow
            }
            group.addTask {
                do {
                    return try await request.octets(upTo: Limits.sharedBytesMax)
                } catch ServerError.tooLarge {
                    throw ShareRefusal.tooLarge
                }
            }
            // The group waits for both, because two can't read a connection at the same time.
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }

    /// Stores a shared item, and returns its ID.
    private func keep(_ thing: SharedThing, of account: AccountID) async throws -> String {
        let now = backend.clockAndRandom.nowSecond()
        let handover = Handover(
            id: backend.clockAndRandom.identifier(),
            purpose: .share,
            account: account,
            parts: try thing.parts,
            endsSecond: now + Limits.shareKeptSeconds
        )
        try await backend.store.handovers.put(handover, nowSecond: now)
        return handover.id
    }

    private static func thing(
        in octets: [UInt8],
        of request: Request
    ) throws(ShareRefusal) -> SharedThing {
        let contentType = request.headers[.contentType] ?? ""
        guard let parts = MultipartForm.parts(of: octets, contentType: contentType) else {
            throw .notReadable
        }
        return SharedThing(parts)
    }

    /// Redirects to the page with the ID of the shared item, or the reason there is none.
    private static func toPage(_ shared: String) -> Response {
        Response(
            status: .seeOther,
            headers: [.location: "/import?shared=" + shared, .cacheControl: "no-store"]
        )
    }

    @Sendable
    private func shared(_ request: Request, context: AppContext) async throws -> Response {
        let json = try await part(0, for: context)
        let summary = try JSONDecoder().decode(SharedThing.Summary.self, from: Data(json.utf8))
        var object = JSONObject()
        object.add("title", summary.title)
        object.add("text", summary.text)
        object.add("url", summary.url)
        object.add("files", summary.files)
        return .json(object)
    }

    @Sendable
    private func file(_ request: Request, context: AppContext) async throws -> Response {
        guard let number = context.parameters.get("number").flatMap({ Int($0) }),
            (0..<Limits.sharedPartsMax).contains(number),
            let octets = Data(base64Encoded: try await part(number + 1, for: context))
        else { throw ServerError.notFound }
        return Response(
            status: .ok,
            headers: [.contentType: "text/calendar", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: octets))
        )
    }

    private func part(_ number: Int, for context: AppContext) async throws -> String {
        let account = try context.requireAccount()
        return try await backend.store.handovers.part(
            number,
            of: context.parameters.get("id") ?? "",
            for: .share,
            by: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
    }
}
