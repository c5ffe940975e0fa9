package import NIOCore

/// The limits of reading and writing calendars of accounts at other services.
extension Limits {
    /// Bytes of a calendar that is read from another service, compressed or not.
    package static let sourceBytesMax = 20 * 1_048_576
    /// How long reading a calendar from another service may take, with all redirects.
    package static let sourceTimeout = TimeAmount.seconds(60)
    /// Redirects on the way to such a calendar.
    package static let sourceRedirectsMax = 5
    /// Bytes of a name and a password at another service together.
    package static let sourceCredentialsBytesMax = 1000
    /// Bytes of another service's `ETag` or `Last-Modified`; longer ones aren't kept.
    package static let sourceValidatorBytesMax = 1000
    /// Seconds for which another service can ask to be left alone: a week.
    package static let sourceRetrySecondsMax = Int64(7 * 86_400)
    /// Hosts in private networks that the administrator can list.
    package static let sourceHostsMax = 100
    /// Objects of another service that are read with one request.
    package static let foreignObjectsPerRequestMax = 50
    /// Changes that are sent to another service before its own are read again.
    package static let foreignChangesPerRoundMax = 100
    /// Times that changes are sent again after others' were read, within one reading.
    package static let foreignRoundsMax = 3
    /// Answers in which another server tells the changes of one reading.
    package static let foreignPagesMax = 500
    /// Bytes of a UID after which an event is named at another service.
    package static let pathUIDBytesMax = 100
    /// Bytes of a path at another service, and of what it calls a state of changes.
    package static let foreignPathBytesMax = 2000
    /// Seconds after which a change that another service refused is sent again: a week.
    package static let foreignRefusalSeconds = Int64(7 * 86_400)
    /// Seconds between two readings of a calendar of an account at another service.
    package static let foreignIntervalSeconds = Int64(900)
    /// Seconds after which a calendar of an account is read again when somebody opens the page.
    package static let foreignFreshSeconds = Int64(60)
    /// Titles of events that can't be read, which are told of a calendar.
    package static let unreadTitlesShownMax = 5
    /// Changes that wait to be sent, of which a page can ask.
    package static let waitingShownMax = 500
    /// Homes of an account at another service that are looked into.
    package static let foreignHomesMax = 5
    /// Calendars that are found in one of them.
    package static let foreignCalendarsMax = 200
    /// Events of a page of a calendar at Google: each may be 40 KB long.
    package static let googleEventsPerPage = 500
    /// Bytes of all pages of a calendar at Google together.
    package static let googleBytesMax = 96 * 1_048_576
    /// Series of which a list of changes names occurrences, before the whole list is less work.
    package static let googleSeriesPerListMax = 200
    /// Seconds that an access token for Google may last, whatever is said.
    package static let googleTokenSecondsMax = Int64(86_400)
    /// Access tokens for Google that are kept; beyond them new ones are asked for.
    package static let googleTokensMax = 10_000
    /// Seconds before its end when an access token isn't used any more.
    package static let googleTokenSpareSeconds = Int64(60)
    /// Bytes of a lasting token of Google; its documentation says 512.
    package static let googleTokenBytesMax = 2_048

    /// Which part of what its pages may write the sources of an account may write in the long run: a quarter.
    package static let sourcesShareOfWrites: Int64 = 4
    /// Minutes of which the writes of an account's sources may come all at once: its quota for the day.
    ///
    /// With the usual number of writes it has room for the largest calendar that an account may have.
    package static let sourceBurstMinutes: Int64 = 1440
    /// Bytes of an object's text that count as one write more, as a long one keeps the database busy for longer.
    package static let sourceWriteBytes = 8192
    /// Objects of a source that are committed at once.
    package static let sourceBatchCount = 500
    /// Bytes of their texts, before the last.
    ///
    /// Fewer than of an import, because nobody waits for them, and everybody's writes may wait behind them.
    package static let sourceBatchBytesMax = 524_288
    /// How many times as long as a batch of a source took its readings leave the database to others: together they
    /// write for a quarter of the time.
    package static let sourceRests = 3
    /// How long a write of a source is expected to take before it has ended.
    package static let sourceWriteExpected = Duration.microseconds(200)
    /// How long a batch counts at most: one that takes longer waits for writes of its own account.
    package static let sourceBatchCounted = Duration.seconds(2)
}
