import HTTPTypes
import Hummingbird
import NIOCore
import Store

/// Gives a whole calendar as one file.
struct ExportRoute<Driver: Database> {
    let backend: Backend<Driver>

    func add(to api: RouterGroup<AppContext>) {
        api.get("calendars/{calendar}/export", use: export)
    }

    @Sendable
    private func export(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requireAccount()
        let id = try context.requireCalendar()
        let calendar = try await backend.store.calendars.calendar(id, of: account.id)
        let exporter = Exporter(backend: backend, owner: account.id)
        let body = ResponseBody { writer in
            try await exporter.write([calendar]) { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(Self.fileName(calendar.name))\"",
                .cacheControl: "no-store",
            ],
            body: body
        )
    }

    /// A name that every file system takes.
    private static func fileName(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit(scalar))
            return isPlain ? Character(scalar) : "-"
        }
        let words = String(letters).split(separator: "-").joined(separator: "-")
        return (words.isEmpty ? "calendar" : words) + ".ics"
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
