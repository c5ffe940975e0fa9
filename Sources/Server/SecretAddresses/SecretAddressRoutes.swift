import Accounts
import HTTPTypes
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Makes, lists and revokes secret addresses.
struct SecretAddressRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/secret-addresses", use: list)
        api.post("account/secret-addresses", use: create)
        api.delete("account/secret-addresses/{id}", use: revoke)
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let all = try await backend.store.secretAddresses.all(seenBy: account.id)
        var object = JSONObject()
        object.add(
            "secretAddresses",
            all.map { address, madeBy in
                var entry = address.json
                if address.account != account.id { entry.add("madeBy", madeBy) }
                return entry
            }
        )
        return .json(object)
    }

    private struct AddressForm: Decodable {
        let name: String
        let detail: String
        let calendar: String?
        let set: String?
        let group: String?
    }

    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(AddressForm.self)
        let secret = hexText(backend.clockAndRandom.randomOctets(Limits.secretAddressOctets))
        let address = SecretAddress(
            id: backend.clockAndRandom.identifier(),
            account: account.id,
            subject: try Self.subject(of: form),
            name: try ProfileFields(zones: backend.zones).name(form.name),
            isBusyOnly: try Self.isBusyOnly(form.detail),
            createdSecond: backend.clockAndRandom.nowSecond()
        )
        let sets = try await backend.calendarSets(of: account.id)
        try await backend.store.secretAddresses.create(
            address,
            hash: sha256Text(Array(secret.utf8)),
            sets: Set(sets.map(\.id))
        )
        backend.audit.note(.secretAddressMade, of: address.id, address.auditDetails)
        var object = address.json
        object.add("path", SecretAddressPath.path(of: secret))
        return .json(object, status: .created)
    }

    @Sendable
    private func revoke(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let id = context.parameters.get("id") ?? ""
        try await backend.store.secretAddresses.remove(id, by: account.id)
        backend.audit.note(.secretAddressRevoked, of: id)
        return Response(status: .noContent)
    }

    /// What a form names, which is one thing.
    private static func subject(of form: AddressForm) throws(ServerError) -> SecretAddress.Subject {
        switch (form.calendar, form.set, form.group) {
        case (let text?, nil, nil):
            guard let id = CalendarID(text) else { throw .notFound }
            return .calendar(id)
        case (nil, let text?, nil):
            guard let id = CalendarSetID(text) else { throw .notFound }
            return .set(id)
        case (nil, nil, let text?):
            guard let id = GroupID(text) else { throw .notFound }
            return .group(id)
        default:
            throw .notValidField(
                name: "calendar",
                reason: "A secret address is of one calendar, set or group."
            )
        }
    }

    private static func isBusyOnly(_ detail: String) throws(ServerError) -> Bool {
        switch detail {
        case "full": false
        case "busy": true
        default:
            throw .notValidField(
                name: "detail",
                reason: "A secret address gives out \"full\" details or \"busy\" times."
            )
        }
    }
}

extension SecretAddress {
    fileprivate var auditDetails: KeyValuePairs<String, String> {
        let subject =
            switch subject {
            case .calendar(let id): "calendar \(id.text)"
            case .set(let id): "set \(id.text)"
            case .group(let id): "group \(id.text)"
            }
        return ["gives": subject, "detail": isBusyOnly ? "busy" : "full"]
    }

    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.add("id", id)
        object.add("name", name)
        object.add("detail", isBusyOnly ? "busy" : "full")
        switch subject {
        case .calendar(let id): object.add("calendar", id.text)
        case .set(let id): object.add("set", id.text)
        case .group(let id): object.add("group", id.text)
        }
        object.add("created", Int(createdSecond))
        if let usedSecond { object.add("used", Int(usedSecond)) }
        return object
    }
}
