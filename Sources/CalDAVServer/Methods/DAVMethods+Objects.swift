import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store
import WebDAV
import Writing

extension DAVMethods {
    /// GET of an object: the octets that were stored, with the time zones that they lack.
    func get(_ address: DAVAddress) async throws -> Response {
        let resource = try await resource(at: address)
        switch resource.kind {
        case .object(let object, let calendar):
            var response = Response.text(of: object, as: calendar.text(of: object))
            if let tag = object.scheduleTag(in: calendar) { response.setScheduleTag(tag) }
            return response
        case .message(let message): return .text(of: message)
        default: throw HTTPError(.methodNotAllowed)
        }
    }

    /// PUT of an object (RFC 4791, 5.3.2).
    func put(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard case .object(let owner, let name, let href) = address, isOwn(owner) else {
            _ = try await resource(at: address)
            throw HTTPError(.methodNotAllowed)
        }
        do {
            let octets = try await request.octets(upTo: Limits.objectBytesMax)
            return try await server.turns.events.run(of: account.id) {
                let calendar = try await parent(named: name)
                return try await put(
                    octets,
                    at: place(in: calendar, href),
                    in: calendar,
                    expecting: try await condition(of: request, on: address)
                )
            }
        } catch {
            throw DAVPrecondition(refusing: error, at: address) ?? error
        }
    }

    private func put(
        _ octets: [UInt8],
        at place: ObjectPlace,
        in calendar: CalendarRecord,
        expecting condition: WriteCondition
    ) async throws -> Response {
        let outcome: PutOutcome
        do {
            outcome = try await server.writes.put(
                octets,
                at: place,
                expecting: condition,
                through: way
            )
        } catch StoreError.isProposal {
            return try await answerProposal(octets, at: place, in: calendar, condition)
        }
        var response = Response(status: outcome.created ? .created : .noContent)
        // RFC 4791, 5.3.4: a program that doesn't get an ETag reads what it would get instead.
        let text = String(decoding: octets, as: UTF8.self)
        if outcome.isStoredUnchanged, zoneDescriptions?.completing(text) ?? text == text {
            response.headers[.eTag] = outcome.etag
        }
        if calendar.relation == .own, text.mentionsOrganizer {
            response.setScheduleTag(outcome.etag)
        }
        return response
    }

    /// DELETE of an object, or of a calendar, which goes into the bin with all that is in it.
    func delete(_ address: DAVAddress, asked request: Request) async throws -> Response {
        do {
            switch address {
            case .object(let owner, let name, let href) where isOwn(owner):
                try await server.writes.remove(
                    at: place(
                        in: try await writableCalendar(named: name, needing: .dav("unbind")),
                        href
                    ),
                    expecting: try await condition(of: request, on: address),
                    through: way,
                    sendsReplies: request.sendsReplies
                )
            case .message(let owner, let href) where isOwn(owner):
                try await server.store.inboxes.remove(
                    href,
                    of: account.id,
                    expecting: try await condition(of: request, on: address)
                )
            case .calendar(let owner, let name) where isOwn(owner):
                let record = try await record(named: name)
                guard record.relation == .own else {
                    throw DAVPrecondition.needPrivileges(
                        .dav("unbind"),
                        at: .home(owner: account.id.text)
                    )
                }
                try await server.writes.removeCalendar(
                    record.id,
                    of: account.id,
                    expecting: try await condition(of: request, on: address),
                    through: way,
                    sendsReplies: request.sendsReplies
                )
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
    func parent(
        named name: String,
        needing privilege: XMLName = .dav("write-content")
    ) async throws -> CalendarRecord {
        do {
            return try await writableCalendar(named: name, needing: privilege)
        } catch StoreError.notFound {
            throw HTTPError(.conflict, message: "There is no such calendar.")
        }
    }
}

extension Request {
    /// Whether the organizer is told that an attendee removes their copy (RFC 6638, 8.1).
    fileprivate var sendsReplies: Bool { header("Schedule-Reply")?.uppercased() != "F" }
}
