import Agenda
import CivilTime
import ICalendar
import Scheduling
import ServerBase
import Store
import WebDAV

/// Looks for the times at which people are busy, as far as somebody may see them.
///
/// Of other people it finds what their calendars show the asker in the page. Somebody who shows nothing
/// looks the same to the asker as somebody who doesn't exist.
struct BusySearch {
    private let server: ProgramServer
    private let account: Account
    private let span: Range<Instant>
    private let calendars: [CalendarRecord]
    private var context: ReportContext

    init(server: ProgramServer, asking account: Account, in span: Range<Instant>) async throws {
        self.server = server
        self.account = account
        self.span = span
        calendars = try await server.store.calendars.all(seenBy: account.id)
        context = ReportContext { server.zones.zone($0) }
    }

    /// When somebody is busy, in order; nil if the asker may not know, or there's nobody.
    mutating func spans(of names: [CalendarUserName]) async throws -> [VFreeBusy.Span]? {
        guard let person = try await person(names) else { return nil }
        let seen = calendars.filter { $0.shows(person, to: account.id) }
        guard !seen.isEmpty, let range = TimeRange(start: span.lowerBound, end: span.upperBound)
        else { return nil }
        var busy = BusyTimes(in: range)
        let stored = try await server.store.properties.all(of: person)
        let clock = try await server.clockZone(of: person)
        for calendar in seen {
            let properties = stored[calendar.id.text] ?? [:]
            guard !Self.isTransparent(properties) else { continue }
            let zone = CalendarZone(stored: properties).zone(server.zones)
            context.beginCalendar(floatingZone: zone ?? clock)
            try await add(calendar, of: person, to: &busy)
        }
        let now = Instant(secondsSinceEpoch: server.clockAndRandom.nowSecond())
        let answer = CalendarText.parse(busy.text(now: now)).components.first
        let found = answer?.components(named: .freeBusy).first.flatMap { VFreeBusy($0) }
        return try await unavailable(person) + (found?.spans ?? [])
    }

    private func person(_ names: [CalendarUserName]) async throws -> AccountID? {
        try await server.store.accounts.calendarUser(names)?.id
    }

    private mutating func add(
        _ calendar: CalendarRecord,
        of person: AccountID,
        to busy: inout BusyTimes
    ) async throws {
        let seconds = span.lowerBound.secondsSinceEpoch..<span.upperBound.secondsSinceEpoch
        let pages = server.store.objects.pages(
            of: calendar.id,
            seenBy: account.id,
            part: .touching(seconds)
        )
        for try await page in pages {
            // What somebody hasn't answered yet doesn't take their time.
            for object in page where !object.isUnanswered {
                guard let text = calendar.text(Array(object.ical.utf8), of: person),
                    let object = ParsedObject(text)
                else { continue }
                busy.add(object, &context)
            }
        }
    }

    /// Whether a person says of a calendar, by what they stored with it, that it doesn't take their time (RFC
    /// 6638, 9.1).
    private static func isTransparent(_ properties: [String: String]) -> Bool {
        guard let fragment = properties[XMLName.calDAV("schedule-calendar-transp").key] else {
            return false
        }
        let property = try? XMLReader.read(Array(fragment.utf8))
        return property?.first(.calDAV("transparent")) != nil
    }

    /// The times outside of somebody's working hours (RFC 7953, 5).
    private func unavailable(_ person: AccountID) async throws -> [VFreeBusy.Span] {
        guard let hours = try await server.workingHours(of: person) else { return [] }
        return hours.unavailable(in: span).map { free in
            VFreeBusy.Span(
                CalendarPeriod(start: .utc(free.lowerBound), end: .time(.utc(free.upperBound))),
                kind: .busyUnavailable
            )
        }
    }
}

extension CalendarRecord {
    /// Whether the events in it take a person's time, as far as an account can see.
    fileprivate func shows(_ person: AccountID, to account: AccountID) -> Bool {
        switch relation {
        case .own, .subscribed, .connected, .group: person == account
        case .mirrored(_, let owner, _): owner == person
        }
    }

    /// A text of the calendar as it takes a person's time; nil if it doesn't.
    fileprivate func text(_ text: [UInt8], of person: AccountID) -> [UInt8]? {
        guard case .group = relation else { return text }
        let text = String(decoding: text, as: UTF8.self)
        return BusyText.text(of: text, uid: "busy", member: person.text).map { Array($0.utf8) }
    }
}
