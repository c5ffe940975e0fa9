/// A calendar object as an account sees it: the stored text, or only its busy times.
package struct ObjectRecord: Hashable, Sendable {
    package let calendar: CalendarID
    package let href: Href
    package let etag: String
    package let ical: String
    /// The Schedule-Tag, which stays the same if only others' answers change (RFC 6638, 3.2.10);
    /// nil while it equals the ETag.
    package var scheduleTag: String?
    /// Whether it's an invitation that the calendar's owner hasn't answered.
    package var isUnanswered = false
}

/// A page of a calendar's objects as an account sees them.
package struct ObjectPage: Hashable, Sendable {
    package let objects: [ObjectRecord]
    /// Where the next page continues; nil when this is the last one.
    package let last: Href?
}

/// A calendar object to store: its text, and the values that queries need.
package struct ObjectDraft: Hashable, Sendable {
    package let uid: String
    /// A hash of the text, in quotes, ready for HTTP.
    package let etag: String
    package let ical: String
    /// The start of the first occurrence, or earlier.
    package let firstSecond: Int64
    /// The end of the last occurrence, or later; nil when the event repeats forever.
    package let lastSecond: Int64?
    /// The kind of component it has, such as `VEVENT`.
    package let component: String
    /// Whether it has guests, who have to be told about changes.
    package let hasAttendees: Bool
    /// The ID of the proposal that this is a candidate of; nil when it isn't a candidate.
    package internal(set) var proposal: String?

    package init(
        uid: String,
        etag: String,
        ical: String,
        firstSecond: Int64,
        lastSecond: Int64?,
        component: String = "VEVENT",
        hasAttendees: Bool = false,
        proposal: String? = nil
    ) {
        self.uid = uid
        self.etag = etag
        self.ical = ical
        self.firstSecond = firstSecond
        self.lastSecond = lastSecond
        self.component = component
        self.hasAttendees = hasAttendees
        self.proposal = proposal
    }

    /// Whether storing it is brief, so that other writes can wait for it.
    var isBrief: Bool { byteCount <= Limits.briefEventBytesMax && !hasAttendees }
}

/// Which objects to read, by when they happen, in seconds since 1970.
package enum ObjectPart: Hashable, Sendable {
    case all
    /// Objects that may have an occurrence within the range.
    case touching(Range<Int64>)
    /// All other objects.
    case apart(Range<Int64>)
}

/// An object's address, and the account that asks for it.
package struct ObjectPlace: Hashable, Sendable {
    package let account: AccountID
    package let calendar: CalendarID
    package let href: Href

    package init(account: AccountID, calendar: CalendarID, href: Href) {
        self.account = account
        self.calendar = calendar
        self.href = href
    }
}

/// The condition that the stored object has to meet for a write to go ahead.
package enum WriteCondition: Hashable, Sendable {
    case nothing
    /// The ETag of the stored object is one of these.
    case etags([String])
    /// The ETag of the stored object is none of these, or there is no object.
    case noneOf([String])
    /// There is an object.
    case something
    /// In the object, only others' answers have changed since it had this tag (RFC 6638, 8.3).
    case scheduleTag(String)
    case anything
    /// All of these conditions hold.
    case all([WriteCondition])
    /// One of these conditions holds.
    case either([WriteCondition])

    /// The condition that never holds.
    package static let never = WriteCondition.either([])

    package static func etag(_ etag: String) -> WriteCondition { .etags([etag]) }
}

/// The result of writing an object.
package struct PutOutcome: Hashable, Sendable {
    package internal(set) var created: Bool
    package let etag: String
    package let token: ChangeToken
    /// Whether it's stored exactly as sent, without added answers or delivery results.
    package var isStoredUnchanged = true
}

/// An object from an imported file.
package struct ImportedObject: Sendable {
    package let id: String
    /// The href to store it under.
    ///
    /// If the calendar already has the UID, the existing one is kept.
    package let href: Href
    package internal(set) var draft: ObjectDraft
    /// The object with its original UID, if an export from several calendars gave it a new one.
    package let original: ObjectDraft?
    /// Returns the effect on the stored object with its UID, whose text it gets; nil if the import
    /// replaces that object.
    package var merge: (@Sendable (_ kept: String?) -> ImportEffect)?

    package init(id: String, href: Href, draft: ObjectDraft, original: ObjectDraft? = nil) {
        self.id = id
        self.href = href
        self.draft = draft
        self.original = original
    }

    /// Whether it's stored even if there's no object with its UID.
    var standsByItself: Bool {
        switch merge?(nil) {
        case nil, .stored, .changed: true
        case .unchanged, .leftOut: false
        }
    }
}

/// The effect of an imported object that is about a part of an event.
package enum ImportEffect: Sendable {
    /// The imported object is stored as it is, in place of an existing event.
    case stored
    /// The event changes to this draft; the word says what changed.
    case changed(ObjectDraft, word: String)
    /// The event already says the same.
    case unchanged
    /// The event doesn't change; the word says why.
    case leftOut(word: String)
}

/// The result of importing an object that is about a part of an event.
package struct ImportNote: Hashable, Sendable {
    /// The ID of the object in the file.
    package let id: String
    package let isLeftOut: Bool
    /// A word for what changed, or for why nothing did.
    package let word: String
}

/// What an import did to one object, so that it can be undone.
package struct ImportChange: Hashable, Sendable {
    package let href: Href
    /// The ETag of the imported text.
    package let etag: String
    /// The text that was replaced; nil when the object is new.
    package let before: String?
}

/// The result of importing one object.
enum ObjectImport {
    case unchanged
    case added(ImportChange)
    case updated(ImportChange, word: String? = nil)
    case leftOut(word: String)
}

/// The result of importing a batch.
package struct ImportOutcome: Hashable, Sendable {
    package internal(set) var counts = ImportCounts()
    /// In the order of the batch.
    package internal(set) var changes: [ImportChange] = []
    /// The results of objects that are about a part of an event, in the order of the batch.
    package internal(set) var notes: [ImportNote] = []

    /// Counts the result of an object with an ID.
    mutating func take(_ object: ObjectImport, of id: String) {
        switch object {
        case .leftOut(let word):
            notes.append(ImportNote(id: id, isLeftOut: true, word: word))
        case .unchanged:
            counts.unchanged += 1
        case .added(let change):
            counts.added += 1
            changes.append(change)
        case .updated(let change, let word):
            counts.updated += 1
            changes.append(change)
            if let word { notes.append(ImportNote(id: id, isLeftOut: false, word: word)) }
        }
    }
}

/// How many imported objects had which result.
package struct ImportCounts: Hashable, Sendable {
    package var added = 0
    package var updated = 0
    package var unchanged = 0
    /// Candidates of proposals in the file, which can't be imported into a group's calendar.
    package var refused = 0

    package init() {}

    package static func += (left: inout ImportCounts, right: ImportCounts) {
        left.added += right.added
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.refused += right.refused
    }
}
