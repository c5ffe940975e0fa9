import NIOCore
import ServerBase

// The limits of reading and writing calendars of other services.
extension Limits {
    /// Bytes of a calendar file at an address that are read at once, before other work has its turn.
    static let externalPieceBytes = 256 * 1024
    /// Bytes of all events of a calendar that is read from elsewhere, each with its time zones.
    static let externalTextBytesMax = 64 * 1_048_576
    /// Events of a calendar that is read from elsewhere.
    static let externalEventsMax = 50_000
    /// Events of all feeds together whose outlines are kept in memory, about 100 bytes each.
    static let feedOutlineEventsMax = 100_000
    /// Seconds between two readings of an external calendar, whatever it suggests.
    static let externalIntervalSeconds = Int64(900)...Int64(86_400)
    /// Seconds between two readings of an external calendar that suggests nothing.
    static let externalIntervalUsualSeconds = Int64(3_600)
    /// Seconds after which a reading is taken for dead.
    static let externalRunSeconds = Int64(600)
    /// Sources that are read at once.
    static let externalCalendarsAtOnceMax = 8
    /// Places for one more reading that somebody waits for: in all, of a host and of an account.
    static let externalCalendarsAwaitedMore = 2
    /// Sources of one host that are read at once.
    static let externalCalendarsAtOncePerHostMax = 2
    /// Sources of one account that are read at once.
    static let externalCalendarsAtOncePerAccountMax = 2
    /// Secrets that are looked at together when another key seals.
    static let secretsPerPage = 500
    /// Bytes of a calendar that is read from another service, compressed or not.
    static let externalBytesMax = 20 * 1_048_576
    /// How long reading a calendar from another service may take, with all redirects.
    static let externalTimeout = TimeAmount.seconds(60)
    /// Redirects on the way to such a calendar.
    static let externalRedirectsMax = 5
    /// Bytes of a name and a password at another service together.
    static let externalCredentialsBytesMax = 1000
    /// Bytes of another service's `ETag` or `Last-Modified`; longer ones aren't kept.
    static let externalValidatorBytesMax = 1000
    /// The longest that another service can ask the server to wait (`Retry-After`), in seconds: a week.
    static let externalRetrySecondsMax = Int64(7 * 86_400)
    /// Hosts in private networks that the administrator can list.
    static let externalHostsMax = 100
    /// Objects of another service that are read with one request.
    static let foreignObjectsPerRequestMax = 50
    /// Changes that are sent to another service before its own are read again.
    static let foreignChangesPerRoundMax = 100
    /// Times that changes are sent again after others' were read, within one reading.
    static let foreignRoundsMax = 3
    /// Answers in which another server tells the changes of one reading.
    static let foreignPagesMax = 500
    /// Bytes of a UID after which an event is named at another service.
    static let pathUIDBytesMax = 100
    /// Bytes of a path at another service, and of what it calls a state of changes.
    static let foreignPathBytesMax = 2000
    /// Seconds after which a change that another service refused is sent again: a week.
    static let foreignRefusalSeconds = Int64(7 * 86_400)
    /// Seconds between two readings of a calendar of an account at another service.
    static let foreignIntervalSeconds = Int64(900)
    /// Homes of an account at another service that are looked into.
    static let foreignHomesMax = 5
    /// Calendars that are found in one of them.
    static let foreignCalendarsMax = 200
    /// Events of a page of a calendar at Google: each may be 40 KB long.
    static let googleEventsPerPage = 500
    /// Bytes of all pages of a calendar at Google together.
    static let googleBytesMax = 96 * 1_048_576
    /// Series of which a list of changes names occurrences, before the whole list is less work.
    static let googleSeriesPerListMax = 200
    /// Seconds that an access token for Google may last, whatever is said.
    static let googleTokenSecondsMax = Int64(86_400)
    /// Access tokens for Google that are kept; beyond them new ones are asked for.
    static let googleTokensMax = 10_000
    /// Seconds before its end when an access token isn't used any more.
    static let googleTokenSpareSeconds = Int64(60)
    /// Bytes of an object's text that count as one write more, as a long one keeps the database busy for longer.
    static let externalWriteBytes = 8192
    /// Objects of an external calendar that are committed at once.
    static let externalBatchCount = 500
    /// Bytes of their texts, before the last.
    ///
    /// Fewer than of an import, because nobody waits for them, and everybody's writes may wait behind them.
    static let externalBatchBytesMax = 524_288
    /// How many times as long as a batch took the readings leave the database to others: together they
    /// write for a quarter of the time.
    static let externalRests = 3
    /// How long a write of an external calendar is expected to take before it has ended.
    static let externalWriteExpected = Duration.microseconds(200)
    /// How long a batch counts at most: one that takes longer waits for writes of its own account.
    static let externalBatchCounted = Duration.seconds(2)
}
