/// A member of a calendar at another service, as it was when both sides had the same.
package struct SourceMember: Hashable, Sendable {
    /// Where it is there, in one spelling.
    package let path: String
    /// What the other service calls this state; nil if it didn't say.
    package let foreignETag: String?
    /// Where it's stored here; nil for what isn't an event, or can't be read.
    package let href: Href?

    package init(path: String, foreignETag: String?, href: Href? = nil) {
        self.path = path
        self.foreignETag = foreignETag
        self.href = href
    }
}

/// A member as it was just read from the other service.
package struct FoundMember: Sendable {
    package let path: String
    package let foreignETag: String?
    /// What to store; nil for what isn't an event, or can't be read.
    package var object: ImportedObject?
    /// What comes of it and of a change made here, if there is one.
    package var merged: MergedChange?

    package init(path: String, foreignETag: String?, object: ImportedObject?) {
        self.path = path
        self.foreignETag = foreignETag
        self.object = object
    }
}

/// A member that the other service tells in a way that can't be read.
package struct UnreadMember: Hashable, Sendable {
    package let path: String
    /// What the other service calls this state; nil if it didn't say.
    package let foreignETag: String?
    /// What people know it by, as far as that can be read: 1 to 200 characters.
    package let title: String

    package init(path: String, foreignETag: String?, title: String) {
        self.path = path
        self.foreignETag = foreignETag
        self.title = title
    }
}

/// What one transaction changes in a calendar of another service.
package struct MemberChanges: Sendable {
    package var found: [FoundMember] = []
    /// The paths of members that are gone.
    package var removed: [String] = []

    package init() {}

    package var count: Int { found.count + removed.count }
}

/// A change that was made here, and that the other service doesn't have yet.
package struct WaitingChange: Hashable, Sendable {
    /// What the other service has; nil for what is new here.
    package let member: SourceMember?
    /// What is stored here; nil for what was removed.
    package let object: Stored?
    /// Whether it was sent before, perhaps in another form, and the answer got lost.
    package let isUncertain: Bool

    /// Where it is or was here.
    var href: Href? { object?.href ?? member?.href }

    package struct Stored: Hashable, Sendable {
        package let href: Href
        package let uid: String
        package let etag: String
        package let text: String
    }
}

/// A change made here of an object that was found changed at the other service.
package struct OwnChange: Hashable, Sendable {
    /// What both sides had; nil if they never had the same.
    package let base: String?
    /// What was sent last, if there was no answer; nil for nothing.
    package let sent: String?
    /// What is stored here.
    package let text: String
    package let etag: String
}

/// What comes of two changes of the same object.
package struct MergedChange: Hashable, Sendable {
    package let draft: ObjectDraft
    /// The ETag of the change made here: if there is another by now, this isn't stored.
    package let ownETag: String

    package init(draft: ObjectDraft, ownETag: String) {
        self.draft = draft
        self.ownETag = ownETag
    }
}
