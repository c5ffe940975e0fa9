import Agenda
import HTTPTypes
import Store
import WebDAV

/// Something below `/dav/`, with what its properties tell.
struct DAVResource {
    let kind: Kind
    /// Who asks.
    let account: Account
    /// What programs of the account stored with its home or its principal, by name.
    var stored: [String: String] = [:]

    enum Kind {
        case root, principals, homes
        /// The account's own, or that of a fellow member.
        case principal(Person)
        /// Of the account itself.
        case delegates(DAVAddress.Delegation)
        /// With the token of the last change of what is in it.
        case home(HomeState)
        case calendar(HomeCalendar)
        case object(ObjectRecord, HomeCalendar)
        /// One whose text isn't needed.
        case tag(ObjectTag, HomeCalendar)
        case inbox(InboxState)
        case outbox
        /// Something in the inbox.
        case message(InboxMessage)
    }

    /// A person as others find them.
    struct Person: Hashable {
        let id: AccountID
        let name: String
        /// Only of the account itself: fellow members don't see each other's addresses.
        let email: String?
    }

    /// What a home tells of what is in it.
    struct HomeState {
        let token: ChangeToken
        /// The key by which push services know this server.
        let pushKey: String
        /// What the account's calendars hold, if that was asked for.
        var quota: DAVQuota?
    }

    var address: DAVAddress {
        let owner = account.id.text
        return switch kind {
        case .root: .root
        case .principals: .principals
        case .homes: .homes
        case .principal(let person): .principal(owner: person.id.text)
        case .delegates(let delegation): .delegates(owner: owner, delegation)
        case .home: .home(owner: owner)
        case .calendar(let calendar): .calendar(owner: owner, name: calendar.name)
        case .object(let object, let calendar):
            .object(owner: owner, calendar: calendar.name, object.href)
        case .tag(let tag, let calendar):
            .object(owner: owner, calendar: calendar.name, tag.href)
        case .inbox: .inbox(owner: owner)
        case .outbox: .outbox(owner: owner)
        case .message(let message): .message(owner: owner, message.href)
        }
    }

    /// The version of what is here, in quotes; nil if there are none (RFC 4918, 15.6).
    var entityTag: String? {
        switch kind {
        case .object(let object, _): object.etag
        case .tag(let tag, _): tag.etag
        case .message(let message): message.etag
        case .calendar(let calendar): calendar.token.etag
        default: nil
        }
    }

    /// The names of all properties that it has, but for those of single specifications' own use.
    var names: [XMLName] { named(among: Self.known) }

    /// The names of the properties that a program gets when it asks for all (RFC 4918, 9.1).
    ///
    /// Those that later specifications added have to be asked for by name (RFC 3744, 5; RFC 4791,
    /// 5.2; RFC 6578, 4), but for the home: programs search for people without asking for it.
    var namesInAll: [XMLName] { named(among: Self.inAll) }

    private func named(among names: [XMLName]) -> [XMLName] {
        names.filter { content(of: $0) != nil }
            + storedProperties.keys.sorted().compactMap(XMLName.init(key:))
            .filter { !Self.known.contains($0) }
    }

    /// What is in a property; nil if the resource doesn't have it.
    func content(of name: XMLName) -> PropertyContent? {
        if case .calendar(let calendar) = kind, let own = Self.own(name, of: calendar) {
            return own
        }
        if let common = Self.common[name] { return common(self) }
        if name == .dav("getetag") { return entityTag.map(PropertyContent.text) }
        let content: PropertyContent? =
            switch kind {
            case .root, .principals, .homes: nil
            case .principal(let person): principalContent(of: name, person)
            case .delegates: Self.delegatesContent(of: name)
            case .home(let state): homeContent(of: name, state)
            case .calendar(let calendar): Self.content(of: name, calendar)
            case .object(let object, let calendar):
                Self.content(of: name, object, in: calendar)
                    ?? Self.scheduling(name, object, in: calendar)
            case .tag: nil
            case .inbox(let state): Self.content(of: name, state)
            case .outbox: Self.outboxContent(of: name)
            case .message(let message): Self.content(of: name, message)
            }
        return content ?? pushContent(of: name)
            ?? storedProperties[name.key].map(PropertyContent.stored)
    }

    private var storedProperties: [String: String] {
        if case .calendar(let calendar) = kind { return calendar.stored }
        return stored
    }

    /// Whether the server alone decides what is in a property.
    static func isProtected(_ name: XMLName) -> Bool {
        name.namespace == XMLName.Namespace.dav || protected.contains(name)
            || name == .calDAV("calendar-data")
    }

    /// Properties that the server answers by itself, besides those of WebDAV.
    private static let protected = Set(known + calendarNames + pushNames)
        .subtracting([.apple("calendar-color"), .apple("calendar-order")])

    private static let inAll: [XMLName] = [
        .dav("resourcetype"), .dav("displayname"), .dav("getetag"), .dav("getcontenttype"),
        .dav("getcontentlength"), .calendarServer("getctag"), .apple("calendar-color"),
        .apple("calendar-order"), .calDAV("calendar-home-set"),
    ]

    private static let known: [XMLName] =
        common.keys.sorted { $0.local < $1.local } + [
            .calDAV("calendar-home-set"), .dav("principal-URL"), .dav("alternate-URI-set"),
            .dav("group-member-set"), .dav("group-membership"),
            .calDAV("calendar-user-address-set"), .calDAV("calendar-user-type"),
            .calDAV("supported-calendar-component-set"), .calDAV("supported-calendar-data"),
            .calDAV("max-resource-size"), .dav("sync-token"), .calendarServer("getctag"),
            .apple("calendar-color"), .apple("calendar-order"), .dav("getetag"),
            .dav("getcontenttype"), .dav("getcontentlength"),
        ]

    private static let calendarNames: [XMLName] = [
        .calDAV("supported-collation-set"), .calDAV("min-date-time"), .calDAV("max-date-time"),
        .calDAV("max-instances"), .calDAV("max-attendees-per-instance"),
        .calDAV("supported-calendar-component-sets"), .calendarServer("email-address-set"),
        .calendarServer("calendar-proxy-read-for"), .calendarServer("calendar-proxy-write-for"),
        .calDAV("schedule-inbox-URL"), .calDAV("schedule-outbox-URL"), .calDAV("schedule-tag"),
        .calDAV("schedule-default-calendar-URL"), .calDAV("calendar-availability"),
    ]
}

extension XMLName {
    /// Reads a ``key``; nil for another text.
    init?(key: String) {
        guard key.hasPrefix("{"), let end = key.lastIndex(of: "}") else { return nil }
        self.init(
            namespace: String(key[key.index(after: key.startIndex)..<end]),
            local: String(key[key.index(after: end)...])
        )
    }
}
