import CivilTime
import Hummingbird
import ICalendar
import Requests
import Scheduling
import ServerBase
import Store
import WebDAV
import Writing

/// The outbox of the account, to which programs post when they look for free time (RFC 6638, 5).
extension DAVMethods {
    func post(to address: DAVAddress, asked request: Request) async throws -> Response {
        let resource = try await resource(at: address)
        guard case .outbox = resource.kind else { throw HTTPError(.methodNotAllowed) }
        guard request.headers[.contentType]?.lowercased().hasPrefix("text/calendar") == true else {
            throw DAVPrecondition(.calDAV("supported-calendar-data"))
        }
        let octets = try await request.octets(upTo: Limits.formBytesMax)
        return try await server.turns.programs.run(of: account.id) { try await answer(octets) }
    }

    private func answer(_ octets: [UInt8]) async throws -> Response {
        let result = CalendarText.parse(octets)
        guard let calendar = result.components.first else {
            throw DAVPrecondition(.calDAV("valid-calendar-data"))
        }
        let zone = try await server.clockZone(of: account.id)
        let question: FreeBusyRequest
        do throws(FreeBusyRequest.Problem) {
            question = try FreeBusyRequest(
                calendar,
                floatingIn: zone,
                zones: server.zones.catalogue(of: result.zoneNames)
            )
        } catch {
            // Everything else is sent by writing an object; counterproposals aren't taken.
            throw DAVPrecondition(.calDAV("valid-scheduling-message"), reason: error.sentence)
        }
        let user = CalendarUser(account)
        guard question.organizer.address.map(CalendarAddress.all(of: user).contains) == true else {
            throw DAVPrecondition(.calDAV("valid-organizer"))
        }
        return try await answer(question)
    }

    private func answer(_ question: FreeBusyRequest) async throws -> Response {
        var search = try await BusySearch(server: server, asking: account, in: question.span)
        let now = Instant(secondsSinceEpoch: server.clockAndRandom.nowSecond())
        var xml = XMLWriter()
        xml.begin(.calDAV("schedule-response"))
        for attendee in question.attendees {
            let names = attendee.addresses.compactMap { $0.calendarUserName }
            let spans = try await search.spans(of: names)
            xml.element(.calDAV("response")) { xml in
                xml.element(.calDAV("recipient")) {
                    $0.element(.dav("href"), text: attendee.written)
                }
                guard let spans else {
                    let status = DeliveryStatus.unknownAddress.requestStatus
                    xml.element(.calDAV("request-status"), text: status)
                    return
                }
                let status = DeliveryStatus.answered.requestStatus
                xml.element(.calDAV("request-status"), text: status)
                let reply = question.reply(about: attendee, spans, now: now)
                xml.element(
                    .calDAV("calendar-data"),
                    text: String(decoding: CalendarText.write([reply]), as: UTF8.self)
                )
            }
        }
        xml.end(.calDAV("schedule-response"))
        return .xml(xml, status: .ok)
    }
}

extension FreeBusyRequest.Problem {
    fileprivate var sentence: String {
        switch self {
        case .notARequest: "Only a VFREEBUSY with METHOD:REQUEST is taken here."
        case .tooManyAttendees(let max): "Ask about at most \(max) people."
        case .span(let secondsMax): "Ask about at most \(secondsMax / 86_400) days."
        }
    }
}
