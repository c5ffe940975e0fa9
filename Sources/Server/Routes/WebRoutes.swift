import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase

/// Serves the page: the index at the URL of every view, its files under the hash of their tree.
struct WebRoutes {
    let files: WebFiles

    /// The first path segments of the page's views.
    static let views = [
        "month", "week", "days", "day", "year", "agenda", "board", "new", "search", "event",
        "settings", "import", "widget", "join", "setup", "password",
    ]

    func add(to router: Router<AppContext>) {
        router.get("", use: index)
        // Only this path is a view: `/sign-in/{provider}` redirects to other services.
        router.get("sign-in", use: index)
        for view in Self.views {
            router.get("\(view)", use: index)
            router.get("\(view)/**", use: index)
        }
        router.get("assets/{tree}/**", use: asset)
        if let worker = files.worker {
            // Browsers look here for a new version, and it's for all addresses only at the root.
            router.get("worker.js") { request, _ in
                try worker.response(to: request, cacheControl: "no-cache")
            }
        }
        for name in ["favicon.ico", "robots.txt"] where files.file(name) != nil {
            router.get("\(name)") { request, _ in try named(name, request) }
        }
        router.get("**", use: unknown)
    }

    @Sendable
    private func index(_ request: Request, context: AppContext) throws -> Response {
        guard let index = files.index else { throw ServerError.notFound }
        return try index.response(to: request, cacheControl: "no-cache")
    }

    /// Files of another version's tree don't exist any more, so an outdated page gets a 404 and has
    /// to reload.
    @Sendable
    private func asset(_ request: Request, context: AppContext) throws -> Response {
        let path = context.parameters.getCatchAll().joined(separator: "/")
        guard context.parameters.get("tree") == files.treeHash, let file = files.file(path) else {
            throw ServerError.notFound
        }
        return try file.response(to: request, cacheControl: "public, max-age=31536000, immutable")
    }

    /// At an unknown address, the page says that there is nothing; programs get the usual error.
    @Sendable
    private func unknown(_ request: Request, context: AppContext) throws -> Response {
        let first = request.uri.path.split(separator: "/").first
        guard first != "api", first != "assets", let index = files.index,
            request.headers[.accept]?.contains("text/html") == true
        else { throw ServerError.notFound }
        var response = try index.response(to: request, cacheControl: "no-cache")
        response.status = .notFound
        return response
    }

    private func named(_ name: String, _ request: Request) throws -> Response {
        guard let file = files.file(name) else { throw ServerError.notFound }
        return try file.response(to: request, cacheControl: "no-cache")
    }
}

extension WebFile {
    fileprivate func response(to request: Request, cacheControl: String) throws -> Response {
        var headers: HTTPFields = [
            .contentType: contentType, .eTag: etag, .cacheControl: cacheControl,
            .vary: "Accept-Encoding",
        ]
        let (file, encoding) = encoded(accepting: request.headers[.acceptEncoding] ?? "")
        if let encoding { headers[.contentEncoding] = encoding }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try file.octets()))
        ).unlessKnown(to: request)
    }
}
