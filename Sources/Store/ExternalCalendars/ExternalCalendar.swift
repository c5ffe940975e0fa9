/// A kind of service from which calendars are read.
package enum ExternalCalendarKind: String, Hashable, Sendable {
    /// A file at an address.
    case feed
    /// A calendar of an account at another CalDAV server.
    case calDAV = "caldav"
    /// A calendar at Google.
    case google
}

/// A calendar of another service, and the state of its readings.
package struct ExternalCalendar: Hashable, Sendable {
    package let calendar: CalendarID
    package let account: AccountID
    package let kind: ExternalCalendarKind
    /// The address, sealed; for a calendar at Google, its ID there.
    package let address: String
    /// The Google account through which it's read; nil for other kinds.
    package let googleAccount: GoogleAccountID?
    /// The owner's access to it, in the other service's word; nil if that's not known.
    package let role: String?
    package let isPaused: Bool
    /// Whether its reminders are kept.
    package let keepsReminders: Bool
    /// The other server's ETag for the state that was read last.
    package let etag: String?
    package let lastModified: String?
    /// The token that the next changes begin with (RFC 6578), if the other server reports changes.
    package let syncToken: String?
    /// Whether changes made here are sent there.
    package let isConnected: Bool
    /// How many events of the state that was read last couldn't be read.
    package let droppedCount: Int64
    /// After how many seconds its service suggests reading it again; nil if it suggests nothing.
    package let intervalSeconds: Int64?
    /// Whether somebody is waiting for it, because it was just added or they asked for a reading.
    package let isWanted: Bool
    /// When it's read next, unless it's paused.
    package let dueSecond: Int64
    /// When it was last read without a failure; nil before the first time.
    package let readSecond: Int64?
    /// The failure of the last attempt; nil if it succeeded.
    package let failure: ExternalCalendarFailureRecord?
}

/// The failure of reading an external calendar.
package struct ExternalCalendarFailureRecord: Hashable, Sendable {
    /// A fixed word for the failure, such as `not-found`.
    package let word: String
    /// When the first failure in a row happened.
    package let second: Int64
    /// The number of failures in a row.
    package let count: Int64

    package init(word: String, second: Int64, count: Int64) {
        self.word = word
        self.second = second
        self.count = count
    }
}

/// Changes to an external calendar; nil leaves a value unchanged.
package struct ExternalCalendarEdit: Hashable, Sendable {
    /// The address, sealed.
    package let address: String?
    package let isPaused: Bool?
    package let keepsReminders: Bool?

    package init(address: String? = nil, isPaused: Bool? = nil, keepsReminders: Bool? = nil) {
        self.address = address
        self.isPaused = isPaused
        self.keepsReminders = keepsReminders
    }
}

/// A reading of an external calendar that has begun.
///
/// It ends by itself after a while, so that a calendar isn't lost when the server is killed. After
/// that another reading may begin, and this one can't write any more.
package struct ReadingRun: Hashable, Sendable {
    package let source: ExternalCalendar
    /// The number of the reading, counted for each calendar.
    package let number: Int64
    /// The time at which another reading may start over, because this one is taken for dead.
    ///
    /// Until the reading ends, the calendar is due at this time, unless something makes it due
    /// earlier.
    package let endsSecond: Int64
}

/// What is stored of an answer for the next reading.
package struct ReadingState: Hashable, Sendable {
    package let etag: String?
    package let lastModified: String?
    package let intervalSeconds: Int64?
    /// The new address, sealed, if the calendar has moved for good; nil if it hasn't.
    package let address: String?
    package let syncToken: String?
    /// How many of its events couldn't be read.
    package let droppedCount: Int

    package init(
        etag: String?,
        lastModified: String?,
        intervalSeconds: Int64?,
        address: String? = nil,
        syncToken: String? = nil,
        droppedCount: Int = 0
    ) {
        self.droppedCount = droppedCount
        self.etag = etag
        self.lastModified = lastModified
        self.syncToken = syncToken
        self.intervalSeconds = intervalSeconds
        self.address = address
    }
}

/// The failure word for a calendar that was read but to which a change made here couldn't be sent.
let sourceNotTaken = "not-taken"

/// The outcome of a reading.
package enum ReadingOutcome: Hashable, Sendable {
    /// The calendar here is now as its service has it.
    case read(ReadingState)
    /// It has not changed at its service since it was last read.
    case unchanged
    /// It couldn't be read; a word says why.
    case failed(String)
}

/// An object as it was last read from a feed.
package struct ReadObject: Hashable, Sendable {
    package let href: Href
    package let uid: String
    /// A digest of the object in the feed, without the parts that change at every reading.
    package let digest: String
}

/// The changes that one transaction makes to a calendar that is read from elsewhere.
package struct ReadingChanges: Sendable {
    /// Objects to store, each with its digest; one that is stored under the href is replaced.
    package var stored: [(object: ImportedObject, digest: String)] = []
    package var removed: [Href] = []

    package init() {}

    package var count: Int { stored.count + removed.count }
}
