/// A calendar at another service, as a listing of its home describes it.
package struct CalDAVCalendarEntry: Hashable, Sendable {
    package let href: ForeignHref
    /// The name that people see; empty if the service doesn't tell it.
    package let name: String
    /// The colour as `#rrggbb`; nil if the service doesn't tell it.
    package let color: String?
    /// The kinds of components that it takes, in capitals; empty if the service doesn't say.
    package let components: Set<String>
    /// Whether the service lets this account write; true if it doesn't say.
    package let canWrite: Bool
    package let state: ForeignState

    /// Reads a calendar from a response; nil for a resource that isn't a calendar.
    package init?(_ response: ForeignMultistatus.Response) {
        let types = response.property(.dav("resourcetype"))?.children.map { $0.name } ?? []
        guard types.contains(.dav("collection")), types.contains(.calDAV("calendar")) else {
            return nil
        }
        href = response.href
        let name = response.text(.dav("displayname")) ?? ""
        self.name = String(name.prefix(Limits.foreignNameLengthMax))
        color = response.text(.apple("calendar-color")).flatMap(Self.color)
        let set = response.property(.calDAV("supported-calendar-component-set"))
        components = Set(
            (set?.all(.calDAV("comp")) ?? []).compactMap { $0.attributes["name"]?.uppercased() }
        )
        canWrite = Self.canWrite(response.property(.dav("current-user-privilege-set")))
        state = ForeignState(response)
    }

    /// Whether it takes events.
    package var hasEvents: Bool { components.isEmpty || components.contains("VEVENT") }

    /// Apple writes the opacity after the colour.
    private static func color(_ text: String) -> String? {
        let digits = text.dropFirst().prefix(6).lowercased()
        let isColor =
            text.first == "#" && [7, 9].contains(text.utf8.count)
            && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        return isColor ? "#" + digits : nil
    }

    private static func canWrite(_ set: XMLElement?) -> Bool {
        guard let set else { return true }
        let granted = set.all(.dav("privilege")).flatMap { $0.children.map { $0.name } }
        return granted.contains { name in
            [.dav("all"), .dav("write"), .dav("write-content")].contains(name)
        }
    }
}

/// The state of a calendar at another service, by which changes are noticed.
package struct ForeignState: Hashable, Sendable {
    /// A tag that changes with every change in the calendar; nil if the service doesn't tell it.
    package let ctag: String?
    /// The token that the next `sync-collection` begins with; nil if the service doesn't tell it.
    package let syncToken: String?
    /// Whether the service says that it answers `sync-collection` (RFC 6578).
    package let hasSync: Bool

    package init(ctag: String?, syncToken: String?, hasSync: Bool) {
        self.ctag = ctag
        self.syncToken = syncToken
        self.hasSync = hasSync
    }

    package init(_ response: ForeignMultistatus.Response) {
        ctag = response.text(.calendarServer("getctag"))
        syncToken = response.text(.dav("sync-token"))
        let reports =
            response.property(.dav("supported-report-set"))?
            .all(.dav("supported-report")) ?? []
        hasSync = reports.contains { report in
            report.all(.dav("report")).contains { $0.first(.dav("sync-collection")) != nil }
        }
    }
}

/// The changes in a calendar at another service.
package struct ForeignChanges: Sendable {
    /// The members that are new or changed, with their ETags; nil if the service doesn't tell the
    /// ETag.
    package var changed: [(href: ForeignHref, etag: String?)] = []
    /// The members that are gone.
    package var removed: [ForeignHref] = []
    /// The members that the service couldn't report on this time; they stay as they were.
    package private(set) var untold: [ForeignHref] = []
    /// The token that the next changes begin with.
    package let syncToken: String?
    /// Whether there are more changes after the token (RFC 6578, 3.6).
    package private(set) var isCut = false
    /// Whether there may be members whose address couldn't be read.
    package private(set) var hasUnknown = false

    /// Takes changes that a service reports in another form, whose members have no origin.
    package init(
        changed: [(path: String, etag: String?)],
        removed: [String],
        untold: [String],
        syncToken: String?
    ) {
        self.changed = changed.compactMap { member in
            ForeignHref(member.path).map { ($0, member.etag) }
        }
        self.removed = removed.compactMap { ForeignHref($0) }
        self.untold = untold.compactMap { ForeignHref($0) }
        self.syncToken = syncToken
    }

    /// Reads the answer to a `sync-collection`, or a listing of the members.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - collection: The path of the calendar, which isn't one of its members.
    package init(_ answer: ForeignMultistatus, of collection: String) {
        syncToken = answer.syncToken
        hasUnknown = answer.hasUnknown
        let own = ForeignHref.spelled(collection)
        for response in answer.responses {
            if response.href.path == own || response.href.path + "/" == own {
                isCut = isCut || response.status == 507
                continue
            }
            // A damaged response tells little more than its member; reading the member shows the
            // rest.
            switch response.isDamaged ? nil : response.status {
            case nil, 200?:
                let types = response.property(.dav("resourcetype"))
                guard !response.href.isOfCollection, types?.first(.dav("collection")) == nil else {
                    continue
                }
                changed.append((response.href, response.text(.dav("getetag"))))
            case 404?, 410?: removed.append(response.href)
            default: untold.append(response.href)
            }
        }
    }
}

/// An object in a calendar at another service.
package struct ForeignObject: Hashable, Sendable {
    package let href: ForeignHref
    package let etag: String?
    /// The calendar object's text.
    package let text: String

    package init(href: ForeignHref, etag: String?, text: String) {
        self.href = href
        self.etag = etag
        self.text = text
    }

    /// Reads an object from the answer to a multiget; nil without a text.
    package init?(_ response: ForeignMultistatus.Response) {
        guard let text = response.property(.calDAV("calendar-data"))?.text, !text.isEmpty else {
            return nil
        }
        href = response.href
        etag = response.text(.dav("getetag"))
        self.text = text
    }
}
