/// An event as Google Calendar's interface gives it (Calendar API v3, Events): a single one, a series,
/// or one occurrence of a series that differs from it.
struct GoogleEvent: Codable, Hashable, Sendable {
    /// A day, or a time with an offset and perhaps the zone that it's meant in.
    struct Time: Codable, Hashable, Sendable {
        var date: String?
        var dateTime: String?
        var timeZone: String?
    }

    /// An attendee, the organizer or whoever made the event.
    struct Person: Codable, Hashable, Sendable {
        var id: String?
        var email: String?
        var displayName: String?
        var organizer: Bool?
        var `self`: Bool?
        var resource: Bool?
        var optional: Bool?
        var responseStatus: String?
        var comment: String?
        var additionalGuests: Int?
    }

    struct Reminders: Codable, Hashable, Sendable {
        struct Override: Codable, Hashable, Sendable {
            var method: String?
            var minutes: Int?
        }

        var useDefault: Bool?
        var overrides: [Override]?
    }

    struct Conference: Codable, Hashable, Sendable {
        struct EntryPoint: Codable, Hashable, Sendable {
            var entryPointType: String?
            var uri: String?
            var label: String?
        }

        struct Solution: Codable, Hashable, Sendable {
            var name: String?
        }

        var entryPoints: [EntryPoint]?
        var conferenceSolution: Solution?
    }

    struct ExtendedProperties: Codable, Hashable, Sendable {
        var `private`: [String: String]?
        var shared: [String: String]?
    }

    struct Attachment: Codable, Hashable, Sendable {
        var fileUrl: String?
        var title: String?
        var mimeType: String?
    }

    struct Source: Codable, Hashable, Sendable {
        var url: String?
        var title: String?
    }

    var id: String
    var etag: String?
    var status: String?
    var updated: String?
    var created: String?
    var summary: String?
    var description: String?
    var location: String?
    var colorId: String?
    var organizer: Person?
    var start: Time?
    var end: Time?
    var recurrence: [String]?
    var recurringEventId: String?
    var originalStartTime: Time?
    var transparency: String?
    var visibility: String?
    var iCalUID: String?
    var sequence: Int?
    var attendees: [Person]?
    var attendeesOmitted: Bool?
    var extendedProperties: ExtendedProperties?
    var hangoutLink: String?
    var conferenceData: Conference?
    var reminders: Reminders?
    var source: Source?
    var attachments: [Attachment]?
    var eventType: String?

    var isCancelled: Bool { status == "cancelled" }

    init(id: String) { self.id = id }

    private enum CodingKeys: CodingKey {
        case id, etag, status, updated, created, summary, description, location, colorId
        case organizer, start, end, recurrence, recurringEventId, originalStartTime
        case transparency, visibility, iCalUID, sequence, attendees, attendeesOmitted
        case extendedProperties, hangoutLink, conferenceData, reminders, source, attachments
        case eventType
    }

    /// Reads an event; a field that isn't as documented is left out, and never the event.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
            (try? container.decodeIfPresent(Value.self, forKey: key)) ?? nil
        }
        id = try container.decode(String.self, forKey: .id)
        etag = value(.etag)
        status = value(.status)
        updated = value(.updated)
        created = value(.created)
        summary = value(.summary)
        description = value(.description)
        location = value(.location)
        colorId = value(.colorId)
        organizer = value(.organizer)
        start = value(.start)
        end = value(.end)
        recurrence = value(.recurrence)
        recurringEventId = value(.recurringEventId)
        originalStartTime = value(.originalStartTime)
        transparency = value(.transparency)
        visibility = value(.visibility)
        iCalUID = value(.iCalUID)
        sequence = value(.sequence)
        attendees = value(.attendees)
        attendeesOmitted = value(.attendeesOmitted)
        extendedProperties = value(.extendedProperties)
        hangoutLink = value(.hangoutLink)
        conferenceData = value(.conferenceData)
        reminders = value(.reminders)
        source = value(.source)
        attachments = value(.attachments)
        eventType = value(.eventType)
    }

    /// The ID of the series that it's an occurrence of, or else its own.
    var seriesID: String { recurringEventId ?? id }

    /// Whether it has only occurrences at other times, or is one of a series.
    var isOfSeries: Bool { recurringEventId != nil || recurrence?.isEmpty == false }
}

/// A page of the events of a calendar.
struct GoogleEventPage: Decodable {
    /// What is asked for of a list: the rest isn't used, and may be long.
    static let fields =
        "nextPageToken,nextSyncToken,timeZone,accessRole,defaultReminders,"
        + "items(id,etag,status,updated,created,summary,description,location,colorId,organizer,start,end,"
        + "recurrence,recurringEventId,originalStartTime,transparency,visibility,iCalUID,sequence,"
        + "attendees,attendeesOmitted,extendedProperties,hangoutLink,conferenceData(entryPoints,"
        + "conferenceSolution/name),reminders,source,attachments(fileUrl,title,mimeType),eventType)"

    private let items: [Item]?
    let nextPageToken: String?
    let nextSyncToken: String?
    let timeZone: String?
    let accessRole: String?
    let defaultReminders: [GoogleEvent.Reminders.Override]?

    /// The events; what has no ID isn't one.
    var events: [GoogleEvent] { (items ?? []).compactMap(\.event) }

    private struct Item: Decodable {
        let event: GoogleEvent?

        init(from decoder: any Decoder) { event = try? GoogleEvent(from: decoder) }
    }
}

/// A calendar in the list of somebody's calendars.
package struct GoogleCalendarEntry: Decodable, Sendable {
    package let id: String
    let summary: String?
    let summaryOverride: String?
    package let backgroundColor: String?
    package let accessRole: String?
    package let primary: Bool?
    package let selected: Bool?
    let deleted: Bool?

    /// The name that its owner gave it, or this person.
    package var name: String { summaryOverride ?? summary ?? id }
}

/// A page of somebody's calendars.
struct GoogleCalendarPage: Decodable {
    let items: [GoogleCalendarEntry]?
    let nextPageToken: String?
}
