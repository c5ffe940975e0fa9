import CivilTime

/// A length, in hundredths of a unit.
struct QuickLength: Hashable, Sendable {
    var hundredths: Int
    var unit: QuickUnit

    /// The greatest number of a unit that a line can have.
    static let countMax = 10_000

    /// The day that is `count` units after another.
    static func day(_ count: Int, _ unit: QuickUnit, after day: CivilDate) -> CivilDate {
        let count = min(count, countMax)
        return switch unit {
        case .minute, .hour: day
        case .day: day.adding(days: count)
        case .week: day.adding(days: count * 7)
        case .month: day.adding(months: count)
        case .quarter: day.adding(months: count * 3)
        case .year: day.adding(months: count * 12)
        }
    }

    /// The whole days from a day on; nil for minutes and hours.
    func days(from day: CivilDate) -> Int? {
        guard unit != .minute, unit != .hour else { return nil }
        return Self.day(hundredths / 100, unit, after: day).days(since: day)
    }

    /// The minutes of a length in minutes or hours, or in days from a day on.
    func minutes(from day: CivilDate) -> Int {
        switch unit {
        case .minute: hundredths / 100
        case .hour: hundredths * 60 / 100
        case .day, .week, .month, .quarter, .year: (days(from: day) ?? 0) * 1_440
        }
    }
}

/// Reading of lengths and reminders.
extension QuickReading {
    /// "For 2 hours", "2 Stunden lang", "2h" after a time.
    mutating func readLength() -> Bool {
        guard length == nil else { return false }
        let isSaid = take(.lasting)
        let isGlued = next?.digits ?? 0 > 0 && token(place + 1)?.isGlued == true
        guard let length = takeLength(isSaid: isSaid) else { return false }
        let isLasting = take(.long) || isSaid
        if !isLasting {
            guard time.start != nil || (hints.takesLengths && isGlued),
                length.unit == .minute || length.unit == .hour,
                isGlued || !isBeforePlainWord, !has(.before), !has(.from)
            else { return false }
        }
        self.length = length
        return true
    }

    /// "90 minutes", "1.5 hours", "1h30", "an hour and a half", "half an hour".
    mutating func takeLength(isSaid: Bool) -> QuickLength? {
        let start = place
        if take(.oneAndHalf) { return takeUnit().map { QuickLength(hundredths: 150, unit: $0) } }
        let isOne = take(.number(1))
        if take(.half) {
            if !isOne { _ = take(.number(1)) }
            return takeUnit().map { QuickLength(hundredths: 50, unit: $0) }
        }
        place = start
        guard let count = takeCount(), count > 0, count <= QuickLength.countMax else { return nil }
        var hundredths = count * 100 + takeFraction(of: count)
        if isSaid, let next, next.isGlued, take(.letterM) {
            return QuickLength(hundredths: hundredths, unit: .minute)
        }
        guard let unit = takeUnit() else { return nil }
        if unit == .hour {
            hundredths = min(hundredths, 100_000)
            let behind = place
            let minutes = takeMinutesBehindHours() ?? 0
            if minutes == 0 { place = behind }
            if minutes > 0 {
                return QuickLength(
                    hundredths: (hundredths * 60 / 100 + minutes) * 100,
                    unit: .minute
                )
            }
        }
        return QuickLength(hundredths: hundredths, unit: unit)
    }

    /// The hundredths of "1.5" and "1,25".
    private mutating func takeFraction(of count: Int) -> Int {
        let behind = place
        guard count < 1_000, takeMark(".", glued: true) || takeMark(",", glued: true),
            let digits = next?.digits,
            let fraction = takeNumber(digits: 1...2, glued: true)
        else {
            place = behind
            return 0
        }
        return digits == 1 ? fraction * 10 : fraction
    }

    /// The 30 of "1h30", "1h 30m", "2 hours and 30 minutes" and "an hour and a half".
    private mutating func takeMinutesBehindHours() -> Int? {
        if let next, next.isGlued, let minutes = takeNumber(digits: 2...2) {
            if let next = self.next, next.isGlued, !take(.letterM) { _ = takeUnit() }
            return minutes < 60 ? minutes : nil
        }
        let isAnd = take(.and)
        if isAnd, take(.number(1)), take(.half) { return 30 }
        guard let minutes = takeNumber(digits: 1...2), minutes < 60 else { return nil }
        if let next, next.isGlued, take(.letterM) { return minutes }
        return takeUnit() == .minute ? minutes : nil
    }

    /// "Remind me 10 minutes before", "10 Minuten vorher erinnern".
    mutating func readReminder() -> Bool {
        guard reminderMinutes == nil else { return false }
        let isSaid = take(.remind)
        if isSaid {
            _ = take(.me)
            _ = take(.number(1))
            if next?.digits == 0, weekday(at: place) == nil, place > 0,
                has(.number(1), at: place - 1)
            {
                place -= 1
            }
        }
        guard let length = takeLength(isSaid: true), length.unit != .month, length.unit != .year,
            length.unit != .quarter
        else { return false }
        let isBefore = take(.before)
        if !isSaid { guard isBefore, take(.remind) else { return false } }
        reminderMinutes = length.minutes(from: today)
        return true
    }
}
