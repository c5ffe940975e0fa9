/// The bounds this module holds itself to.
enum Limits {
    /// The most octets a TZif file may have; the largest in tzdata has under 4,000.
    static let tzifLengthMax = 65_536
    /// The most transitions a zone may list; the most in tzdata are about 300.
    static let transitionsMax = 4_096
    /// The most kinds of local time a TZif file may list, as its indices are single octets.
    static let localTimesMax = 256
    /// The most octets of a time zone's name; longer ones are no name.
    static let zoneNameLengthMax = 255
    /// The widest offset from UTC that is believed, in seconds (RFC 8536 section 3.2).
    static let offsetSecondsMax: Int64 = 93_599
    /// The most octets of a POSIX rule at the end of a TZif file.
    static let posixRuleLengthMax = 128
}
