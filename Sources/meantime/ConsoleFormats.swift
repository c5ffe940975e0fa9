import CivilTime
import JSON
import Store

extension StorageSummary {
    /// The bytes with a unit, such as "1.2 MiB".
    var sizeText: String {
        let units = ["KiB", "MiB", "GiB"]
        guard byteCount >= 1024 else { return "\(byteCount) B" }
        var unit = 0
        var size = byteCount
        while size >= 1024 * 1024, unit < units.count - 1 {
            size /= 1024
            unit += 1
        }
        let tenths = size * 10 / 1024
        return tenths < 100
            ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
    }

    /// Adds the fields `events` and `bytes`.
    func write(to json: inout JSONWriter) {
        json.field("events", Int(eventCount))
        json.field("bytes", Int(byteCount))
    }
}

/// A time in UTC, as people read it: to the minute.
func minuteText(_ second: Int64) -> String {
    let text = Instant(secondsSinceEpoch: second).text
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
}

/// The date of a time in UTC, or a hyphen without one.
func dateText(_ second: Int64?) -> String {
    second.map { String(Instant(secondsSinceEpoch: $0).text.prefix(10)) } ?? "-"
}

/// A time as RFC 3339 writes it, in UTC; nil without one.
func timeText(_ second: Int64?) -> String? {
    second.map { Instant(secondsSinceEpoch: $0).text }
}
