/// A wall-clock time from 00:00:00 to 23:59:59, in whole seconds.
public struct TimeOfDay: Hashable, Sendable {
    private let seconds: Int32

    /// The start of a day.
    public static let midnight = TimeOfDay(unchecked: 0)

    init(unchecked seconds: Int32) {
        self.seconds = seconds
    }

    /// Makes a time from its parts; nil if hour, minute or second is out of bounds.
    ///
    /// Second 60 is not allowed: the text initialisers read a leap second as second 59.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.seconds = Int32(hour * 3_600 + minute * 60 + second)
    }

    /// Makes a time from the seconds since midnight; nil unless they are 0 to 86,399.
    public init?(secondsSinceMidnight: Int) {
        guard (0..<86_400).contains(secondsSinceMidnight) else { return nil }
        self.seconds = Int32(secondsSinceMidnight)
    }

    /// Seconds on the wall clock since midnight, 0 to 86,399.
    public var secondsSinceMidnight: Int { Int(seconds) }

    /// The hour, 0 to 23.
    public var hour: Int { Int(seconds) / 3_600 }

    /// The minute, 0 to 59.
    public var minute: Int { Int(seconds) / 60 % 60 }

    /// The second, 0 to 59.
    public var second: Int { Int(seconds) % 60 }
}

extension TimeOfDay: Comparable {
    /// Whether the left time is earlier in the day.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.seconds < right.seconds
    }
}
