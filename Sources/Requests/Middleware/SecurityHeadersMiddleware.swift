import HTTPTypes
import Hummingbird
import ServerBase

/// Tells browsers to run and load only the page's own files, and not to guess what an answer is.
package struct SecurityHeadersMiddleware: RouterMiddleware {
    /// Whether the server is reached by HTTPS, which browsers must then always use.
    private let isSecure: Bool

    package init(isSecure: Bool) { self.isSecure = isSecure }

    /// What the page and its scripts may load and run.
    package static let contentSecurityPolicy = [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// For documents, and for scripts, which may run in a worker of their own.
    private static let headersOfPages: [(HTTPField.Name?, String)] = [
        (.contentSecurityPolicy, contentSecurityPolicy),
        (HTTPField.Name("Referrer-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (
            HTTPField.Name("Permissions-Policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        ),
    ]

    /// For everything else: should a browser show it as a document, that can do nothing.
    private static let headersOfData: [(HTTPField.Name?, String)] = [
        (.contentSecurityPolicy, "default-src 'none'; frame-ancestors 'none'")
    ]

    private static let headersOfAll: [(HTTPField.Name?, String)] = [
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
    ]

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers(of: response) {
            // An answer may tell the browser something stricter.
            if let name, response.headers[name] == nil { response.headers[name] = value }
        }
        if isSecure {
            response.headers[.strictTransportSecurity] =
                "max-age=\(Limits.secureTransportSeconds)"
        }
        return response
    }

    private static func headers(of response: Response) -> [(HTTPField.Name?, String)] {
        // The browser keeps those of the answer that it has (RFC 9111, 4.3.4).
        guard response.status != .notModified else { return [] }
        let type = response.headers[.contentType] ?? ""
        let isPage = type.hasPrefix("text/html") || type.hasPrefix("text/javascript")
        return (isPage ? headersOfPages : headersOfData) + headersOfAll
    }
}
