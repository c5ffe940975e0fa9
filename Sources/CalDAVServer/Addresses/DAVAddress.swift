import HTTPTypes
import Hummingbird
import Scheduling
import ServerBase
import Store
import Writing

/// What an address below `/dav/` names.
///
/// Names in it are as they are meant, without percent-encoding.
enum DAVAddress: Hashable {
    case root
    /// Where the principals are.
    case principals
    /// An account, as others address it (RFC 3744, 2).
    case principal(owner: String)
    /// Those who may act for an account, which is nobody (Apple's `calendar-proxy`).
    case delegates(owner: String, Delegation)
    /// Where the homes are.
    case homes
    /// Where an account's calendars are (RFC 4791, 6.2.1).
    case home(owner: String)
    /// A calendar by its ID, or by the name that a program gave it.
    case calendar(owner: String, name: String)
    case object(owner: String, calendar: String, Href)
    /// Where what others send to an account comes in (RFC 6638, 2.2).
    case inbox(owner: String)
    /// Where an account asks when others are free (RFC 6638, 2.1).
    case outbox(owner: String)
    /// Something in the inbox.
    case message(owner: String, Href)

    /// What delegates may do.
    enum Delegation: String, Hashable, CaseIterable {
        case read = "calendar-proxy-read"
        case write = "calendar-proxy-write"
    }

    /// The root of everything that programs find.
    static let rootPath = "/dav/"

    /// Names in a home that no calendar can have.
    private static let inboxName = "inbox"
    private static let outboxName = "outbox"

    /// Reads a path, with or without a slash at its end; nil if nothing can be there.
    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        // Some programs look at the root of the server first.
        guard parts != ["principals"] else {
            self = .principals
            return
        }
        guard !parts.isEmpty else {
            self = .root
            return
        }
        guard parts.first == "dav" else { return nil }
        let decoded = parts.dropFirst().compactMap(percentDecoded)
        guard decoded.count == parts.count - 1 else { return nil }
        switch (decoded.first, decoded.count) {
        case (nil, _): self = .root
        case ("principals", 1): self = .principals
        case ("principals", 2): self = .principal(owner: decoded[1])
        case ("principals", 3):
            guard let delegation = Delegation(rawValue: decoded[2]) else { return nil }
            self = .delegates(owner: decoded[1], delegation)
        case ("calendars", 1): self = .homes
        case ("calendars", 2): self = .home(owner: decoded[1])
        case ("calendars", 3) where decoded[2] == Self.inboxName: self = .inbox(owner: decoded[1])
        case ("calendars", 3) where decoded[2] == Self.outboxName:
            self = .outbox(owner: decoded[1])
        case ("calendars", 4) where decoded[2] == Self.inboxName:
            guard let href = Href(percentEncoded(decoded[3])) else { return nil }
            self = .message(owner: decoded[1], href)
        case ("calendars", 3):
            guard Self.canName(decoded[2]) else { return nil }
            self = .calendar(owner: decoded[1], name: decoded[2])
        case ("calendars", 4):
            guard Self.canName(decoded[2]), Self.canName(decoded[3]),
                let href = Href(percentEncoded(decoded[3]))
            else { return nil }
            self = .object(owner: decoded[1], calendar: decoded[2], href)
        default: return nil
        }
    }

    /// Reads an address as it stands in a request: a path, or a whole URL (RFC 4918, 8.3).
    init?(reference: String) {
        let text = reference.trimmingSpaces()
        guard !text.hasPrefix("/") else {
            self.init(path: text)
            return
        }
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let rest = text[scheme.upperBound...]
        self.init(path: String(rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...]))
    }

    /// Refuses to give a new calendar a name with control characters: they garble a log, a terminal
    /// or the name of an exported file.
    ///
    /// Events may have such names, since programs make these from UIDs, and some of those end in a
    /// line break.
    static func requirePrintable(_ name: String) throws(HTTPError) {
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw HTTPError(.badRequest, message: "A name has no control characters.")
        }
    }

    /// Whether something can have this name.
    private static func canName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= Href.lengthMax && !name.hasPrefix(".")
            && !name.utf8.contains(0)
    }

    /// The path that the server itself writes: collections end in a slash.
    var path: String {
        switch self {
        case .root: Self.rootPath
        case .principals: CalendarAddress.principalPrefix
        case .principal(let owner): "\(CalendarAddress.principalPrefix)\(percentEncoded(owner))/"
        case .delegates(let owner, let delegation):
            "\(CalendarAddress.principalPrefix)\(percentEncoded(owner))/\(delegation.rawValue)/"
        case .homes: "\(Self.rootPath)calendars/"
        case .home(let owner): "\(Self.rootPath)calendars/\(percentEncoded(owner))/"
        case .calendar(let owner, let name):
            "\(Self.rootPath)calendars/\(percentEncoded(owner))/\(percentEncoded(name))/"
        case .object(let owner, let name, let href):
            "\(Self.rootPath)calendars/\(percentEncoded(owner))/\(percentEncoded(name))/\(href.text)"
        case .inbox(let owner): DAVAddress.home(owner: owner).path + Self.inboxName + "/"
        case .outbox(let owner): DAVAddress.home(owner: owner).path + Self.outboxName + "/"
        case .message(let owner, let href): DAVAddress.inbox(owner: owner).path + href.text
        }
    }

    /// The account in the path, by ID or by e-mail address; nil if it names none.
    var owner: String? {
        switch self {
        case .root, .principals, .homes: nil
        case .principal(let owner), .delegates(let owner, _), .home(let owner),
            .calendar(let owner, _), .object(let owner, _, _), .inbox(let owner),
            .outbox(let owner), .message(let owner, _):
            owner
        }
    }

    /// The methods that may succeed here.
    var methods: [String] {
        let always = ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"]
        return switch self {
        case .root, .principals, .principal, .delegates, .homes, .inbox: always
        case .home, .outbox: always + ["POST"]
        case .calendar: always + ["MKCALENDAR", "MKCOL", "DELETE", "POST"]
        case .object: always + ["GET", "HEAD", "PUT", "DELETE", "COPY", "MOVE"]
        case .message: always + ["GET", "HEAD", "DELETE"]
        }
    }

    /// The calendar that is named, or that holds the named object; nil for anything else.
    var calendar: String? {
        switch self {
        case .calendar(_, let name), .object(_, let name, _): name
        default: nil
        }
    }
}
