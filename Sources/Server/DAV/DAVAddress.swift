import Store

/// What an address below `/dav/` names.
enum DAVAddress: Hashable {
    case root
    /// Where the principals are.
    case principals
    /// An account, as others address it (RFC 3744, 2).
    case principal(owner: String)
    /// Where an account's calendars are (RFC 4791, 6.2.1).
    case home(owner: String)
    case calendar(owner: String, CalendarID)
    case object(owner: String, CalendarID, Href)

    /// The root of everything that programs find.
    static let rootPath = "/dav/"

    /// Reads a path, with or without a slash at its end; nil if nothing can be there.
    init?(path: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.first == "dav" else { return nil }
        let decoded = parts.dropFirst().compactMap(percentDecoded)
        guard decoded.count == parts.count - 1 else { return nil }
        switch (decoded.first, decoded.count) {
        case (nil, _): self = .root
        case ("principals", 1): self = .principals
        case ("principals", 2): self = .principal(owner: decoded[1])
        case ("calendars", 2): self = .home(owner: decoded[1])
        case ("calendars", 3):
            guard let id = CalendarID(decoded[2]) else { return nil }
            self = .calendar(owner: decoded[1], id)
        case ("calendars", 4):
            guard let id = CalendarID(decoded[2]), let href = Href(decoded[3]) else { return nil }
            self = .object(owner: decoded[1], id, href)
        default: return nil
        }
    }

    /// The path that the server itself writes: collections end in a slash.
    var path: String {
        switch self {
        case .root: Self.rootPath
        case .principals: "\(Self.rootPath)principals/"
        case .principal(let owner): "\(Self.rootPath)principals/\(owner)/"
        case .home(let owner): "\(Self.rootPath)calendars/\(owner)/"
        case .calendar(let owner, let id): "\(Self.rootPath)calendars/\(owner)/\(id.text)/"
        case .object(let owner, let id, let href):
            "\(Self.rootPath)calendars/\(owner)/\(id.text)/\(href.text)"
        }
    }

    /// The account in the path, by ID or by e-mail address; nil if it names none.
    var owner: String? {
        switch self {
        case .root, .principals: nil
        case .principal(let owner), .home(let owner), .calendar(let owner, _),
            .object(let owner, _, _):
            owner
        }
    }
}
