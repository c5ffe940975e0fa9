import Agenda
import HTTPTypes
import Store
import WebDAV

/// Something below `/dav/`, with what its properties tell.
struct DAVResource {
    let kind: Kind
    let account: Account

    enum Kind {
        case root, principals, principal, home
        /// With the token of its last change.
        case calendar(CalendarRecord, ChangeToken)
        /// With the level at which the account sees it.
        case object(ObjectRecord, AccessLevel)
    }

    var address: DAVAddress {
        let owner = account.id.text
        return switch kind {
        case .root: .root
        case .principals: .principals
        case .principal: .principal(owner: owner)
        case .home: .home(owner: owner)
        case .calendar(let calendar, _): .calendar(owner: owner, calendar.id)
        case .object(let object, _): .object(owner: owner, object.calendar, object.href)
        }
    }

    private var level: AccessLevel? {
        switch kind {
        case .calendar(let calendar, _): calendar.relation.level
        case .object(_, let level): level
        default: nil
        }
    }

    /// The names of the properties that ``content(of:)`` knows for a resource of this kind.
    var names: [XMLName] {
        Self.known.filter { content(of: $0) != nil }
    }

    /// Writes what is in a property.
    typealias Content = (inout XMLWriter) -> Void

    /// What is in a property; nil if the resource doesn't have it.
    func content(of name: XMLName) -> Content? {
        Self.common[name]?(self) ?? ownContent(of: name)
    }

    private func ownContent(of name: XMLName) -> Content? {
        switch kind {
        case .root, .principals: nil
        case .principal, .home: principalContent(of: name)
        case .calendar(let calendar, let token): content(of: name, calendar, token)
        case .object(let object, _): Self.content(of: name, object)
        }
    }

    /// Properties that every resource has (RFC 4918, 15; RFC 5397; RFC 3744, 5).
    private static let common: [XMLName: @Sendable (DAVResource) -> Content?] = [
        .dav("resourcetype"): { resource in { xml in resource.writeTypes(to: &xml) } },
        .dav("displayname"): { resource in resource.displayName.map { text in { $0.text(text) } } },
        .dav("current-user-principal"): { $0.link(.principal(owner: $0.account.id.text)) },
        .dav("principal-collection-set"): { $0.link(.principals) },
        .dav("owner"): { resource in
            switch resource.kind {
            case .root, .principals: nil
            default: resource.link(.principal(owner: resource.account.id.text))
            }
        },
        .dav("current-user-privilege-set"): { resource in
            { xml in
                for privilege in resource.privileges {
                    xml.element(.dav("privilege")) { $0.element(privilege) }
                }
            }
        },
        .dav("supported-report-set"): { resource in
            { xml in
                for report in resource.reports {
                    xml.element(.dav("supported-report")) { xml in
                        xml.element(.dav("report")) { $0.element(report) }
                    }
                }
            }
        },
    ]

    /// Where the calendars of the account are, and who it is (RFC 4791, 6.2.1; RFC 6638, 2.4.1).
    private func principalContent(of name: XMLName) -> Content? {
        switch name {
        case .calDAV("calendar-home-set"): link(.home(owner: account.id.text))
        case .dav("principal-URL"): link(.principal(owner: account.id.text))
        case .calDAV("calendar-user-address-set"):
            { xml in xml.element(.dav("href"), text: "mailto:\(account.email)") }
        default: nil
        }
    }

    /// RFC 4791, 5.2; RFC 6578, 4; and the ctag and the colour that others made usual.
    private func content(
        of name: XMLName,
        _ calendar: CalendarRecord,
        _ token: ChangeToken
    ) -> Content? {
        switch name {
        case .calDAV("supported-calendar-component-set"):
            { $0.element(.calDAV("comp"), ["name": "VEVENT"]) }
        case .calDAV("supported-calendar-data"):
            {
                $0.element(
                    .calDAV("calendar-data"),
                    ["content-type": "text/calendar", "version": "2.0"]
                )
            }
        case .calDAV("max-resource-size"): { $0.text(String(Limits.objectBytesMax)) }
        case .dav("sync-token"): { $0.text(SyncToken(token).text) }
        case .calendarServer("getctag"): { $0.text(SyncToken(token).text) }
        case .apple("calendar-color"): { $0.text(HexadecimalColor.text(of: calendar.color)) }
        case .apple("calendar-order"): { $0.text(String(calendar.position)) }
        default: nil
        }
    }

    private static func content(of name: XMLName, _ object: ObjectRecord) -> Content? {
        switch name {
        case .dav("getetag"): { $0.text(object.etag) }
        case .dav("getcontenttype"): { $0.text("text/calendar; charset=utf-8; component=VEVENT") }
        case .dav("getcontentlength"): { $0.text(String(object.ical.utf8.count)) }
        case .calDAV("calendar-data"): { $0.text(object.ical) }
        default: nil
        }
    }

    private static let known: [XMLName] =
        Array(common.keys) + [
            .calDAV("calendar-home-set"), .dav("principal-URL"),
            .calDAV("calendar-user-address-set"), .calDAV("supported-calendar-component-set"),
            .calDAV("supported-calendar-data"), .calDAV("max-resource-size"), .dav("sync-token"),
            .calendarServer("getctag"), .apple("calendar-color"), .apple("calendar-order"),
            .dav("getetag"), .dav("getcontenttype"), .dav("getcontentlength"),
        ]

    private var displayName: String? {
        switch kind {
        case .root: "Meantime"
        case .principals, .object: nil
        case .principal, .home: account.name.isEmpty ? account.email : account.name
        case .calendar(let calendar, _): calendar.name
        }
    }

    private func writeTypes(to xml: inout XMLWriter) {
        if case .object = kind { return }
        xml.element(.dav("collection"))
        if case .principal = kind { xml.element(.dav("principal")) }
        if case .calendar = kind { xml.element(.calDAV("calendar")) }
    }

    /// What the account may do here (RFC 3744, 3; RFC 4791, 6.1.1).
    private var privileges: [XMLName] {
        let read: [XMLName] = [
            .dav("read"), .dav("read-current-user-privilege-set"), .calDAV("read-free-busy"),
        ]
        guard let level, Permission.allows(.writeEvents, at: level) else { return read }
        return read + [.dav("write-content"), .dav("bind"), .dav("unbind")]
    }

    private var reports: [XMLName] {
        guard case .calendar = kind else { return [] }
        return [
            .calDAV("calendar-query"), .calDAV("calendar-multiget"), .dav("sync-collection"),
        ]
    }

    private func link(_ address: DAVAddress) -> Content {
        { $0.element(.dav("href"), text: address.path) }
    }
}
