/// The limits that several targets share; those that one target alone knows stand in its own `Limits.swift`.
///
/// A request that exceeds one is refused with the reason. Other limits bound what the server keeps.
package enum Limits {
    /// Bytes of one calendar object.
    package static let objectBytesMax = 1_048_576
    /// Changes of one edit: two for each of 200 selected events, whose series may be split.
    package static let editChangesMax = 400
    /// Bytes of an edit with all its texts.
    package static let editBytesMax = 4 * 1_048_576
    /// Components of one calendar object: changed occurrences, reminders and parts of zones.
    package static let objectComponentsMax = 1_500
    /// Lines of one calendar object.
    package static let objectLinesMax = 20_000
    /// Values of `RDATE` and `EXDATE` in one calendar object.
    package static let objectDatesMax = 5_000
    /// Control characters in one calendar object: JSON writes each with six bytes.
    package static let objectControlsMax = 1_000
    /// Characters of a title in the bin.
    package static let binTitleLengthMax = 200
    /// Bytes of an account's or a calendar's name.
    package static let nameBytesMax = 200
    /// Bytes of an e-mail address.
    package static let emailBytesMax = 254
    /// Bytes of a UID: a row of an index in PostgreSQL has no more than 2,700.
    package static let uidBytesMax = 1000
    /// Seconds a sign-in with another service may take.
    package static let signInSeconds = Int64(600)
    /// Bytes of a URL that comes from outside.
    package static let addressBytesMax = 2000
    /// Problems reported for a single object.
    package static let objectProblemsMax = 50
    /// Minutes of which the writes may come all at once.
    package static let writeBurstMinutes: Int64 = 5
    /// How many programs of an account may write as much as they can at the same time.
    package static let programsAtFullRateMax: Int64 = 3
    /// Counts of writes kept in memory before those that have run out are removed.
    package static let writeAllowancesMax = 10_000
    /// Time zones that stay read; there are some six hundred.
    package static let zonesKeptMax = 1_000
    /// Bytes of a time zone file.
    package static let zoneBytesMax = 65_536
    /// An account's external calendars may write a quarter of what its pages may, in the long run.
    package static let externalCalendarsShareOfWrites: Int64 = 4
    /// Minutes of which the writes of an account's external calendars may come all at once: its quota for the day.
    ///
    /// With the usual number of writes it has room for the largest calendar that an account may have.
    package static let externalBurstMinutes: Int64 = 1440
    /// Objects read from the database at once when a calendar is streamed.
    package static let syncPageCount = 100
    /// Change log entries read at once.
    package static let livePageCount = 200
}
