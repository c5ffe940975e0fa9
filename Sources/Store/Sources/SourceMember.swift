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
    package let object: ImportedObject?

    package init(path: String, foreignETag: String?, object: ImportedObject?) {
        self.path = path
        self.foreignETag = foreignETag
        self.object = object
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

    package struct Stored: Hashable, Sendable {
        package let href: Href
        package let uid: String
        package let etag: String
        package let text: String
    }
}

/// Brings together what was changed on both sides.
///
/// - Parameters:
///   - base: What both sides had; nil if they never had the same.
///   - ours: What is stored here.
///   - theirs: What the other service has.
/// - Returns: What to store; nil to take theirs.
package typealias MergeRule =
    @Sendable (_ base: String?, _ ours: String, _ theirs: String) -> ObjectDraft?
