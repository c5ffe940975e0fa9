import CivilTime
import Hummingbird
import ICalendar
import Scheduling
import ServerBase
import Store
import WebDAV

/// The inbox of the account (RFC 6638, 2.2).
extension DAVMethods {
    func inboxState() async throws -> DAVResource.InboxState {
        let calendars = try await server.store.calendars.all(seenBy: account.id)
            .filter { $0.relation == .own && $0.holdsEvents }
        let home = calendars.first { $0.isDefault } ?? calendars.first
        let hours = try await server.workingHours(of: account.id)
        let now = Instant(secondsSinceEpoch: server.clockAndRandom.nowSecond())
        return DAVResource.InboxState(
            version: try await server.store.inboxes.version(of: account.id),
            defaultCalendar: home.map {
                .calendar(owner: account.id.text, name: $0.pathName ?? $0.id.text)
            },
            availability: hours.map { hours in
                let calendar = hours.availability(uid: account.id.text, now: now)
                return String(decoding: CalendarText.write([calendar]), as: UTF8.self)
            }
        )
    }

    /// Adds all messages, oldest first.
    func addMessages(to status: inout Multistatus) async throws {
        for message in try await server.store.inboxes.messages(of: account.id) {
            try status.add(DAVResource(kind: .message(message), account: account))
        }
    }

    private func addMessages(
        matching filter: CalendarFilter,
        floatingZone: Zone,
        to status: inout Multistatus
    ) async throws {
        var context = ReportContext(floatingZone: floatingZone) { server.zones.zone($0) }
        for message in try await server.store.inboxes.messages(of: account.id) {
            guard let parsed = ParsedObject(Array(message.ical.utf8)),
                filter.mayMatch(parsed, &context)
            else { continue }
            try status.add(DAVResource(kind: .message(message), account: account))
        }
    }

    /// `calendar-query` and `calendar-multiget`, added to an answer without messages.
    func inboxReport(asked body: XMLElement, _ empty: Multistatus) async throws -> Response {
        var status = empty
        switch body.name {
        case .calDAV("calendar-query"):
            try await addMessages(
                matching: try CalendarFilter(body.first(.calDAV("filter"))),
                floatingZone: try await floatingZones(asked: body).ofNoCalendar,
                to: &status
            )
        case .calDAV("calendar-multiget"):
            for element in body.all(.dav("href")) {
                let path = element.text.trimmingSpaces()
                do {
                    guard let address = DAVAddress(reference: path), case .message = address else {
                        throw StoreError.notFound
                    }
                    try status.add(try await resource(at: address))
                } catch StoreError.notFound {
                    status.add(path, status: "404 Not Found")
                }
            }
        default: throw DAVPrecondition(.dav("supported-report"))
        }
        return status.response()
    }
}

extension ProgramServer {
    /// The zone of an account's clock; UTC until it has said one.
    func clockZone(of account: AccountID) async throws -> Zone {
        zone(of: try await store.accounts.profile(of: account)) ?? .utc
    }

    private func zone(of profile: Profile) -> Zone? {
        profile.zone.isEmpty ? nil : zones.zone(ZoneID(profile.zone))
    }

    /// An account's working hours; nil until it has said its zone.
    func workingHours(of account: AccountID) async throws -> WeeklyAvailability? {
        let profile = try await store.accounts.profile(of: account)
        guard let zone = zone(of: profile) else { return nil }
        return WeeklyAvailability(zone: zone, week: profile.hours.week)
    }
}
