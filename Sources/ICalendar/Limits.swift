/// What this module refuses to exceed, so that no input can take memory or time without bound.
enum Limits {
    /// The longest file that is read.
    static let fileOctetsMax = 256 * 1_024 * 1_024
    /// The longest content line after unfolding; RFC 5545 sets none.
    static let lineOctetsMax = 1_024 * 1_024
    /// How much a component of a calendar may take, so that a stream holds no more than this.
    static let componentOctetsMax = 32 * 1_024 * 1_024
    /// What a line counts beside its octets.
    static let lineCostOctets = 32
    /// The longest content line of a stream before it is unfolded.
    static let foldedLineOctetsMax = 4 * lineOctetsMax
    /// How many descriptions of time zones a calendar may have.
    static let zonesOfCalendarMax = 4_000
    /// How many names of time zones a file may use.
    static let zoneNamesMax = 20_000
    /// The longest name of a property or a component.
    static let nameOctetsMax = 255
    /// How many components may be open at once; RFC 5545 needs three.
    static let nestingMax = 32
    /// How many content lines of one file are kept, which bounds the tree's memory.
    static let linesMax = 10_000_000
    /// How many problems of one file are listed one by one.
    static let problemsMax = 1_000
    /// A folded line's length without its line break (RFC 5545 section 3.1).
    static let foldedLineOctets = 75
    /// How many observances of a VTIMEZONE are read.
    static let observancesMax = 1_000
    /// How many rules of one observance are followed.
    static let rulesOfObservanceMax = 4
    /// How many rules of one VTIMEZONE are followed in all; the longest history has some sixty.
    static let rulesOfZoneMax = 200
    /// How many steps the rules of one VTIMEZONE may take in all: 400 years of rules by the month,
    /// twice, and as much again for those that come seldom.
    static let stepsOfZoneMax = 20_000
    /// How many clock changes are taken out of one VTIMEZONE.
    static let transitionsMax = 4_000
    /// The longest duration that is read, in days: all the years of `CivilDate`.
    static let durationDaysMax = 3_652_059
    /// How many times one property may list.
    static let timesMax = 100_000
    /// How many different zones of one name a file that is put together may have.
    static let zonesOfOneNameMax = 100
    /// How much of a text out of a file a message repeats.
    static let excerptOctetsMax = 80
    /// How many unknown time zones are named for one component.
    static let unknownZonesMax = 16
    /// How far two clocks of this world can be apart.
    static let zoneDifferenceSecondsMax = 26 * 3_600
    /// The longest number that jCal has as one; a longer one stays text.
    static let numberOctetsMax = 32
    /// How many parts of a rule jCal parts from one another.
    static let rulePartsMax = 64
    /// How many arrays and objects of jCal may be open at once: those of the components and of a
    /// property.
    static let jsonDepthMax = 4 * nestingMax
}
