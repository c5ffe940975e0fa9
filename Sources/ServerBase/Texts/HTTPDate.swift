import CivilTime

/// A date as it stands in headers: `Wed, 02 Oct 2024 07:28:00 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Writes seconds since 1970.
    package static func text(of second: Int64) -> String {
        let civil = Instant(secondsSinceEpoch: second).civilUTC
        let (year, month, day) = civil.date.parts
        let monday = civil.date.startOfWeek(.monday)
        let weekday = days[civil.date.days(since: monday)]
        let time = civil.time
        return "\(weekday), \(padded(day)) \(months[month - 1]) \(year) "
            + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second)) GMT"
    }

    /// Reads seconds since 1970; nil for another text.
    ///
    /// The day of the week isn't looked at.
    package static func second(of text: String) -> Int64? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: parts[2]), let year = Int(parts[3]),
            let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let numbers = parts[4].split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 3,
            let time = TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers[2])
        else { return nil }
        return CivilDateTime(date: date, time: time).secondsSinceEpoch
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
