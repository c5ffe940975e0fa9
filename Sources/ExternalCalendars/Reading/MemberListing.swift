import ServerBase
import Store
import WebDAV

/// What has changed in a calendar at another server since it was read last.
struct MemberListing: Sendable {
    /// A member that may have changed.
    struct Member: Sendable {
        let href: ForeignHref
        let etag: String?
    }

    /// Whether it lists all members, rather than changes.
    let isWhole: Bool
    /// Where the next changes begin; nil if the server doesn't tell changes.
    private(set) var syncToken: String?
    /// Whether the server told all of it.
    private(set) var isComplete = true
    private var members: [String: Member] = [:]
    private var gone: Set<String> = []
    private var untold: Set<String> = []

    init(isWhole: Bool, syncToken: String? = nil) {
        self.isWhole = isWhole
        self.syncToken = syncToken
    }

    /// How many members it's about.
    var count: Int { members.count + gone.count + untold.count }

    /// The paths that it's about.
    var paths: Set<String> { Set(members.keys).union(gone) }

    /// Adds an answer; what comes later counts.
    mutating func add(_ changes: ForeignChanges) {
        syncToken = changes.syncToken ?? syncToken
        isComplete = isComplete && !changes.hasUnknown
        for href in changes.removed
        where href.path.utf8.count <= Limits.foreignPathBytesMax {
            members[href.path] = nil
            gone.insert(href.path)
        }
        for (href, etag) in changes.changed
        where href.path.utf8.count <= Limits.foreignPathBytesMax {
            gone.remove(href.path)
            members[href.path] = Member(href: href, etag: etag)
        }
        for href in changes.untold {
            isComplete = false
            untold.insert(href.path)
        }
    }

    /// The members to read: those with another ETag than before, in the order of their paths.
    func changed(since known: [ExternalMember]) -> [ForeignHref] {
        var etags: [String: String] = [:]
        for member in known { etags[member.path] = member.foreignETag }
        return members.values.filter { $0.etag == nil || etags[$0.href.path] != $0.etag }
            .map(\.href).sorted { $0.path < $1.path }
    }

    /// The known members that are gone, or that aren't listed any more.
    func removed(from known: [ExternalMember]) -> [String] {
        known.map(\.path).filter { path in
            isWhole
                ? members[path] == nil && !untold.contains(path)
                : gone.contains(path)
        }
    }
}
