import HTTPTypes
import Hummingbird
import ServerBase

/// Tells the browser in every response to run and load only the page's own files.
package struct SecurityHeadersMiddleware: RouterMiddleware {
    /// Whether the server is reached by HTTPS, which browsers must then always use.
    private let isSecure: Bool

    package init(isSecure: Bool) { self.isSecure = isSecure }

    static let contentSecurityPolicy = [
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

    static let headers: [(HTTPField.Name?, String)] = [
        (.contentSecurityPolicy, contentSecurityPolicy),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy"), "same-origin"),
        (
            HTTPField.Name("Permissions-Policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        ),
    ]

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers {
            // An answer may tell the browser something stricter.
            if let name, response.headers[name] == nil { response.headers[name] = value }
        }
        if isSecure {
            response.headers[.strictTransportSecurity] =
                "max-age=\(Limits.secureTransportSeconds)"
        }
        return response
    }
}
