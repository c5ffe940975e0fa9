import ServerBase
import WebDAV

/// A calendar at another CalDAV server.
struct CalDAVCalendar: ExternalCalendarClient {
    let client: CalDAVClient
    let address: ExternalCalendarAddress

    init(_ fetcher: ExternalCalendarFetcher, at address: ExternalCalendarAddress) {
        client = CalDAVClient(fetcher, credentials: address.credentials)
        self.address = address
    }

    func state() async throws(ExternalCalendarFailure) -> ForeignState {
        try await client.state(of: address)
    }

    func changes(since token: String?) async throws(ExternalCalendarFailure) -> ForeignChanges? {
        try await client.changes(in: address, since: token)
    }

    func members() async throws(ExternalCalendarFailure) -> ForeignChanges {
        try await client.members(of: address)
    }

    func objects(_ hrefs: [ForeignHref]) async throws(ExternalCalendarFailure) -> [ToldMember] {
        try await client.objects(hrefs, in: address)
    }

    func store(
        _ text: String,
        at path: String,
        if condition: ExternalWriteCondition,
        known: String?
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        try await client.store(text, at: address.at(path), if: condition)
    }

    func remove(
        at path: String,
        if condition: ExternalWriteCondition
    ) async throws(ExternalCalendarFailure) -> ExternalWriteAnswer {
        try await client.remove(at: address.at(path), if: condition)
    }

    func kept(of text: String) async -> String? { nil }

    /// Under its UID, if that can stand in a path.
    func paths(forUID uid: String, orElse random: String) -> [String] {
        let isPlain =
            (1...Limits.pathUIDBytesMax).contains(uid.utf8.count)
            && uid.utf8.allSatisfy(Self.isPlainInPath)
        let digest = String(sha256Text(Array(uid.utf8)).prefix(32))
        return ((isPlain ? [uid] : []) + [digest, random]).map { collection + $0 + ".ics" }
    }

    func isStrong(_ etag: String) -> Bool { CalDAVClient.strongTag(etag) != nil }

    private static func isPlainInPath(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// The path of the calendar, in the spelling of its members'.
    private var collection: String {
        let path = ForeignHref(address.path)?.path ?? address.path
        return path.hasSuffix("/") ? path : path + "/"
    }
}
