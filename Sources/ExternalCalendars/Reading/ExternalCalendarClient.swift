import ServerBase
import Store
import WebDAV

/// A calendar at another service, as ``CalendarStep`` reads and writes it: members with a path, an ETag
/// and a calendar object's text each, as CalDAV has them.
protocol ExternalCalendarClient: Sendable {
    /// How to notice that it has changed.
    func state() async throws(ExternalCalendarFailure) -> ForeignState

    /// What has changed since a token, or everything without one.
    ///
    /// If ``ForeignChanges/isCut`` there is more, after the new token.
    ///
    /// - Returns: The changes; nil if the service doesn't know the token any more, or doesn't tell
    ///   changes at all: then ``members()`` says what is there.
    func changes(since token: String?) async throws(ExternalCalendarFailure) -> ForeignChanges?

    /// The ETags of all members.
    func members() async throws(ExternalCalendarFailure) -> ForeignChanges

    /// Reads members, at most ``Limits/foreignObjectsPerRequestMax`` at once.
    ///
    /// - Returns: One for each that was asked for and answered.
    func objects(_ hrefs: [ForeignHref]) async throws(ExternalCalendarFailure) -> [ToldMember]

    /// Stores a calendar object's text at a path.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - path: Where it's stored.
    ///   - condition: What has to be there.
    ///   - known: What both sides had; nil for something new.
    /// - Returns: What the service said.
    /// - Throws: Why it couldn't be asked.
    func store(
        _ text: String,
        at path: String,
        if condition: ExternalWriteCondition,
        known: String?
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer

    /// Removes a member.
    func remove(
        at path: String,
        if condition: ExternalWriteCondition
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer

    /// What the service would give back of a text that was stored there; nil if that's all of it.
    func kept(of text: String) async -> String?

    /// Where something new may go, the best place first.
    ///
    /// - Parameters:
    ///   - uid: Its UID.
    ///   - random: A name that nobody has.
    /// - Returns: Paths, of which the last one isn't that of another member here.
    func paths(forUID uid: String, orElse random: String) -> [String]

    /// Whether an ETag names exactly one state, and can be sent back.
    func isStrong(_ etag: String) -> Bool
}

/// What a service said about a member that was asked for.
struct ToldMember: Sendable {
    let href: ForeignHref
    /// What it holds; nil if that couldn't be told.
    let object: ForeignObject?
    /// The status of the member as a whole; nil if only its properties have one.
    let status: Int?
    /// What is known of it if the service told it in a way that can't be read.
    var unread: UnreadMember?

    /// Whether it isn't there any more.
    var isGone: Bool { status == 404 || status == 410 }
}

/// What another service said to a change.
enum ExternalWriteAnswer: Hashable, Sendable {
    /// It has the change; with the ETag of exactly what was sent, if it said so.
    case taken(etag: String?)
    /// The member has changed there in the meantime, or the path of a new one is taken (412, at Google also 409).
    case changedElsewhere
    /// It has nothing there any more (404, 410).
    case gone
    /// It doesn't want the change, for good or for now.
    case refused(isForGood: Bool)
}

/// What has to be at a path for a change to be taken.
enum ExternalWriteCondition: Hashable, Sendable {
    case nothing
    /// Something with this strong ETag; with any if nil.
    case something(etag: String?)
}

extension ToldMember {
    /// What an answer says of the members that were asked for.
    static func members(_ asked: [ForeignHref], in answer: ForeignMultistatus) -> [ToldMember] {
        let wanted = Set(asked.map(\.path))
        let responses = answer.responses.filter { wanted.contains($0.href.path) }
        let readable = responses.filter { !$0.isDamaged }.map { response in
            ToldMember(
                href: response.href,
                object: ForeignObject(response),
                status: response.status
            )
        }
        var known = Set(readable.map(\.href.path))
        var damaged: [ToldMember] = []
        for response in responses
        where response.isDamaged && known.insert(response.href.path).inserted {
            damaged.append(ToldMember(unread: response.href, ForeignObject(response)))
        }
        guard answer.hasUnknown else { return readable + damaged }
        // One of those without an answer is what couldn't be read.
        let silent = asked.filter { !known.contains($0.path) }
        return readable + damaged + silent.map { ToldMember(unread: $0, nil) }
    }

    private init(unread href: ForeignHref, _ object: ForeignObject?) {
        self.href = href
        self.object = nil
        status = nil
        let etag = object?.etag.flatMap { etag in
            etag.utf8.count <= Limits.externalValidatorBytesMax ? etag : nil
        }
        unread = UnreadMember(
            path: href.path,
            foreignETag: etag,
            title: Self.shown(EventSummary(of: object?.text ?? "").title) ?? Self.name(of: href)
        )
    }

    /// The last part of an address, which is often named after the event.
    private static func name(of href: ForeignHref) -> String {
        let last = href.path.split(separator: "/").last.map(String.init) ?? href.path
        let name = last.hasSuffix(".ics") ? String(last.dropLast(4)) : last
        return shown(percentDecoded(name) ?? name) ?? "?"
    }

    private static func shown(_ text: String) -> String? {
        let characters = DisplayName.cleaned(text).unicodeScalars
        let name = String(characters.prefix(Limits.binTitleLengthMax))
        return name.isEmpty ? nil : name
    }
}
