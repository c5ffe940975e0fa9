import Agenda
import HTTPTypes
import Hummingbird
import ICalendar
import NIOCore
import Requests
import ServerBase
import Store

/// Imports a calendar file and streams the progress as lines of JSON.
struct ImportRoute {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.post("calendars/{calendar}/import", use: importFile)
    }

    @Sendable
    private func importFile(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let calendar = try context.requireCalendar()
        _ = try await backend.store.calendars.calendar(
            calendar,
            seenBy: account.id,
            for: .writeEvents
        )
        let turn = try await backend.turns.imports.turn(of: account.id)
        let file = try await Self.file(of: request)
        var importer = Importer(backend: backend, calendar: calendar, owner: account.id)
        importer.charset = request.headers[.contentType].flatMap { Charset(contentType: $0) }
        let body = ResponseBody { [importer] writer in
            func write(_ object: JSONObject) async throws {
                var buffer = ByteBuffer()
                buffer.write(line: object)
                try await writer.write(buffer)
            }
            do {
                try await importer.run(file) { try await write($0.json) }
            } catch {
                switch error {
                case StoreError.quotaReached, StoreError.full:
                    // The status has been sent already. What was imported before stays.
                    try await write(ProblemDetails(error).importEnd)
                default: throw error
                }
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "application/x-ndjson", .cacheControl: "no-store",
        ]
        var response = Response(status: .ok, headers: headers, body: body)
        response.keep(turn)
        return response
    }

    /// Saves the body to disk: the importer reads it twice, and it may be too large for memory.
    private static func file(of request: Request) async throws -> OctetFile {
        let countMax = Limits.importBytesMax
        if let announced = request.headers[.contentLength].flatMap(Int.init), announced > countMax {
            throw ServerError.tooLarge(bytesMax: countMax)
        }
        guard let file = OctetFile() else { throw StoreError.full }
        var count = 0
        for try await part in request.body {
            count += part.readableBytes
            guard count <= countMax else { throw ServerError.tooLarge(bytesMax: countMax) }
            guard file.append(Array(part.readableBytesView)) else { throw StoreError.full }
        }
        return file
    }
}

extension ProblemDetails {
    /// The line that ends an import for which there is no room.
    fileprivate var importEnd: JSONObject {
        var object = JSONObject(type: kind.type)
        if let reason { object.add("reason", reason) }
        object.add("detail", detail)
        return object
    }
}

extension ImportReport {
    fileprivate var json: JSONObject {
        switch self {
        case .problem(let problem):
            var object = JSONObject(type: "problem")
            problem.write(to: &object)
            return object
        case .note(let note):
            var object = JSONObject(type: "note")
            note.write(to: &object)
            return object
        case .moreProblems(let count):
            var object = JSONObject(type: "more-problems")
            object.add("count", count)
            return object
        case .progress(let done, let total):
            var object = JSONObject(type: "progress")
            object.add("done", done)
            object.add("total", total)
            return object
        case .change(let change):
            var object = JSONObject(type: "change")
            object.add("href", change.href.text)
            object.add("etag", change.etag)
            if let before = change.before { object.add("before", before) }
            return object
        case .end(let counts, let dropped):
            var object = JSONObject(type: "end")
            object.add("added", counts.added)
            object.add("updated", counts.updated)
            object.add("unchanged", counts.unchanged)
            object.add("dropped", dropped)
            return object
        }
    }
}
