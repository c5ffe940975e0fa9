/// A kind of service that calendars are read from.
package enum SourceKind: String, Hashable, Sendable {
    /// A file at an address.
    case feed
    /// A calendar of an account at another CalDAV server.
    case calDAV = "caldav"
    /// A calendar at Google.
    case google
}

/// Where a calendar is read from, and how that goes.
package struct SourceRecord: Hashable, Sendable {
    package let calendar: CalendarID
    package let account: AccountID
    package let kind: SourceKind
    /// The address, sealed; of a calendar at Google its ID there.
    package let address: String
    /// The Google account through which it's read; nil for other kinds.
    package let googleAccount: GoogleAccountID?
    /// What its owner may do with it there, in the other service's word; nil if that's not known.
    package let role: String?
    package let isPaused: Bool
    /// Whether the reminders in it are kept, or left out.
    package let keepsReminders: Bool
    /// What the other server said of the state that was read last.
    package let etag: String?
    package let lastModified: String?
    /// Where the next changes begin (RFC 6578), if the other server tells changes.
    package let syncToken: String?
    /// Whether what is written here is sent there.
    package let isConnected: Bool
    /// How many events of the state that was read last could not be read.
    package let droppedCount: Int64
    /// How many seconds later the source suggests to read it again; nil if it says nothing.
    package let intervalSeconds: Int64?
    /// Whether somebody waits for it: it was just added, or is to be read now.
    package let isWanted: Bool
    /// When it's read next, unless it's paused.
    package let dueSecond: Int64
    /// When it was last read without a failure; nil before the first time.
    package let readSecond: Int64?
    /// What went wrong at the last attempt, as a word; nil if nothing did.
    package let failure: SourceFailureRecord?
}

/// What went wrong when a source was read.
package struct SourceFailureRecord: Hashable, Sendable {
    /// A word that stays the same, such as `not-found`.
    package let word: String
    /// When the first of the failures in a row was.
    package let second: Int64
    /// The number of failures in a row.
    package let count: Int64

    package init(word: String, second: Int64, count: Int64) {
        self.word = word
        self.second = second
        self.count = count
    }
}

/// Changes to a source; nil leaves a value unchanged.
package struct SourceEdit: Hashable, Sendable {
    /// Sealed.
    package let address: String?
    package let isPaused: Bool?
    package let keepsReminders: Bool?

    package init(address: String? = nil, isPaused: Bool? = nil, keepsReminders: Bool? = nil) {
        self.address = address
        self.isPaused = isPaused
        self.keepsReminders = keepsReminders
    }
}

/// A reading of a source that has begun.
///
/// It ends by itself after a while, so that a source isn't lost when the server is killed. Another
/// reading may begin then, and this one can't write any more.
package struct SourceRun: Hashable, Sendable {
    package let source: SourceRecord
    /// Counts the readings of the source.
    package let number: Int64
    /// When it's taken for dead.
    ///
    /// Until it ends the source is due then, unless something makes it due earlier.
    package let endsSecond: Int64
}

/// What is kept of an answer for the next reading.
package struct SourceState: Hashable, Sendable {
    package let etag: String?
    package let lastModified: String?
    package let intervalSeconds: Int64?
    /// Where the source has moved to for good, sealed; nil if it's still where it was.
    package let address: String?
    package let syncToken: String?
    /// How many of its events could not be read.
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

/// The word for a calendar that was read, and to which a change made here couldn't be sent.
let sourceNotTaken = "not-taken"

/// How a reading ended.
package enum SourceOutcome: Hashable, Sendable {
    /// The calendar is as the source has it.
    case read(SourceState)
    /// The source has not changed since it was last read.
    case unchanged
    /// It couldn't be read; a word says why.
    case failed(String)
}

/// An object as it was last read from a source.
package struct SourceObject: Hashable, Sendable {
    package let href: Href
    package let uid: String
    /// A digest of what the source said of it, without what changes at every reading.
    package let digest: String
}

/// What one transaction changes in a calendar that is read from elsewhere.
package struct SourceChanges: Sendable {
    /// Objects to store, each with its digest; one that is stored under the href is replaced.
    package var stored: [(object: ImportedObject, digest: String)] = []
    package var removed: [Href] = []

    package init() {}

    package var count: Int { stored.count + removed.count }
}
