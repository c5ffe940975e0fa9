/// The limits that keep any input from taking unbounded memory or time.
enum Limits {
    /// The longest text that is read in one go; a ``CalendarStream`` has no such limit.
    static let fileOctetsMax = 256 * 1_024 * 1_024
    /// The longest content line after unfolding; RFC 5545 sets no limit.
    static let lineOctetsMax = 1_024 * 1_024
    /// The largest component at the top of a calendar, which is also the most that a stream holds.
    static let componentOctetsMax = 32 * 1_024 * 1_024
    /// What each line adds to the size of a component besides its octets.
    static let lineCostOctets = 32
    /// The longest content line of a stream before it is unfolded.
    static let foldedLineOctetsMax = 4 * lineOctetsMax
    /// How many VTIMEZONEs of one calendar are kept.
    static let zonesOfCalendarMax = 4_000
    /// How many different time zone names of one file are collected.
    static let zoneNamesMax = 20_000
    /// The longest name of a property or a component.
    static let nameOctetsMax = 255
    /// How many components may be open at once; RFC 5545 needs three.
    static let nestingMax = 32
    /// How many content lines of one text are read in one go, which bounds the tree's memory.
    static let linesMax = 10_000_000
    /// How many problems of one file are listed one by one.
    static let problemsMax = 1_000
    /// The longest physical line that is written, without its line break (RFC 5545 section 3.1).
    static let foldedLineOctets = 75
    /// How many observances of a VTIMEZONE are read.
    static let observancesMax = 1_000
    /// How many rules of one observance are followed.
    static let rulesOfObservanceMax = 4
    /// How many rules of one VTIMEZONE are followed in all; the longest history has some sixty.
    static let rulesOfZoneMax = 200
    /// How many steps the rules of one VTIMEZONE may take in all: enough for two monthly rules over
    /// 400 years, doubled for rules that rarely match.
    static let stepsOfZoneMax = 20_000
    /// How many clock changes are read from one VTIMEZONE.
    static let transitionsMax = 4_000
    /// The longest duration that is read, in days: the whole range of `CivilDate`.
    static let durationDaysMax = 3_652_059
    /// How many values of one list are split.
    static let timesMax = 100_000
    /// How much of a text from a file is quoted in a message.
    static let excerptOctetsMax = 80
    /// The largest COUNT that is counted to compare it with an UNTIL.
    static let countedMax = 10_000
    /// How many alarms of vCalendar 1.0 are read in one component.
    static let olderAlarmsMax = 100
    /// How many unknown time zones of one component are reported.
    static let unknownZonesMax = 16
    /// The length that a repaired event at a time gets if its end can't be used, in seconds.
    static let repairedLengthSeconds = 3_600
    /// How far apart two clocks on Earth can be.
    static let zoneDifferenceSecondsMax = 26 * 3_600
    /// The longest number that jCal gets as a number; a longer one stays text.
    static let numberOctetsMax = 32
    /// How many parts of a rule or a structured value are split for jCal; with more, it stays text.
    static let rulePartsMax = 64
    /// How many arrays and objects of jCal may be open at once; each nested component takes two.
    static let jsonDepthMax = 4 * nestingMax
}
