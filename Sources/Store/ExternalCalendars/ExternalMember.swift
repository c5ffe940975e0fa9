/// A member of a calendar at another service, as it was when both sides were the same.
package struct ExternalMember: Hashable, Sendable {
    /// The path at the other service, in normalised spelling.
    package let path: String
    /// The other service's ETag for this state; nil if it didn't tell one.
    package let foreignETag: String?
    /// The href of the object here; nil for a member that isn't an event or can't be read.
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
    /// The object to store; nil for a member that isn't an event or can't be read.
    package var object: ImportedObject?
    /// The result of merging it with a change made here; nil if there is no such change.
    package var merged: MergedChange?

    package init(path: String, foreignETag: String?, object: ImportedObject?) {
        self.path = path
        self.foreignETag = foreignETag
        self.object = object
    }
}

/// A member that the other service reports in a form that can't be read.
package struct UnreadMember: Hashable, Sendable {
    package let path: String
    /// The other service's ETag for this state; nil if it didn't tell one.
    package let foreignETag: String?
    /// The name that people know it by, as far as it can be read: 1 to 200 characters.
    package let title: String

    package init(path: String, foreignETag: String?, title: String) {
        self.path = path
        self.foreignETag = foreignETag
        self.title = title
    }
}

/// The changes that one transaction makes to a calendar of another service.
package struct MemberChanges: Sendable {
    package var found: [FoundMember] = []
    /// The paths of members that are gone.
    package var removed: [String] = []

    package init() {}

    package var count: Int { found.count + removed.count }
}

/// A change that was made here and that the other service doesn't have yet.
package struct WaitingChange: Hashable, Sendable {
    /// The member at the other service; nil for an object that is new here.
    package let member: ExternalMember?
    /// The object stored here; nil if it was removed.
    package let object: Stored?
    /// Whether it was sent before, perhaps in another form, and no answer arrived.
    package let isUncertain: Bool

    /// The href that the object has or had here.
    var href: Href? { object?.href ?? member?.href }

    package struct Stored: Hashable, Sendable {
        package let href: Href
        package let uid: String
        package let etag: String
        package let text: String
    }
}

/// A change made here to an object that was also changed at the other service.
package struct OwnChange: Hashable, Sendable {
    /// The text that both sides had; nil if they never had the same.
    package let base: String?
    /// The text that was sent last without getting an answer; nil if there is none.
    package let sent: String?
    /// The text stored here.
    package let text: String
    package let etag: String
}

/// The result of merging two changes of the same object.
package struct MergedChange: Hashable, Sendable {
    package let draft: ObjectDraft
    /// The ETag of the change made here; if there is another one by now, the result isn't stored.
    package let ownETag: String

    package init(draft: ObjectDraft, ownETag: String) {
        self.draft = draft
        self.ownETag = ownETag
    }
}
