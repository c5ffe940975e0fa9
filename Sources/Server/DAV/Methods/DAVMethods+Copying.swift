import HTTPTypes
import Hummingbird
import Store
import WebDAV

extension DAVMethods {
    /// COPY and MOVE of an object between calendars that the account may write (RFC 4918, 9.8 and 9.9).
    func copy(
        _ address: DAVAddress,
        isMove: Bool,
        asked request: Request
    ) async throws -> Response {
        let text = request.header("Destination") ?? ""
        guard let destination = DAVAddress(reference: text) else {
            throw HTTPError(.badRequest, message: "Destination is missing, or isn't here.")
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
        let overwrites = request.header("Overwrite")?.uppercased() != "F"
        do {
            let source = place(in: try await writableCalendar(named: sourceName), sourceHref)
            let target = place(in: try await parent(named: name), href)
            guard source != target else {
                throw HTTPError(.forbidden, message: "Source and destination are the same.")
            }
            let outcome = try await backend.store.objects.copy(
                source,
                to: CopyTarget(
                    place: target,
                    id: backend.clockAndRandom.identifier(),
                    overwrites: overwrites
                ),
                expecting: request.writeCondition,
                isMove: isMove,
                through: way
            )
            return Response(
                status: outcome.created ? .created : .noContent,
                headers: [.eTag: outcome.etag]
            )
        } catch {
            throw DAVPrecondition(refusing: error, at: destination) ?? error
        }
    }
}
