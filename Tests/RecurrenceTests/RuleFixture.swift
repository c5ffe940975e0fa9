import CivilTime
import Foundation
import Recurrence
import Testing

/// A row of `Fixtures/recurrence/rules.tsv`, whose first lines explain the columns.
struct RuleFixture: Sendable, CustomTestStringConvertible {
    let start: String
    let zoneName: String
    let rule: String
    let limit: Int
    let expected: [String]
    let note: String

    var testDescription: String { "\(note): \(start) \(zoneName) \(rule)" }

    /// Whether the expected times are written as instants, which matters if the start isn't in UTC.
    var expectsInstants: Bool { expected.first?.hasSuffix("Z") ?? false }

    static let all: [RuleFixture] = {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/recurrence/rules.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(row)
    }()

    private static func row(_ line: Substring) -> RuleFixture? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 6, let limit = Int(fields[3]) else { return nil }
        return RuleFixture(
            start: fields[0],
            zoneName: fields[1],
            rule: fields[2],
            limit: limit,
            expected: fields[4].isEmpty ? [] : fields[4].components(separatedBy: ","),
            note: fields[5]
        )
    }

    func set(includesStart: Bool = false) throws -> RecurrenceSet {
        RecurrenceSet(
            start: try TestTime.time(start, zoneName: zoneName),
            rules: [try RecurrenceRule(parsing: rule)],
            zone: try TestTime.zone(zoneName),
            includesStart: includesStart
        )
    }

    /// An occurrence, written like this row's expected times.
    func text(_ occurrence: Occurrence, in set: RecurrenceSet) -> String {
        if expectsInstants, !start.hasSuffix("Z") { return occurrence.instant.basicText }
        return TestTime.text(set.time(of: occurrence))
    }
}

/// Reads and writes times and zones in the form the tests use.
enum TestTime {
    struct Unreadable: Error {
        let text: String
    }

    static func zone(_ name: String) throws -> Zone {
        if name.isEmpty { return .utc }
        let file = URL(fileURLWithPath: "/usr/share/zoneinfo/" + name)
        return try Zone(id: ZoneID(name), tzif: [UInt8](try Data(contentsOf: file)))
    }

    static func time(_ text: String, zoneName: String = "") throws -> CalendarTime {
        if let date = CivilDate(text) { return .date(date) }
        if let instant = Instant(text) { return .utc(instant) }
        guard let civil = CivilDateTime(text) else { throw Unreadable(text: text) }
        return zoneName.isEmpty ? .floating(civil) : .zoned(civil, ZoneID(zoneName))
    }

    static func text(_ time: CalendarTime) -> String {
        switch time {
        case .date(let date): date.basicText
        case .floating(let civil), .zoned(let civil, _): civil.basicText
        case .utc(let instant): instant.basicText
        }
    }
}
