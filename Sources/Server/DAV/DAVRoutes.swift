import Agenda
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import WebDAV

/// The server as calendar programs see it: WebDAV (RFC 4918) and CalDAV (RFC 4791) below `/dav/`.
///
/// Programs sign in by an app password in every request; the cookie of a page is not looked at, so
/// another site can't make a browser write here.
struct DAVRoutes<Driver: Database> {
    let backend: Backend<Driver>

    func add(to router: Router<AppContext>) {
        for name in ["OPTIONS", "PROPFIND", "GET"] {
            guard let method = HTTPRequest.Method(name) else { continue }
            router.on(".well-known/caldav", method: method) { _, _ in Self.moved }
        }
        let dav = router.group().add(middleware: SessionMiddleware(backend: backend))
        for name in Self.methods {
            guard let method = HTTPRequest.Method(name) else { continue }
            for path in ["dav", "dav/**"] as [RouterPath] {
                dav.on(path, method: method, use: answer)
            }
        }
    }

    static var methods: [String] {
        ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT", "GET", "PUT", "DELETE"]
    }

    /// Where the server is found from its name alone (RFC 6764, 5).
    private static var moved: Response {
        Response(status: .movedPermanently, headers: [.location: DAVAddress.rootPath])
    }

    @Sendable
    private func answer(_ request: Request, context: AppContext) async throws -> Response {
        var response = try await result(of: request, context: context)
        if let dav = HTTPField.Name("DAV") { response.headers[dav] = "1, 3, calendar-access" }
        return response
    }

    private func result(of request: Request, context: AppContext) async throws -> Response {
        if request.method == .options {
            return Response(
                status: .ok,
                headers: [.allow: Self.methods.joined(separator: ", ")]
            )
        }
        guard case .program = context.entry, let account = context.account else {
            throw ServerError.appPasswordNeeded
        }
        guard let address = DAVAddress(path: request.uri.path),
            address.owner.map({ $0 == account.id.text || $0.lowercased() == account.email }) ?? true
        else { throw ServerError.notFound }
        let reader = DAVReader(backend: backend, account: account)
        switch request.method.rawValue {
        case "PROPFIND": return try await reader.properties(at: address, asked: request)
        case "PROPPATCH": return try await reader.refuseChange(at: address, asked: request)
        case "REPORT": return try await reader.report(at: address, asked: request)
        case "GET": return try await reader.text(at: address)
        default:
            guard case .object(_, let calendar, let href) = address else {
                throw HTTPError(.methodNotAllowed)
            }
            let place = ObjectPlace(account: account.id, calendar: calendar, href: href)
            return try await write(at: place, asked: request, context: context)
        }
    }

    private func write(
        at place: ObjectPlace,
        asked request: Request,
        context: AppContext
    ) async throws -> Response {
        // A condition is what protects others' changes, but programs may leave it out.
        let expected = try? request.expectation()
        do {
            if request.method == .delete {
                _ = try await backend.store.objects.remove(
                    at: place,
                    expecting: expected ?? .anything,
                    through: context.way
                )
                return Response(status: .noContent)
            }
            let octets = try await request.octets(upTo: Limits.objectBytesMax)
            let outcome = try await backend.store.objects.put(
                try ObjectReader.draft(of: octets),
                at: place,
                id: backend.clockAndRandom.identifier(),
                expecting: expected ?? .anything,
                through: context.way
            )
            return Response(
                status: outcome.created ? .created : .noContent,
                headers: [.eTag: outcome.etag]
            )
        } catch {
            throw DAVPrecondition(refusing: error, at: place) ?? error
        }
    }
}

extension DAVPrecondition {
    /// The condition that a refused write didn't meet (RFC 4791, 5.3.2.1); nil if it's none of these.
    fileprivate init?(refusing error: any Error, at place: ObjectPlace) {
        switch error {
        case ServerError.notValid(let problems):
            self.init(.calDAV("valid-calendar-data"), reason: problems.first?.message ?? "")
        case ServerError.tooLarge(let bytesMax):
            self.init(
                .calDAV("max-resource-size"),
                reason: "At most \(bytesMax) bytes are accepted."
            )
        case StoreError.uidTaken(let other):
            let path = Href(other).map {
                DAVAddress.object(owner: place.account.text, place.calendar, $0).path
            }
            self.init(.calDAV("no-uid-conflict"), status: .conflict, href: path)
        case StoreError.notAllowed, StoreError.isProposal:
            self.init(.dav("need-privileges"))
        case StoreError.tooMany, StoreError.full:
            self.init(
                .dav("quota-not-exceeded"),
                status: .init(code: 507, reasonPhrase: "Insufficient Storage")
            )
        default: return nil
        }
    }
}
