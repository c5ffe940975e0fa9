import HTTPTypes
import Hummingbird
import NIOCore
import Store

/// Receives what another app on the device shares with the page, and hands it to the page.
///
/// The browser posts a form (the manifest's `share_target`) and is redirected to the page, which
/// fetches the contents. Nothing goes into the database: the page shows them, and the person decides.
struct ShareTargetRoute<Driver: Database> {
    let backend: Backend<Driver>

    /// Adds the form's route, `/share`, which isn't part of the API.
    func add(to router: Router<AppContext>) {
        router.group("share").add(middleware: SessionMiddleware(backend: backend))
            .add(middleware: PeopleOnlyMiddleware())
            .post(use: share)
    }

    func add(to api: RouterGroup<AppContext>) {
        api.get("shared/{id}", use: shared)
        api.get("shared/{id}/files/{number}", use: file)
    }

    /// A browser navigates here, so errors redirect to the page, which shows them.
    @Sendable
    private func share(_ request: Request, context: AppContext) async throws -> Response {
        guard let account = context.account else { return Self.toPage("signed-out") }
        do {
            let read = try await backend.shares.readingForm { try await Self.thing(in: request) }
            guard let thing = read else { return Self.toPage("too-many") }
            let id = backend.clockAndRandom.identifier()
            let nowSecond = backend.clockAndRandom.nowSecond()
            await backend.shares.put(thing, id: id, of: account.id, nowSecond: nowSecond)
            return Self.toPage(id)
        } catch ServerError.tooLarge {
            return Self.toPage("too-large")
        } catch ServerError.notReadable {
            return Self.toPage("not-readable")
        }
    }

    private static func thing(in request: Request) async throws -> SharedThing {
        let octets = try await request.octets(upTo: Limits.sharedBytesMax)
        let contentType = request.headers[.contentType] ?? ""
        guard let parts = MultipartForm.parts(of: octets, contentType: contentType) else {
            throw ServerError.notReadable
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
        let thing = try await thing(for: context)
        var object = JSONObject()
        object.add("title", thing.title)
        object.add("text", thing.text)
        object.add("url", thing.url)
        object.add("files", thing.files.map(\.name))
        return .json(object)
    }

    @Sendable
    private func file(_ request: Request, context: AppContext) async throws -> Response {
        let files = try await thing(for: context).files
        guard let number = context.parameters.get("number").flatMap({ Int($0) }),
            files.indices.contains(number)
        else { throw ServerError.notFound }
        return Response(
            status: .ok,
            headers: [.contentType: "text/calendar", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: files[number].octets))
        )
    }

    private func thing(for context: AppContext) async throws -> SharedThing {
        let account = try context.requireAccount()
        return try await backend.shares.thing(
            context.parameters.get("id") ?? "",
            of: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
    }
}
