import ArgumentParser
import CalendarLayout
import CivilTime
import Server
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime agenda`: lists upcoming events, for terminals and status bars.
struct AgendaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "List upcoming events.",
        discussion: """
            Prints a line for each event of each day, all-day events first: the date, the times, \
            the title and the place, separated by two spaces. Lists all calendars, even while a \
            server uses the file.
            """
    )

    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Option(help: "How many days (default: 7).")
    var days: Int?

    @Option(help: "The first day, such as 2026-11-21 (default: today).")
    var from: String?

    @Flag(help: "Only the next event that begins; for a status bar.")
    var next = false

    @Option(help: "Lines of text, or a JSON array.")
    var format = Format.text

    @Option(help: "The time zone of the times (default: the machine's).")
    var zone: String?

    @Option(help: "The name of the calendar (default: all of them).")
    var calendar: String?

    @Option(help: "The e-mail address of the account (default: the only one there is).")
    var user: String?

    @Option(help: Installation.dataHelp)
    var data: String?

    func validate() throws {
        guard (1...AgendaContents.daysMax).contains(dayCount) else {
            throw ValidationError("--days is 1 to \(AgendaContents.daysMax).")
        }
        guard !next || from == nil else { throw ValidationError("--next is from now on.") }
        guard !next || days == nil else {
            throw ValidationError("--next is one event, in however many days.")
        }
    }

    private var dayCount: Int { days ?? 7 }

    func run() async throws {
        let zone = try TimeArguments.zone(self.zone ?? TimeZone.current.identifier)
        let now = Instant(secondsSinceEpoch: ClockAndRandom.machine.nowSecond())
        let first = try from.map(date) ?? zone.civil(at: now).date
        let contents = try await contents(from: first, zone: zone)
        if next {
            write(contents.next(after: now).map { [$0] } ?? [])
        } else {
            write(contents.lines(from: first, days: dayCount))
        }
    }

    private func date(_ text: String) throws -> CivilDate {
        let time = try TimeArguments.time(text, zone: nil)
        guard time.isDate else { throw CommandError("not a date: \(text)") }
        let listed = AgendaList.years
        guard listed.contains(time.civil.date) else {
            throw ValidationError(
                "--from is \(listed.lowerBound.text) to \(listed.upperBound.text)."
            )
        }
        return time.civil.date
    }

    /// Reads the events to list: with `--next` all, otherwise only those that may fall on the days.
    private func contents(from first: CivilDate, zone: Zone) async throws -> AgendaContents {
        let path = Installation.path(data)
        var contents = try await Installation.reading(path) { backend in
            do {
                return try await self.contents(of: backend, path, from: first, zone: zone)
            } catch let error as StoreError {
                throw CommandError("\(path): \(error.sentence)")
            }
        }
        contents.addZones()
        return contents
    }

    private func contents(
        of backend: Backend,
        _ path: String,
        from first: CivilDate,
        zone: Zone
    ) async throws -> AgendaContents {
        var contents = AgendaContents(zone: zone)
        let account = try await account(in: backend, path)
        let all = try await backend.store.calendars.all(of: account.id)
        let wanted = all.filter { calendar == nil || $0.name == calendar }
        if let calendar, wanted.isEmpty {
            throw CommandError("\(path): There is no calendar \(calendar).")
        }
        let part = next ? ObjectPart.all : .touching(seconds(from: first))
        for record in wanted {
            contents.addCalendar(
                record.id.text,
                name: record.name,
                color: record.color,
                level: record.relation.level
            )
            let objects = backend.store.objects
            for try await page in objects.pages(of: record.id, seenBy: account.id, part: part) {
                for object in page {
                    contents.add(
                        object.ical,
                        calendar: record.id.text,
                        href: object.href.text,
                        isUnanswered: object.isUnanswered
                    )
                }
            }
        }
        return contents
    }

    private func account(
        in backend: Backend,
        _ path: String
    ) async throws -> Account {
        if let user { return try await backend.account(email: user) }
        guard let only = try await backend.store.accounts.only() else {
            throw CommandError("\(path): there is not exactly one account; name one with --user")
        }
        return only
    }

    /// The days as seconds since 1970, with a margin of two days that covers every zone.
    private func seconds(from first: CivilDate) -> Range<Int64> {
        let from = Int64(first.daysSinceEpoch)
        return (from - 2) * 86_400..<(from + Int64(dayCount) + 2) * 86_400
    }

    private func write(_ lines: [AgendaLine]) {
        guard format == .json else {
            for line in lines { Console.say(line.text) }
            return
        }
        Console.writeJSON(lines) { $0.write(to: &$1) }
    }
}
