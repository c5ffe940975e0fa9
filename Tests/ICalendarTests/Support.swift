import Foundation
import ICalendar

/// The octets of lines that end with CRLF.
func octets(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
}

/// The octets of a VCALENDAR around some lines.
func calendarOctets(_ lines: [String]) -> [UInt8] {
    octets(["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"])
}

/// The octets of a VCALENDAR with one event that starts on 2026-01-05 at nine.
func eventOctets(_ lines: [String]) -> [UInt8] {
    calendarOctets(
        ["BEGIN:VEVENT", "UID:1", "DTSTART:20260105T090000"] + lines + ["END:VEVENT"]
    )
}

/// Reads a property from one line, inside a component.
func readProperty(_ line: String) -> Property? {
    CalendarText.parse("BEGIN:X-TEST\r\n\(line)\r\nEND:X-TEST\r\n").components.first?
        .properties.first
}

/// Reads an event from its lines.
func readEvent(_ lines: [String]) -> VEvent? {
    let result = CalendarText.parse(octets(["BEGIN:VEVENT"] + lines + ["END:VEVENT"]))
    return result.components.first.flatMap { VEvent($0) }
}

/// A file under Fixtures.
func fixture(_ path: String, file: String = #filePath) throws -> [UInt8] {
    let root = URL(filePath: file).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Fixtures/" + path)))
}

/// SplitMix64: repeats exactly for a seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
