import CivilTime
import ICalendar
import Scheduling
import Testing

/// The people of RFC 5546's examples.
enum Person {
    static let anna: Set<CalendarAddress> = address("mailto:a@example.com")
    static let bernd: Set<CalendarAddress> = address("mailto:b@example.com")
    static let carla: Set<CalendarAddress> = address("mailto:c@example.com")

    /// The accounts of two of them, whose names nobody knows.
    static let organizer = Sender(anna, email: "a@example.com", name: "")
    static let guest = Sender(bernd, email: "b@example.com", name: "")

    static func address(_ text: String) -> Set<CalendarAddress> {
        CalendarAddress(text).map { [$0] } ?? []
    }
}

/// The time at which every test writes.
let now = Instant(secondsSinceEpoch: 1_767_225_600)

/// The line of an organizer or attendee.
let organizedByAnna = "ORGANIZER:mailto:a@example.com"
let annaComes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@example.com"
let berndIsAsked = "ATTENDEE;RSVP=TRUE:mailto:b@example.com"
let carlaIsAsked = "ATTENDEE;RSVP=TRUE:mailto:c@example.com"

/// An event's lines, with those that every event here has.
func event(_ lines: String...) -> [String] {
    let stamp = lines.contains { $0.hasPrefix("DTSTAMP") } ? [] : ["DTSTAMP:20251201T000000Z"]
    return ["BEGIN:VEVENT", "UID:meeting"] + stamp + lines + ["END:VEVENT"]
}

/// The VCALENDAR of some events.
func calendar(_ events: [String]..., method: String? = nil) throws -> Component {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
    if let method { lines.append("METHOD:\(method)") }
    for event in events { lines += event }
    lines.append("END:VCALENDAR")
    return try #require(CalendarText.parse(lines.joined(separator: "\r\n")).components.first)
}

/// The object of some events.
func object(_ events: [String]..., method: String? = nil) throws -> SchedulingObject {
    var lines: [String] = []
    for event in events { lines += event }
    return try #require(SchedulingObject(calendar(lines, method: method), zones: ZoneCatalogue()))
}

extension Component {
    /// Every line of the component and of those in it.
    var lines: [String] {
        String(decoding: CalendarText.write([self]), as: UTF8.self)
            .replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    /// The lines of a name.
    func lines(_ name: String) -> [String] {
        lines.filter { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }
    }
}

extension SchedulingMessage {
    /// `REQUEST b@example.com` with the occurrences it's about, `series` for the master.
    var summary: String {
        let address = recipient.first.map { $0.text.replacing("mailto:", with: "") } ?? ""
        let names = calendar.components.filter { !$0.isNamed(.timeZone) }
            .map { $0.first(.recurrenceID)?.rawValue ?? "series" }
        return "\(method.rawValue) \(address) \(names.joined(separator: " "))"
    }
}
