import Store
import WebDAV

extension DAVResource {
    /// Where the calendars of the account are, and who it is (RFC 4791, 6.2.1; RFC 3744, 4; RFC 6638, 2.4).
    func principalContent(of name: XMLName, _ person: Person) -> PropertyContent? {
        let address = DAVAddress.principal(owner: person.id.text)
        return switch name {
        case .dav("principal-URL"): .link(address)
        case .calDAV("calendar-user-address-set"):
            .written { xml in
                for href in Self.addresses(of: person) { xml.element(.dav("href"), text: href) }
            }
        case .calDAV("calendar-user-type"): .text("INDIVIDUAL")
        case .dav("alternate-URI-set"), .dav("group-member-set"), .dav("group-membership"):
            .empty
        default: person.id == account.id ? ownContent(of: name) : nil
        }
    }

    private static func addresses(of person: Person) -> [String] {
        (person.email.map { ["mailto:\($0)"] } ?? [])
            + ["urn:uuid:\(person.id.text)", DAVAddress.principal(owner: person.id.text).path]
    }

    /// What an account is told of itself alone; nobody can act for it (Apple's `calendar-proxy`).
    private func ownContent(of name: XMLName) -> PropertyContent? {
        switch name {
        case .calDAV("calendar-home-set"): .link(.home(owner: account.id.text))
        case .calDAV("schedule-inbox-URL"): .link(.inbox(owner: account.id.text))
        case .calDAV("schedule-outbox-URL"): .link(.outbox(owner: account.id.text))
        case .calendarServer("email-address-set"):
            .written { $0.element(.calendarServer("email-address"), text: account.email) }
        case .calendarServer("calendar-proxy-read-for"),
            .calendarServer("calendar-proxy-write-for"):
            .empty
        default: nil
        }
    }

    static func delegatesContent(of name: XMLName) -> PropertyContent? {
        switch name {
        case .dav("group-member-set"), .dav("group-membership"), .dav("alternate-URI-set"): .empty
        default: nil
        }
    }

    func homeContent(of name: XMLName, _ state: HomeState) -> PropertyContent? {
        switch name {
        case .dav("sync-token"), .calendarServer("getctag"): .text(SyncToken(state.token).text)
        case .dav("quota-used-bytes"): state.quota.map { .text(String($0.usedBytes)) }
        case .dav("quota-available-bytes"): state.quota.map { .text(String($0.availableBytes)) }
        case .calDAV("supported-calendar-component-sets"):
            .written { xml in
                for names in [CalendarComponents.all] + CalendarComponents.all.map({ [$0] }) {
                    xml.element(.calDAV("supported-calendar-component-set")) { xml in
                        for name in names { xml.element(.calDAV("comp"), ["name": name]) }
                    }
                }
            }
        case .calDAV("calendar-home-set"), .dav("principal-URL"),
            .calDAV("calendar-user-address-set"):
            principalContent(
                of: name,
                Person(id: account.id, name: account.name, email: account.email)
            )
        default: nil
        }
    }
}
