import WebDAV

/// A calendar at another service, as ``CalendarStep`` reads and writes it: members with a path, an ETag
/// and a calendar object's text each, as CalDAV has them.
protocol RemoteCalendar: Sendable {
    /// How to notice that it has changed.
    func state() async throws(SourceFailure) -> ForeignState

    /// What has changed since a token, or everything without one.
    ///
    /// If ``ForeignChanges/isCut`` there is more, after the new token.
    ///
    /// - Returns: The changes; nil if the service doesn't know the token any more, or doesn't tell
    ///   changes at all: then ``members()`` says what is there.
    func changes(since token: String?) async throws(SourceFailure) -> ForeignChanges?

    /// The ETags of all members.
    func members() async throws(SourceFailure) -> ForeignChanges

    /// Reads members, at most ``Limits/foreignObjectsPerRequestMax`` at once.
    ///
    /// - Returns: One for each that was asked for and answered.
    func objects(_ hrefs: [ForeignHref]) async throws(SourceFailure) -> [ToldMember]

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
        if condition: RemoteCondition,
        known: String?
    ) async throws(SourceFailure) -> RemoteAnswer

    /// Removes a member.
    func remove(
        at path: String,
        if condition: RemoteCondition
    ) async throws(SourceFailure) -> RemoteAnswer

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

    /// Whether it isn't there any more.
    var isGone: Bool { status == 404 || status == 410 }
}

/// What another service said to a change.
enum RemoteAnswer: Hashable, Sendable {
    /// It has the change; with the ETag of exactly what was sent, if it said so.
    case taken(etag: String?)
    /// It has something else by now (412).
    case changedElsewhere
    /// It has nothing there any more (404, 410).
    case gone
    /// It doesn't want the change, for good or for now.
    case refused(isForGood: Bool)
}

/// What has to be at a path for a change to be taken.
enum RemoteCondition: Hashable, Sendable {
    case nothing
    /// Something with this strong ETag; with any if nil.
    case something(etag: String?)
}
