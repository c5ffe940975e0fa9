import CivilTime
import ICalendar
import Server
import Store

/// Invented calendars to look at.
enum DemoData {
    /// Who signs in to see them.
    static let email = "demo@example.com"
    static let password = "ten-years-of-demo"

    /// Fills an empty database with an account and ten years of a family and a small team.
    ///
    /// A database with an account in it is left as it is.
    static func fill(_ backend: Backend<SQLiteDatabase>, today: CivilDate) async throws {
        guard try await backend.store.accounts.isEmpty() else { return }
        let person = try explained { () throws(ServerError) in
            try NewPerson(email: email, name: "Ana Demo", password: password)
        }
        let account = try await backend.createAccount(for: person, isFirst: true)
        var demo = DemoCalendars(around: today)
        for calendar in demo.calendars() {
            let new = try explained { () throws(ServerError) in
                try backend.newCalendar(name: calendar.name, color: calendar.color)
            }
            let record = try await backend.store.calendars.create(new, of: account.id)
            let importer = Importer(backend: backend, calendar: record.id, owner: account.id)
            let text = CalendarText.write(calendar.objects.map(\.calendar))
            try await importer.run(CalendarText.parse(text)) { report in
                if case .problem(let problem) = report {
                    Console.note("demo: \(calendar.name): \(problem.message)")
                }
            }
        }
        Console.note("Demo data: sign in as \(email) with the password \(password)")
    }
}
