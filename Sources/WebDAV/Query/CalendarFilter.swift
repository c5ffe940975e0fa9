import CivilTime
import ICalendar

/// The calendar objects that a report is about: the `filter` of a calendar-query (RFC 4791, 9.7).
package struct CalendarFilter: Hashable, Sendable {
    /// The condition on the VCALENDAR.
    package let calendar: ComponentFilter
    /// Words that the text of every matching object contains, in capitals.
    let words: [[UInt8]]

    /// Reads a filter.
    ///
    /// - Parameter element: The `filter`, or the element that the request has in its place.
    /// - Throws: ``QueryError`` for what isn't valid or isn't supported.
    package init(_ element: XMLElement?) throws(QueryError) {
        guard let element, element.name == .calDAV("filter") else {
            throw .malformed("There is no filter.")
        }
        guard element.children.count == 1, let first = element.children.first,
            first.name == .calDAV("comp-filter")
        else { throw .invalidFilter("A filter holds one comp-filter.") }
        var reader = FilterReader()
        calendar = try reader.component(first, within: nil)
        guard calendar.name.known == .calendar, case .present = calendar.condition else {
            throw .invalidFilter("The first comp-filter is for VCALENDAR.")
        }
        words = Self.words(of: calendar)
    }

    /// The range of time that an object has to touch to match; nil if the filter doesn't ask for
    /// one.
    ///
    /// It holds for events only: by RFC 4791, 9.9, a task without times is in every range, and the
    /// alarm of an event may be far away from it.
    package var timeOfEvents: TimeRange? {
        guard case .present(let parts) = calendar.condition else { return nil }
        for filter in parts.components where filter.name.known == .event {
            if case .present(let event) = filter.condition, let range = event.timeRange {
                return range
            }
        }
        return nil
    }

    /// Whether an object with this text may match: a quick no for most, before the text is parsed.
    package func mayMatch(_ text: [UInt8]) -> Bool {
        words.prefix(Limits.wordsMax).allSatisfy { OctetSearch.contains($0, inFolded: text) }
    }

    // MARK: Words

    /// The names of components and the texts that have to occur.
    private static func words(of filter: ComponentFilter) -> [[UInt8]] {
        guard case .present(let parts) = filter.condition else { return [] }
        var words: [[UInt8]] = []
        // Nearly all objects are events: looking for that name would only take time.
        if filter.name.known != .calendar, filter.name.known != .event {
            words.append(Array("BEGIN:\(filter.name.text)".utf8))
        }
        for property in parts.properties {
            guard case .present(let parts) = property.condition else { continue }
            if let word = parts.textMatch.flatMap(word) { words.append(word) }
            for parameter in parts.parameters {
                guard case .present(let match?) = parameter.condition else { continue }
                if let word = word(of: match) { words.append(word) }
            }
        }
        return parts.components.reduce(words) { $0 + Self.words(of: $1) }
    }

    /// The text to look for, as a content line has it; nil if it may be written in several ways.
    private static func word(of match: TextMatch) -> [UInt8]? {
        guard !match.isNegated, match.collation != .unicodeCasemap, !match.octets.isEmpty else {
            return nil
        }
        // Content lines may escape or replace these characters (RFC 5545, 3.3.11; RFC 6868).
        let escaped = Array(",;:\"'\\^\n\r".utf8)
        guard match.octets.allSatisfy({ $0 >= 0x20 && !escaped.contains($0) }) else { return nil }
        return match.octets.map(OctetSearch.upperCased)
    }
}
