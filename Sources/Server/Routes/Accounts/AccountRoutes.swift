import Accounts
import CivilTime
import HTTPTypes
import Hummingbird
import NIOCore
import Observability
import OpenIDConnect
import Requests
import ServerBase
import Store

/// The signed-in person's account: creating, showing, editing, archiving and deleting it.
struct AccountRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("accounts", use: register)
        api.get("account", use: show)
        api.patch("account", use: edit)
        api.delete("account/identities/{id}", use: removeIdentity)
        api.get("account/archive", use: archive)
        api.get("account/deletion", use: previewDeletion)
        api.delete("account", use: remove)
    }

    // MARK: - Registration

    private struct RegistrationForm: Decodable {
        let name: String?
        let email: String
        let password: String
        let invitation: String?
    }

    @Sendable
    private func register(_ request: Request, context: AppContext) async throws -> Response {
        let form = try await request.form(RegistrationForm.self)
        let network = backend.clientNetwork(of: request, context: context)
        let account = try await backend.accounts.register(
            try NewPerson(email: form.email, name: form.name, password: form.password),
            from: network,
            by: form.invitation
        )
        return try await backend.signedIn(account, to: request, from: network, status: .created)
    }

    // MARK: - Profile and ways to sign in

    private struct EditForm: Decodable {
        let name: String?
        let zone: String?
        let from: Int?
        let to: Int?
        let weekHours: [[Int]?]?
        let password: String?
        let oldPassword: String?
    }

    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        return try await answer(account.id)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(EditForm.self)
        let profile = try await backend.store.accounts.profile(of: account.id)
        let fields = ProfileFields(zones: backend.zones)
        let edit = ProfileEdit(
            name: try form.name.map(fields.name),
            zone: try form.zone.map(fields.zone),
            fromMinute: form.from,
            toMinute: form.to,
            byWeekday: try form.weekHours.map(fields.weekHours)
        )
        try fields.checkHours(
            from: form.from ?? profile.hours.usual.fromMinute,
            to: form.to ?? profile.hours.usual.toMinute,
            field: "to"
        )
        if let password = form.password {
            let checked = try NewPerson.checkedPassword(password)
            try await backend.accounts.confirm(
                form.oldPassword,
                of: profile,
                inSession: context.tokenHash,
                field: "oldPassword"
            )
            try await backend.accounts.setPassword(
                checked,
                of: account,
                keepingSession: context.tokenHash
            )
        }
        _ = try await backend.store.accounts.edit(account.id, edit)
        return try await answer(account.id)
    }

    @Sendable
    private func removeIdentity(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let id = context.parameters.get("id") ?? ""
        try await backend.store.identities.remove(id, of: account.id)
        backend.audit.note(.identityRemoved, of: id)
        return Response(status: .noContent)
    }

    private func answer(_ account: AccountID) async throws -> Response {
        let profile = try await backend.store.accounts.profile(of: account)
        let identities = try await backend.store.identities.all(of: account)
        return .json(backend.json(of: profile, identities: identities))
    }

    // MARK: - Archive and deletion

    @Sendable
    private func archive(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let archive = AccountArchive(backend: backend, account: account.id)
        let turns = backend.turns.syncs
        let body = ResponseBody { writer in
            try await turns.run(of: account.id) {
                try await archive.write { try await writer.write(ByteBuffer(bytes: $0)) }
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-tar",
                .contentDisposition: "attachment; filename=\"meantime.tar\"",
                .cacheControl: "no-store",
            ],
            body: body
        )
    }

    /// Shows what deleting the account would remove, and what would become of its groups.
    @Sendable
    private func previewDeletion(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let store = backend.store
        var object = JSONObject()
        object.add("calendars", try await store.calendars.all(of: account.id).count)
        object.add("events", Int(try await store.calendars.objectCount(of: account.id)))
        object.add("groups", try await store.groups.departures(of: account.id).map(\.json))
        return .json(object)
    }

    private struct RemovalForm: Decodable {
        let email: String
        let password: String?
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(RemovalForm.self)
        guard EmailAddress(form.email)?.text == account.email else {
            throw ServerError.notValidField(
                name: "email",
                reason: "Type the e-mail address of the account to confirm."
            )
        }
        let profile = try await backend.store.accounts.profile(of: account.id)
        try await backend.accounts.confirm(
            form.password,
            of: profile,
            inSession: context.tokenHash,
            field: "password"
        )
        try await backend.remove(account.id)
        var response = Response(status: .noContent)
        response.setCookie(SessionCookie.cleared(in: request))
        return response
    }
}

extension Backend {
    /// The JSON of an account for its owner.
    func json(of profile: Profile, identities: [Identity]) -> JSONObject {
        var object = profile.account.json
        object.add("emailVerified", profile.isEmailVerified)
        object.add("hasPassword", profile.hasPassword)
        object.add("zone", profile.zone)
        object.add(profile.hours)
        object.add("picture", profile.pictureAddress)
        object.add("created", Int(profile.createdSecond))
        object.add("identities", identities.map(json(of:)))
        return object
    }

    private func json(of identity: Identity) -> JSONObject {
        let provider = settings.providers.first { $0.issuer == identity.issuer }
        var object = JSONObject()
        object.add("id", identity.id)
        object.add("provider", provider?.id ?? "")
        object.add("name", accounts.serviceName(of: identity))
        object.add("email", identity.email)
        return object
    }
}

extension Profile {
    var pictureAddress: String { account.id.pictureAddress(etag: pictureETag) }
}

extension AccountID {
    /// The picture's URL, or an empty string without one.
    ///
    /// It contains the ETag, so that a new picture gets a new URL and old ones can stay cached.
    func pictureAddress(etag: String?) -> String {
        etag.map { "/api/v1/accounts/\(text)/picture?v=\($0)" } ?? ""
    }
}
