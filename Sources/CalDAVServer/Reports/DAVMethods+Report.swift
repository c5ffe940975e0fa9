import Hummingbird
import Requests
import Store
import WebDAV

extension DAVMethods {
    /// REPORT (RFC 3253, 3.6).
    func report(at address: DAVAddress, asked request: Request) async throws -> Response {
        guard let body = try await request.xml() else { throw HTTPError(.badRequest) }
        return try await server.turns.programs.run(of: account.id) {
            try await report(at: address, asked: body, by: request)
        }
    }

    private func report(
        at address: DAVAddress,
        asked body: XMLElement,
        by request: Request
    ) async throws -> Response {
        let resource = try await resource(at: address)
        try Multistatus.Wanted.requireOneForm(in: body)
        let wanted = try Multistatus.Wanted.named(body.first(.dav("prop"))?.children ?? [])
        let empty = Multistatus(wanted, isMinimal: request.wantsMinimal)
        if body.name == .dav("sync-collection") {
            return try await syncCollection(resource, asked: body, empty)
        }
        if let response = try await principalReport(resource, asked: body, by: request, empty) {
            return response
        }
        if case .inbox = resource.kind { return try await inboxReport(asked: body, empty) }
        guard let response = try await calendarReport(resource, asked: body, by: request) else {
            throw DAVPrecondition(.dav("supported-report"))
        }
        return response
    }
}
