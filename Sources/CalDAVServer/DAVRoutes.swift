import HTTPTypes
package import Hummingbird
package import Requests
import ServerBase
import Store
import WebDAV

/// The server as calendar programs see it: WebDAV (RFC 4918) and CalDAV (RFC 4791) below `/dav/`.
///
/// Programs sign in with every request (``ProgramMiddleware``).
package struct DAVRoutes {
    let server: ProgramServer

    package init(server: ProgramServer) { self.server = server }

    package func add(to router: Router<AppContext>) {
        for name in ["OPTIONS", "PROPFIND", "GET", "REPORT"] {
            guard let method = HTTPRequest.Method(name) else { continue }
            router.on(".well-known/caldav", method: method) { _, _ in Self.moved }
        }
        let dav = router.group()
            .add(middleware: ProgramMiddleware(server: server))
            .add(
                middleware: WriteAllowanceMiddleware(
                    server.writeAllowances,
                    clock: server.clockAndRandom
                )
            )
        for name in Self.methods + Self.refusedMethods {
            guard let method = HTTPRequest.Method(name) else { continue }
            for path in ["dav", "dav/**"] as [RouterPath] {
                dav.on(path, method: method, use: answer)
            }
        }
        // Apple's programs look here before they follow `/.well-known/caldav`.
        for name in ["OPTIONS", "PROPFIND"] {
            guard let method = HTTPRequest.Method(name) else { continue }
            for path in ["/", "principals"] as [RouterPath] {
                dav.on(path, method: method, use: answer)
            }
        }
    }

    static var methods: [String] {
        [
            "OPTIONS", "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL", "GET", "PUT",
            "POST", "DELETE", "COPY", "MOVE",
        ]
    }

    /// Methods of WebDAV that nothing here has: there are no locks, and rights are given in groups.
    private static var refusedMethods: [String] { ["LOCK", "UNLOCK", "ACL"] }

    /// What the server can do besides HTTP, as it announces it (RFC 4918, 10.1).
    static var features: [String] {
        [
            "1", "3", "access-control", "extended-mkcol", "calendar-access",
            "calendar-no-timezone", "calendar-proxy", "calendar-auto-schedule",
            "calendar-availability", "webdav-push",
        ]
    }

    /// Where the server is found from its name alone (RFC 6764, 5).
    private static var moved: Response {
        Response(status: .movedPermanently, headers: [.location: DAVAddress.rootPath])
    }

    @Sendable
    private func answer(_ request: Request, context: AppContext) async throws -> Response {
        do {
            let response = try await server.exemptingNamedPrograms(
                in: request,
                of: context.account
            ) { try await result(of: request, context: context) }
            // What it was made of, in thousands of small pieces, is free by now.
            if response.body.contentLength ?? 0 >= Limits.largeAnswerBytesMin {
                Allocator.returnFreePages()
            }
            return announcing(response, to: request)
        } catch let error as HTTPError where error.status == .methodNotAllowed {
            return announcing(ProblemDetails(error).response, to: request)
        } catch let precondition as DAVPrecondition {
            let response = try precondition.response(from: request, context: context)
            return announcing(response, to: request)
        } catch let error as QueryError {
            guard let precondition = DAVPrecondition(error) else {
                throw HTTPError(.badRequest, message: error.reason)
            }
            let response = try precondition.response(from: request, context: context)
            return announcing(response, to: request)
        } catch let error as XMLError {
            throw ServerError.notXML(error)
        }
    }

    /// Adds what the server can do, and to a refused method those that are there (RFC 9110, 15.5.6).
    private func announcing(_ response: Response, to request: Request) -> Response {
        var response = response
        if response.status == .methodNotAllowed {
            let methods = DAVAddress(path: request.uri.path)?.methods ?? Self.methods
            response.headers[.allow] = methods.joined(separator: ", ")
        }
        if let name = HTTPField.Name("DAV") {
            response.headers[name] = Self.features.joined(separator: ", ")
        }
        return response
    }

    private func result(of request: Request, context: AppContext) async throws -> Response {
        if request.method == .options {
            return Response(
                status: .ok,
                headers: [.allow: (Self.methods + ["HEAD"]).joined(separator: ", ")]
            )
        }
        let account = try context.requireAccount()
        let methods = DAVMethods(
            server: server,
            account: account,
            way: context.way,
            describesZones: request.header("CalDAV-Timezones")?.trimmingSpaces() != "F"
        )
        if let id = PushAddress.id(inPath: request.uri.path), request.method == .delete {
            return try await methods.removePush(id)
        }
        guard let address = DAVAddress(path: request.uri.path) else { throw ServerError.notFound }
        switch request.method.rawValue {
        case "PROPFIND": return try await methods.propfind(at: address, asked: request)
        case "PROPPATCH": return try await methods.proppatch(at: address, asked: request)
        case "REPORT": return try await methods.report(at: address, asked: request)
        case "MKCALENDAR", "MKCOL":
            return try await methods.makeCalendar(at: address, asked: request)
        case "GET", "HEAD":
            return try await server.turns.events.run(of: account.id) {
                try await methods.get(address).unlessKnown(to: request)
            }
        case "PUT": return try await methods.put(at: address, asked: request)
        case "DELETE":
            return try await server.turns.events.run(of: account.id) {
                try await methods.delete(address, asked: request)
            }
        case "POST":
            if case .outbox = address { return try await methods.post(to: address, asked: request) }
            return try await methods.registerForPush(
                at: address,
                through: context.entry,
                asked: request
            )
        case "COPY", "MOVE":
            let isMove = request.method.rawValue == "MOVE"
            return try await server.turns.events.run(of: account.id) {
                try await methods.copy(address, isMove: isMove, asked: request)
            }
        case "ACL":
            _ = try await methods.resource(at: address)
            throw DAVPrecondition.needPrivileges(.dav("write-acl"), at: address)
        default:
            _ = try await methods.resource(at: address)
            throw HTTPError(.methodNotAllowed)
        }
    }
}
