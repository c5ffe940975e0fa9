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

    /// The ID of the series that it's an occurrence of, or else its own.
    var seriesID: String { recurringEventId ?? id }

    /// Whether it has only occurrences at other times, or is one of a series.
    var isOfSeries: Bool { recurringEventId != nil || recurrence?.isEmpty == false }
}

/// An event in a list; one that isn't as documented is known by its ID only.
struct GoogleListedEvent: Decodable {
    let id: String?
    let event: GoogleEvent?

    private enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
        event = try? GoogleEvent(from: decoder)
        id = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
    }
}

/// A page of the events of a calendar.
struct GoogleEventPage: Decodable {
    let items: [GoogleListedEvent]?
    let nextPageToken: String?
    let nextSyncToken: String?
    let timeZone: String?
    let accessRole: String?
    let defaultReminders: [GoogleEvent.Reminders.Override]?
}

/// A calendar in the list of somebody's calendars.
struct GoogleCalendarEntry: Decodable, Sendable {
    let id: String
    let summary: String?
    let summaryOverride: String?
    let backgroundColor: String?
    let accessRole: String?
    let primary: Bool?
    let selected: Bool?
    let deleted: Bool?

    /// The name that its owner gave it, or this person.
    var name: String { summaryOverride ?? summary ?? id }
}

/// A page of somebody's calendars.
struct GoogleCalendarPage: Decodable {
    let items: [GoogleCalendarEntry]?
    let nextPageToken: String?
}
