import Agenda
import CivilTime
import ICalendar
import ServerBase
import Store

/// What a calendar file at an address says: about its calendar, and its events.
package struct FeedContents: Sendable {
    /// The name of the calendar; nil if the file has none.
    package let name: String?
    /// A colour of ours that is like the calendar's; nil if the file has none.
    package let color: String?
    /// How often the file's author thinks that it's worth reading again.
    let refreshSeconds: Int64?
    private(set) var objects: [FeedObject] = []
    /// How many events could not be read.
    package private(set) var droppedCount = 0
    private var textBytes = 0
    /// The octets of the UIDs so far: Swift takes two texts for equal that the store keeps apart.
    private var uids: Set<[UInt8]> = []

    /// Reads a file a piece at a time, so that other work on the thread goes on.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - keepsReminders: Whether the reminders in it are kept.
    ///   - zones: The time zones that the system knows.
    /// - Throws: ``ExternalCalendarFailure/notCalendar`` for anything else than a calendar,
    ///   ``ExternalCalendarFailure/cutShort`` for one that ends in the middle,
    ///   ``ExternalCalendarFailure/tooManyEvents``, and ``ExternalCalendarFailure/tooLarge`` if its events are too large
    ///   together, each with the time zones that it names.
    init(
        _ octets: [UInt8],
        keepsReminders: Bool,
        zones: ZoneFiles
    ) async throws(ExternalCalendarFailure) {
        var survey = CalendarSurvey()
        for start in Self.pieces(of: octets) {
            survey.take(Self.piece(of: octets, at: start))
            await Task.yield()
        }
        survey.finish()
        if let failure = Self.failure(in: survey.problems) { throw failure }
        guard survey.objectCount <= Limits.externalEventsMax else { throw .tooManyEvents }
        name = Self.name(survey.suggestedName)
        color = survey.suggestedColor.flatMap { EventColor($0)?.name }
        refreshSeconds = survey.refreshInterval.map { Int64($0.days) * 86_400 + $0.seconds }
        var reader = CalendarObjects(survey, zones: zones.catalogue(of: survey.zoneNames))
        for start in Self.pieces(of: octets) {
            try add(reader.take(Self.piece(of: octets, at: start)), keepsReminders)
            await Task.yield()
        }
        try add(reader.finish(), keepsReminders)
        droppedCount += reader.problems.count { $0.outcome == .dropped }
    }

    private mutating func add(
        _ found: [CalendarObject],
        _ keepsReminders: Bool
    ) throws(ExternalCalendarFailure) {
        for object in found {
            // A message about an event is none.
            guard object.method.map(\.describesEvents) ?? true,
                let read = FeedObject(object, keepsReminders: keepsReminders),
                uids.insert(Array(read.draft.uid.utf8)).inserted
            else {
                droppedCount += 1
                continue
            }
            textBytes += read.draft.ical.utf8.count
            guard textBytes <= Limits.externalTextBytesMax else { throw .tooLarge }
            guard objects.count < Limits.externalEventsMax else { throw .tooManyEvents }
            objects.append(read)
        }
    }

    private static func failure(in problems: [Problem]) -> ExternalCalendarFailure? {
        for problem in problems {
            switch problem.kind {
            case .notACalendar, .missingCalendar, .invalidJSON: return .notCalendar
            // The rest may be missing, and must not seem to have been removed.
            case .calendarWithoutEnd, .componentWithoutEnd: return .cutShort
            case .fileTooLong, .tooManyLines: return .tooManyEvents
            default: continue
            }
        }
        return nil
    }

    private static func pieces(of octets: [UInt8]) -> StrideTo<Int> {
        stride(from: 0, to: octets.count, by: Limits.externalPieceBytes)
    }

    private static func piece(of octets: [UInt8], at start: Int) -> [UInt8] {
        Array(octets[start..<min(start + Limits.externalPieceBytes, octets.count)])
    }

    /// A name as calendars may have it.
    package static func name(_ suggested: String?) -> String? {
        guard var name = suggested.map(DisplayName.cleaned) else { return nil }
        while name.utf8.count > Limits.nameBytesMax { name.removeLast() }
        return name.isEmpty ? nil : name
    }
}

/// An event of a feed with its overrides, ready to be stored.
struct FeedObject: Sendable {
    let draft: ObjectDraft
    /// A digest of what it says, without what many servers write anew for every reader: the UID
    /// and when it was made and changed.
    let digest: String

    /// Nil for an object that can't be stored.
    init?(_ object: CalendarObject, keepsReminders: Bool) {
        var calendar = object.calendar
        if !keepsReminders {
            calendar.mapComponents { component in
                var silent = component
                silent.removeComponents { $0.isNamed(.alarm) }
                return silent
            }
        }
        guard let kept = CalendarObject(calendar),
            let draft = try? ObjectReader.draft(of: kept).get()
        else { return nil }
        self.draft = draft
        let lasting = calendar.components.map { component in
            var lasting = component
            for name in Self.volatileProperties { lasting.remove(name) }
            return lasting
        }
        digest = String(sha256Text(CalendarText.write(lasting)).prefix(32))
    }

    private static let volatileProperties: [PropertyName] = [
        .uid, .dateTimeStamp, .created, .lastModified, .sequence,
    ]
}
