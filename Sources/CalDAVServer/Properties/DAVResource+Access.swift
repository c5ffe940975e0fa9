import Agenda
import Store
import WebDAV

/// Properties that every resource has (RFC 4918, 15; RFC 5397; RFC 3744, 5).
extension DAVResource {
    static let common: [XMLName: @Sendable (DAVResource) -> PropertyContent?] = [
        .dav("resourcetype"): { resource in .written { resource.writeTypes(to: &$0) } },
        .dav("displayname"): { $0.displayName.map(PropertyContent.text) },
        .dav("current-user-principal"): { .link(.principal(owner: $0.account.id.text)) },
        .dav("principal-collection-set"): { _ in .link(.principals) },
        .dav("owner"): { $0.owner.map(PropertyContent.link) },
        .dav("current-user-privilege-set"): { resource in
            .written { xml in
                for privilege in resource.privileges { Self.write(privilege, to: &xml) }
            }
        },
        .dav("supported-privilege-set"): { _ in .written(Self.writeAllPrivileges) },
        .dav("acl"): { resource in .written { resource.writeAccess(to: &$0) } },
        .dav("acl-restrictions"): { _ in
            .written { xml in
                xml.element(.dav("grant-only"))
                xml.element(.dav("no-invert"))
            }
        },
        .dav("inherited-acl-set"): { _ in .empty },
        .dav("supported-report-set"): { resource in
            .written { xml in
                for report in resource.reports {
                    xml.element(.dav("supported-report")) { xml in
                        xml.element(.dav("report")) { $0.element(report) }
                    }
                }
            }
        },
    ]

    private var displayName: String? {
        switch kind {
        case .root: "Meantime"
        case .principals, .homes, .delegates, .object, .tag, .message: nil
        case .inbox: "Inbox"
        case .outbox: "Outbox"
        case .principal(let person): person.name.isEmpty ? person.email : person.name
        case .home: account.name.isEmpty ? account.email : account.name
        case .calendar(let calendar): calendar.title
        }
    }

    /// The owner; for a group's calendar that's the reader, since a group has no principal.
    private var owner: DAVAddress? {
        switch kind {
        case .root, .principals, .homes: nil
        case .principal(let person): .principal(owner: person.id.text)
        case .delegates, .home, .inbox, .outbox, .message: .principal(owner: account.id.text)
        case .calendar(let calendar), .object(_, let calendar), .tag(_, let calendar):
            switch calendar.record.relation {
            case .own, .subscribed, .connected, .group: .principal(owner: account.id.text)
            case .mirrored(_, let owner, _): .principal(owner: owner.text)
            }
        }
    }

    private func writeTypes(to xml: inout XMLWriter) {
        switch kind {
        case .object, .tag, .message: return
        default: xml.element(.dav("collection"))
        }
        switch kind {
        case .principal: xml.element(.dav("principal"))
        case .delegates(let delegation):
            xml.element(.dav("principal"))
            xml.element(.calendarServer(delegation.rawValue))
        case .calendar: xml.element(.calDAV("calendar"))
        case .inbox: xml.element(.calDAV("schedule-inbox"))
        case .outbox: xml.element(.calDAV("schedule-outbox"))
        default: break
        }
    }

    /// What the account may do here (RFC 3744, 3; RFC 4791, 6.1.1).
    private var privileges: [XMLName] {
        let reading: [XMLName] = [.dav("read"), .dav("read-current-user-privilege-set")]
        switch kind {
        case .root, .principals, .homes, .principal, .delegates: return reading
        case .home:
            return reading + [
                .dav("read-acl"), .dav("write-properties"), .dav("bind"), .dav("unbind"),
            ]
        // Others deliver to the inbox, which the server does for them (RFC 6638, 6.1).
        case .inbox, .message: return reading + [.dav("read-acl"), .dav("unbind")]
        case .outbox:
            return reading + [.dav("read-acl"), .calDAV("schedule-send")] + Self.sending
        case .calendar(let calendar), .object(_, let calendar), .tag(_, let calendar):
            return reading + [.dav("read-acl"), .calDAV("read-free-busy")]
                + Self.writing(calendar.level)
        }
    }

    private static func writing(_ level: AccessLevel) -> [XMLName] {
        switch level {
        case .own, .connected:
            [
                .dav("write"), .dav("write-content"), .dav("write-properties"), .dav("bind"),
                .dav("unbind"),
            ]
        case .group:
            [.dav("write-content"), .dav("write-properties"), .dav("bind"), .dav("unbind")]
        // What somebody stores with another's calendar is their own.
        case .full, .busy, .subscribed: [.dav("write-properties")]
        case .hidden: []
        }
    }

    private static func write(_ privilege: XMLName, to xml: inout XMLWriter) {
        xml.element(.dav("privilege")) { $0.element(privilege) }
    }

    /// The one entry of the list: what the account itself may do (RFC 3744, 5.5).
    private func writeAccess(to xml: inout XMLWriter) {
        xml.element(.dav("ace")) { xml in
            xml.element(.dav("principal")) { xml in
                xml.element(
                    .dav("href"),
                    text: DAVAddress.principal(owner: account.id.text).path
                )
            }
            xml.element(.dav("grant")) { xml in
                for privilege in privileges { Self.write(privilege, to: &xml) }
            }
            xml.element(.dav("protected"))
        }
    }

    /// The tree of privileges (RFC 3744, 5.3).
    private static func writeAllPrivileges(to xml: inout XMLWriter) {
        xml.element(.dav("supported-privilege")) { xml in
            write(.dav("all"), to: &xml)
            for (name, parts) in privilegeTree {
                xml.element(.dav("supported-privilege")) { xml in
                    write(name, to: &xml)
                    for part in parts {
                        xml.element(.dav("supported-privilege")) { write(part, to: &$0) }
                    }
                }
            }
        }
    }

    private static let privilegeTree: [(XMLName, [XMLName])] = [
        (
            .dav("read"),
            [.calDAV("read-free-busy"), .dav("read-current-user-privilege-set"), .dav("read-acl")]
        ),
        (
            .dav("write"),
            [.dav("write-content"), .dav("write-properties"), .dav("bind"), .dav("unbind")]
        ),
        (
            .calDAV("schedule-deliver"),
            [
                .calDAV("schedule-deliver-invite"), .calDAV("schedule-deliver-reply"),
                .calDAV("schedule-query-freebusy"),
            ]
        ),
        (.calDAV("schedule-send"), sending),
    ]

    /// The parts of `schedule-send` (RFC 6638, 6.2).
    private static let sending: [XMLName] = [
        .calDAV("schedule-send-invite"), .calDAV("schedule-send-reply"),
        .calDAV("schedule-send-freebusy"),
    ]

    private var reports: [XMLName] {
        let always: [XMLName] = [
            .dav("expand-property"), .dav("principal-match"), .dav("principal-property-search"),
            .dav("principal-search-property-set"), .dav("acl-principal-prop-set"),
        ]
        return switch kind {
        case .root, .principals, .homes, .principal, .delegates, .outbox, .message: always
        case .object, .tag: always + [.calDAV("calendar-query"), .calDAV("calendar-multiget")]
        case .inbox: always + [.calDAV("calendar-query"), .calDAV("calendar-multiget")]
        case .home, .calendar:
            always + [
                .calDAV("calendar-query"), .calDAV("calendar-multiget"),
                .calDAV("free-busy-query"), .dav("sync-collection"),
            ]
        }
    }
}
