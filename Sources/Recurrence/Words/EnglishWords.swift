internal import CivilTime

/// English words and phrases for a rule's sentence.
enum EnglishWords {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    static func month(_ number: Int) -> String {
        (1...12).contains(number) ? months[number - 1] : ""
    }

    static func weekday(_ weekday: Weekday) -> String {
        switch weekday {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// `every 2 weeks`; `every week` if the interval is one.
    static func every(_ interval: Int, _ frequency: Frequency) -> String {
        let unit =
            switch frequency {
            case .secondly: "second"
            case .minutely: "minute"
            case .hourly: "hour"
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        return interval == 1 ? "every " + unit : "every \(interval) " + unit + "s"
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ items: [String], or: Bool = false) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        var text = ""
        for item in items.dropLast() { text += text.utf8.isEmpty ? item : ", " + item }
        return text + (or ? " or " : " and ") + last
    }

    /// `1st`, `22nd`, `13th`.
    static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return String(number) + ending
    }

    /// `first`, `last`, `second to last`; from the sixth on in figures, `6th`.
    static func position(_ number: Int) -> String {
        let names = ["first", "second", "third", "fourth", "fifth"]
        let size = abs(number)
        let name = size >= 1 && size <= names.count ? names[size - 1] : ordinal(size)
        if number > 0 { return name }
        return number == -1 ? "last" : name + " to last"
    }

    /// The numbers as texts, with runs of three or more joined: `1 to 5`, `9`, `12`.
    static func ranges(_ numbers: [Int], name: (Int) -> String, to: String = " to ") -> [String] {
        var texts: [String] = []
        var index = 0
        while index < numbers.count {
            var end = index
            while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1,
                (numbers[end] < 0) == (numbers[end + 1] < 0)
            { end += 1 }
            if end - index < 2 {
                texts.append(name(numbers[index]))
                index += 1
            } else {
                texts.append(name(numbers[index]) + to + name(numbers[end]))
                index = end + 1
            }
        }
        return texts
    }

    /// `the 1st, the 15th and the last day`, `the last 3 days`.
    static func monthDays(_ days: [Int]) -> String {
        let last = days.filter { $0 < 0 }
        var texts = ranges(days.filter { $0 > 0 }, name: { "the " + ordinal($0) })
        if last.count > 1, last.last == -1, last.first == -last.count {
            texts.append("the last \(last.count) days")
        } else {
            texts += ranges(last, name: { "the " + position($0) + " day" })
        }
        return list(texts)
    }

    /// `the first and the last`.
    static func positions(_ numbers: [Int]) -> String {
        list(ranges(numbers, name: { "the " + position($0) }))
    }

    /// `09:00`; `09:00:30` if the seconds aren't zero.
    static func time(_ time: TimeOfDay) -> String {
        let text = twoDigits(time.hour) + ":" + twoDigits(time.minute)
        return time.second == 0 ? text : text + ":" + twoDigits(time.second)
    }

    static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    /// `3 June 2026`.
    static func date(_ date: CivilDate) -> String {
        let (year, number, day) = date.parts
        return "\(day) " + month(number) + " \(year)"
    }
}
