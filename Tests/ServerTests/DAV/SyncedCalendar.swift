import Testing
import WebDAV

@testable import Server

/// A calendar as a program keeps it that only ever syncs (RFC 6578).
struct SyncedCalendar: Sendable {
    let path: String
    /// The ETags of the objects, by path.
    private(set) var objects: [String: String] = [:]
    private(set) var token = ""
    /// How often it had to be read anew because the token was refused.
    private(set) var restartCount = 0

    init(path: String) { self.path = path }

    static func body(since token: String, limit: Int? = nil, data: String = "") -> String {
        let limit = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
        return """
            <D:sync-collection xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
            <D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\(limit)\
            <D:prop><D:getetag/>\(data)</D:prop></D:sync-collection>
            """
    }

    /// Syncs until nothing is left out, with a limit for each piece.
    mutating func sync(_ client: DAVTests.Client, limit: Int? = nil) async throws {
        for _ in 0..<1_000 {
            guard try await syncPiece(client, limit: limit) else { return }
        }
        Issue.record("the sync of \(path) doesn't end")
    }

    /// Syncs one piece; returns whether there are more.
    mutating func syncPiece(_ client: DAVTests.Client, limit: Int? = nil) async throws -> Bool {
        let response = try await client.request(
            "REPORT",
            path,
            Self.body(since: token, limit: limit)
        )
        if response.status == .forbidden, response.text.contains("valid-sync-token") {
            #expect(!token.isEmpty, "an empty token is always valid")
            (objects, token) = ([:], "")
            restartCount += 1
            return true
        }
        #expect(response.status.code == 207, "\(response.text)")
        let xml = try XMLReader.read(Array(response.text.utf8))
        var named: Set<String> = []
        var (isCut, memberCount) = (false, 0)
        for member in xml.all(.dav("response")) {
            let href = try #require(member.first(.dav("href"))?.text)
            #expect(named.insert(href).inserted, "\(href) comes twice")
            let status = member.first(.dav("status"))?.text ?? "200"
            if status.contains("507") {
                #expect(href == path)
                isCut = true
                continue
            }
            memberCount += 1
            if status.contains("404") {
                objects[href] = nil
            } else {
                let etag = DAVTests.Client.property(.dav("getetag"), of: member)
                objects[href] = try #require(etag?.text)
            }
        }
        #expect(memberCount <= limit ?? .max)
        token = try #require(xml.first(.dav("sync-token"))?.text)
        return isCut
    }
}
