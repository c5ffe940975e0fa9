import ServerBase

/// The forms in which secret addresses answer.
enum SecretAddressFormat: Hashable, Sendable {
    /// iCalendar text (RFC 5545).
    case iCalendar
    /// A JSCalendar group (RFC 8984).
    case jsCalendar

    /// What a client prefers, by its `Accept` (RFC 9110, 12.5.1).
    ///
    /// It's iCalendar unless JSCalendar is named and liked better: browsers get the file too, and so
    /// does whoever accepts neither.
    init(accept: String) {
        var likings: [String: Double] = [:]
        for range in accept.split(separator: ",") {
            let parts = range.split(separator: ";").map {
                String($0).trimmingSpaces().lowercased()
            }
            guard let type = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            likings[type] = weight.map { Double($0) ?? 0 } ?? 1
        }
        let text = likings["text/calendar"] ?? likings["text/*"] ?? likings["*/*"] ?? 0
        let json = likings["application/jscalendar+json"] ?? 0
        // A range that names a type says more than one that fits it, too.
        let isNamed = likings["text/calendar"] != nil
        self = json > text || (json == text && json > 0 && !isNamed) ? .jsCalendar : .iCalendar
    }

    var contentType: String {
        switch self {
        case .iCalendar: "text/calendar; charset=utf-8"
        case .jsCalendar: "application/jscalendar+json;type=group"
        }
    }

    var fileEnding: String {
        switch self {
        case .iCalendar: ".ics"
        case .jsCalendar: ".json"
        }
    }

    /// Tells the two forms of one state apart.
    var etagEnding: String {
        switch self {
        case .iCalendar: ""
        case .jsCalendar: "-json"
        }
    }
}
