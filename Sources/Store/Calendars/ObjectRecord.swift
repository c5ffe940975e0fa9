/// A calendar object as somebody sees it: the text as it is kept, untouched, or its times alone.
package struct ObjectRecord: Hashable, Sendable {
    package let calendar: CalendarID
    package let href: Href
    package let etag: String
    package let ical: String
}

/// A page of a calendar's objects as somebody sees them.
package struct ObjectPage: Hashable, Sendable {
    package let objects: [ObjectRecord]
    /// What the next page comes after; nil when there is none.
    package let last: Href?
}

/// A calendar object to be kept: its text and what queries need of it.
package struct ObjectDraft: Hashable, Sendable {
    package let uid: String
    /// A hash of the text, in the quotes that HTTP wants.
    package let etag: String
    package let ical: String
    /// The start of the first occurrence, or earlier.
    package let firstSecond: Int64
    /// The end of the last occurrence, or later; nil when there is no last one.
    package let lastSecond: Int64?
    /// The proposal that this is a candidate of.
    package internal(set) var proposal: String?

    package init(
        uid: String,
        etag: String,
        ical: String,
        firstSecond: Int64,
        lastSecond: Int64?,
        proposal: String? = nil
    ) {
        self.uid = uid
        self.etag = etag
        self.ical = ical
        self.firstSecond = firstSecond
        self.lastSecond = lastSecond
        self.proposal = proposal
    }
}

/// Objects by when they happen, in seconds since 1970; endless ones never stop happening.
package enum ObjectPart: Hashable, Sendable {
    case all
    /// Those that may happen within a span.
    case touching(Range<Int64>)
    /// The others.
    case apart(Range<Int64>)
}

/// Where an object stands, and who asks for it.
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

/// What a writer believes is there.
package enum WriteCondition: Hashable, Sendable {
    case nothing
    case etag(String)
    case anything
}

/// What a write came to.
package struct PutOutcome: Hashable, Sendable {
    package let created: Bool
    package let etag: String
    package let token: ChangeToken
}

/// An object of a file that is imported: kept under its href unless its UID is there already.
package struct ImportedObject: Sendable {
    package let id: String
    package let href: Href
    package internal(set) var draft: ObjectDraft
    /// The same under the UID that it had before a file of several calendars gave it another one.
    package let original: ObjectDraft?

    package init(id: String, href: Href, draft: ObjectDraft, original: ObjectDraft? = nil) {
        self.id = id
        self.href = href
        self.draft = draft
        self.original = original
    }
}

/// What an import did to one object, so that it can be taken back.
package struct ImportChange: Hashable, Sendable {
    package let href: Href
    /// Of the text that is there now.
    package let etag: String
    /// The text that was replaced; nil when the object is new.
    package let before: String?
}

/// What became of one imported object.
enum ObjectImport {
    case unchanged
    case added(ImportChange)
    case updated(ImportChange)
}

/// What an import of a batch did.
package struct ImportOutcome: Hashable, Sendable {
    package internal(set) var counts = ImportCounts()
    /// In the order of the batch.
    package internal(set) var changes: [ImportChange] = []

    mutating func take(_ object: ObjectImport) {
        switch object {
        case .unchanged:
            counts.unchanged += 1
        case .added(let change):
            counts.added += 1
            changes.append(change)
        case .updated(let change):
            counts.updated += 1
            changes.append(change)
        }
    }
}

/// What became of a batch of imported objects.
package struct ImportCounts: Hashable, Sendable {
    package var added = 0
    package var updated = 0
    package var unchanged = 0
    /// Proposals of a file, which a group's calendar does not take.
    package var refused = 0

    package init() {}

    package static func += (left: inout ImportCounts, right: ImportCounts) {
        left.added += right.added
        left.updated += right.updated
        left.unchanged += right.unchanged
        left.refused += right.refused
    }
}
