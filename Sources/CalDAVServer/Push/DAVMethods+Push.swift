import HTTPTypes
import Hummingbird
import ServerBase
import Store
import WebDAV

/// Registrations for push messages (WebDAV-Push, 3).
extension DAVMethods {
    /// POST of a `push-register` to a calendar or to the home.
    func registerForPush(
        at address: DAVAddress,
        through entry: RequestEntry?,
        asked request: Request
    ) async throws -> Response {
        let resource = try await resource(at: address)
        guard let body = try await request.xml(), body.name == .push("push-register") else {
            throw HTTPError(.methodNotAllowed)
        }
        guard let collection = resource.pushCollection else {
            throw DAVPrecondition(.push("push-not-available"))
        }
        let asked = try PushRegister(body)
        let now = server.clockAndRandom.nowSecond()
        let registration = PushRegistration(
            id: server.clockAndRandom.identifier(),
            account: account.id,
            collection: collection,
            resource: asked.resource,
            publicKey: asked.publicKey,
            authSecret: asked.authSecret,
            triggers: asked.triggers,
            expiresSecond: Self.end(wanted: asked.expiresSecond, nowSecond: now)
        )
        let id = try await server.store.pushRegistrations.register(
            registration,
            appPassword: entry?.appPassword,
            nowSecond: now
        )
        guard let id else { throw DAVPrecondition(.push("push-not-available")) }
        return Response(
            status: id == registration.id ? .created : .noContent,
            headers: [
                .location: Self.origin(of: request, server.settings) + PushAddress.path(of: id),
                .expires: HTTPDate.text(of: registration.expiresSecond),
            ]
        )
    }

    /// DELETE of a registration; those of others aren't there.
    func removePush(_ id: String) async throws -> Response {
        let now = server.clockAndRandom.nowSecond()
        try await server.store.pushRegistrations.remove(id, of: account.id, nowSecond: now)
        return Response(status: .noContent)
    }

    /// When a registration ends: what the program wants, within the limit.
    private static func end(wanted: Int64?, nowSecond: Int64) -> Int64 {
        let last = nowSecond + Limits.pushDaysMax * 86_400
        guard let wanted, wanted > nowSecond else { return last }
        return min(wanted, last)
    }

    /// DAVx5 keeps the address of a registration as it is, so it has to be a whole one.
    private static func origin(of request: Request, _ settings: ProgramServer.Settings) -> String {
        settings.publicURL ?? request.head.authority.map { "http://" + $0 } ?? ""
    }
}

/// Where programs remove their registrations.
enum PushAddress {
    private static let folder = DAVAddress.rootPath + "push/"

    static func path(of id: String) -> String { folder + id }

    /// The ID in a path; nil for a path of something else.
    static func id(inPath path: String) -> String? {
        guard path.hasPrefix(folder) else { return nil }
        let id = String(path.dropFirst(folder.count))
        return id.isEmpty || id.contains("/") ? nil : id
    }

    /// The IDs in a list of addresses in quotes; nil for `*`, which names all.
    static func ids(inList list: String) -> Set<String>? {
        let addresses = list.split(separator: ",").map { String($0).trimmingSpaces() }
        guard addresses != ["*"] else { return nil }
        return Set(
            addresses.compactMap { address in
                address.filter { $0 != "\"" }.split(separator: "/").last.map(String.init)
            }
        )
    }
}

extension RequestEntry {
    /// The ID of the app password that a program signed in with; nil for another way.
    fileprivate var appPassword: String? {
        if case .program(let id) = self { id } else { nil }
    }
}
