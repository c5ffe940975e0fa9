/// The limits of this module.
enum Limits {
    /// The most bytes a TZif file may have; the largest in tzdata has under 4,000.
    static let tzifLengthMax = 65_536
    /// The most transitions a zone may list; no zone in tzdata has more than about 300.
    static let transitionsMax = 4_096
    /// The most stays of one traveller; see ``Zone/travelling(_:)``.
    static let staysMax = 100
    /// The most kinds of local time a TZif file may list; their indices are single bytes.
    static let localTimesMax = 256
    /// The most bytes a zone name may have; anything longer is not a name.
    static let zoneNameLengthMax = 255
    /// The widest offset from UTC we accept, in seconds (RFC 8536 section 3.2).
    static let offsetSecondsMax: Int64 = 93_599
    /// The most bytes the POSIX rule at the end of a TZif file may have.
    static let posixRuleLengthMax = 128
}
