import Agenda
import HTTPTypes
import Hummingbird
import Store
import WebDAV

extension DAVMethods {
    /// REPORT (RFC 3253, 3.6).
    func report(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard let body = try await request.xml() else { throw HTTPError(.badRequest) }
        let resource = try await resource(at: address)
        let wanted = Multistatus.Wanted.these(body.first(.dav("prop"))?.children.map(\.name) ?? [])
        if body.name == .dav("sync-collection") {
            return try await syncCollection(resource, asked: body, wanted)
        }
        if let response = try await principalReport(resource, asked: body, wanted) {
            return response
        }
        guard case .calendar(let calendar) = resource.kind else {
            throw DAVPrecondition(.dav("supported-report"))
        }
        switch body.name {
        case .calDAV("calendar-multiget"):
            return try await objects(named: body, in: calendar, wanted)
        case .calDAV("calendar-query"):
            let query = try CalendarQuery(filter: body.first(.calDAV("filter")))
            var status = Multistatus(wanted)
            var budget = QuestionBudget.view
            try await backend.store.objects.eachPage(
                of: calendar.record.id,
                seenBy: account.id,
                part: query.part
            ) { page in
                for object in page
                where query.matches(object, zones: backend.zones, within: &budget) {
                    try status.add(DAVResource(kind: .object(object, calendar), account: account))
                }
            }
            return status.response()
        default:
            throw DAVPrecondition(.dav("supported-report"))
        }
    }

    /// `calendar-multiget` (RFC 4791, 7.9): objects by their addresses.
    private func objects(
        named body: XMLElement,
        in calendar: HomeCalendar,
        _ wanted: Multistatus.Wanted
    ) async throws -> Response {
        var status = Multistatus(wanted)
        for element in body.all(.dav("href")) {
            let path = element.text.trimmingSpaces()
            do {
                guard case .object(let owner, let name, let href)? = DAVAddress(reference: path),
                    isOwn(owner), name == calendar.name || name == calendar.record.id.text
                else { throw StoreError.notFound }
                let object = try await object(in: calendar, href)
                try status.add(DAVResource(kind: .object(object, calendar), account: account))
            } catch StoreError.notFound {
                status.add(path, status: "404 Not Found")
            }
        }
        return status.response()
    }
}
