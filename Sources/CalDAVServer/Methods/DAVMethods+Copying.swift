import Agenda
import HTTPTypes
import Hummingbird
import ServerBase
import Store
import WebDAV
import Writing

extension DAVMethods {
    /// COPY and MOVE of an object between calendars that the account may write (RFC 4918, 9.8 and 9.9),
    /// and COPY of what it sees of a fellow member's.
    func copy(
        _ address: DAVAddress,
        isMove: Bool,
        asked request: Request
    ) async throws -> Response {
        let text = request.header("Destination") ?? ""
        guard let destination = DAVAddress(reference: text) else {
            throw HTTPError(.badRequest, message: "Destination is missing, or isn't here.")
        }
        let hosts = KnownHosts(of: request, publicURL: server.settings.publicURL)
        guard !hosts.isElsewhere(text) else {
            throw HTTPError(.badGateway, message: "Destination is on another server.")
        }
        guard case .object(let sourceOwner, let sourceName, let sourceHref) = address,
            isOwn(sourceOwner)
        else {
            _ = try await resource(at: address)
            throw HTTPError(.forbidden, message: "Only events can be copied and moved.")
        }
        guard case .object(let owner, let name, let href) = destination, isOwn(owner) else {
            throw HTTPError(.forbidden, message: "There's no place for events.")
        }
        do {
            let calendar =
                isMove
                ? try await writableCalendar(named: sourceName, needing: .dav("unbind"))
                : try await record(named: sourceName)
            let source = place(in: calendar, sourceHref)
            let target = place(in: try await parent(named: name, needing: .dav("bind")), href)
            guard source != target else {
                throw HTTPError(.forbidden, message: "Source and destination are the same.")
            }
            let outcome = try await copy(
                source,
                expecting: try await condition(of: request, on: address),
                isShown: !Permission.allows(.writeEvents, at: calendar.relation.level),
                to: target,
                isMove: isMove,
                asked: request
            )
            return Response(
                status: outcome.created ? .created : .noContent,
                headers: outcome.isStoredUnchanged ? [.eTag: outcome.etag] : [:]
            )
        } catch {
            throw DAVPrecondition(refusing: error, at: destination) ?? error
        }
    }

    /// Copies what is stored, or what the account is shown of it.
    private func copy(
        _ source: ObjectPlace,
        expecting condition: WriteCondition,
        isShown: Bool,
        to target: ObjectPlace,
        isMove: Bool,
        asked request: Request
    ) async throws -> PutOutcome {
        let overwrites = request.header("Overwrite")?.uppercased() != "F"
        if isShown {
            let shown = try await server.store.objects.object(at: source)
            try condition.check(against: shown.etag)
            return try await server.writes.put(
                Array(shown.ical.utf8),
                at: target,
                expecting: overwrites ? .anything : .nothing,
                through: way
            )
        }
        return try await server.store.objects.copy(
            source,
            to: CopyTarget(
                place: target,
                id: server.clockAndRandom.identifier(),
                overwrites: overwrites
            ),
            expecting: condition,
            isMove: isMove,
            through: way,
            scheduling: server.writes.planner
        )
    }
}
