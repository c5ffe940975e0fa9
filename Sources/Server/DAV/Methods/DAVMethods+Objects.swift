import HTTPTypes
import Hummingbird
import Store
import WebDAV

extension DAVMethods {
    /// GET of an object: the octets that were stored.
    func get(_ address: DAVAddress) async throws -> Response {
        let resource = try await resource(at: address)
        guard case .object(let object, _) = resource.kind else {
            throw HTTPError(.methodNotAllowed)
        }
        return .text(of: object)
    }

    /// PUT of an object (RFC 4791, 5.3.2).
    func put(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard case .object(let owner, let name, let href) = address, isOwn(owner) else {
            throw HTTPError(.methodNotAllowed)
        }
        do {
            let octets = try await request.octets(upTo: Limits.objectBytesMax)
            let calendar = try await parent(named: name)
            let outcome = try await backend.putObject(
                octets,
                at: place(in: calendar, href),
                expecting: request.writeCondition,
                through: way
            )
            return Response(
                status: outcome.created ? .created : .noContent,
                headers: [.eTag: outcome.etag]
            )
        } catch {
            throw DAVPrecondition(refusing: error, at: address) ?? error
        }
    }

    /// DELETE of an object, or of a calendar, which goes into the bin with all that is in it.
    func delete(_ address: DAVAddress, asked request: Request) async throws -> Response {
        do {
            switch address {
            case .object(let owner, let name, let href) where isOwn(owner):
                try await backend.removeObject(
                    at: place(in: try await writableCalendar(named: name), href),
                    expecting: request.writeCondition,
                    through: way
                )
            case .calendar(let owner, let name) where isOwn(owner):
                let record = try await record(named: name)
                guard record.relation == .own else {
                    throw DAVPrecondition.needPrivileges(
                        .dav("unbind"),
                        at: .home(owner: account.id.text)
                    )
                }
                try await backend.store.calendars.remove(record.id, of: account.id)
            default:
                _ = try await resource(at: address)
                throw HTTPError(.methodNotAllowed)
            }
        } catch {
            throw DAVPrecondition(refusing: error, at: address) ?? error
        }
        return Response(status: .noContent)
    }

    /// The calendar that something is written into; without it, 409 (RFC 4918, 9.7.1).
    func parent(named name: String) async throws -> CalendarRecord {
        do {
            return try await writableCalendar(named: name)
        } catch StoreError.notFound {
            throw HTTPError(.conflict, message: "There is no such calendar.")
        }
    }
}
