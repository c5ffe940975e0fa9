import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// Tokens of calendars and of the home (RFC 6578).
@Suite("Sync tokens")
struct SyncTokenTests {
    private static func body(since token: String, level: String = "1") -> String {
        """
        <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token>\
        <D:sync-level>\(level)</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>
        """
    }

    private static func sync(
        _ client: DAVTests.Client,
        _ path: String,
        since token: String = "",
        level: String = "1"
    ) async throws -> (xml: XMLElement, token: String) {
        let xml = try await client.xml("REPORT", path, body(since: token, level: level))
        return (xml, try #require(xml.first(.dav("sync-token"))?.text))
    }

    @Test("The property is the token that a report gives, whatever changes elsewhere")
    func propertyAndReport() async throws {
        try await DAVTests.run { client, _ in
            let other = client.home + "other/"
            _ = try await client.request("MKCALENDAR", other)
            _ = try await client.put("one.ics", DAVTests.event("one"))
            for path in [client.home, other, client.calendar] {
                let first = try await Self.sync(client, path).token
                #expect(try await client.syncToken(of: path) == first, "\(path)")
            }
            let before = try await Self.sync(client, other).token
            _ = try await client.put("two.ics", DAVTests.event("two"))
            #expect(try await client.syncToken(of: other) == before, "nothing changed in it")
            #expect(try await Self.sync(client, other, since: before).token == before)
            for path in [client.home, client.calendar] {
                let first = try await Self.sync(client, path).token
                let lines = "DTSTART:20260313T100000Z\r\nX-PATH:\(path.count)"
                _ = try await client.put("two.ics", DAVTests.event("two", lines))
                let next = try await Self.sync(client, path, since: first)
                #expect(next.token != first, "\(path)")
                #expect(try await client.syncToken(of: path) == next.token, "\(path)")
                let end = try await Self.sync(client, path, since: next.token)
                #expect(end.xml.all(.dav("response")).isEmpty, "\(path)")
            }
        }
    }

    @Test("A name that a new calendar has taken isn't reported as gone")
    func takenName() async throws {
        try await DAVTests.run { client, _ in
            let path = client.home + "work/"
            _ = try await client.request("MKCALENDAR", path)
            let token = try await Self.sync(client, client.home).token
            #expect(try await client.request("DELETE", path).status == .noContent)
            _ = try await client.request("MKCALENDAR", path)
            let next = try await Self.sync(client, client.home, since: token).xml
            #expect(DAVTests.Client.statuses(next) == ["work 200"])
        }
    }

    @Test("A removed calendar is reported by its name, also when the bin has been emptied")
    func removedName() async throws {
        try await DAVTests.run { client, visitor in
            let path = client.home + "work/"
            _ = try await client.request("MKCALENDAR", path)
            let token = try await Self.sync(client, client.home).token
            _ = try await client.request("DELETE", path)
            #expect(try await visitor.request(.delete, "/api/v1/bin").status.code < 300)
            let next = try await Self.sync(client, client.home, since: token).xml
            #expect(DAVTests.Client.statuses(next) == ["work 404"])
        }
    }

    @Test("What is in the calendars of a home has to be asked for calendar by calendar")
    func levels() async throws {
        try await DAVTests.run { client, _ in
            let (deep, token) = try await Self.sync(client, client.home, level: "infinite")
            let answers = deep.all(.dav("response"))
            #expect(!answers.isEmpty)
            for answer in answers {
                #expect(answer.first(.dav("status"))?.text.contains("403") == true)
                let reason = answer.first(.dav("error"))?.children.first?.name
                #expect(reason == .dav("sync-traversal-supported"))
            }
            let later = try await Self.sync(client, client.home, since: token, level: "infinite")
            #expect(later.xml.all(.dav("response")).isEmpty)
            let calendar = try await Self.sync(client, client.calendar, level: "infinite")
            #expect(calendar.xml.all(.dav("response")).isEmpty)
            let odd = try await client.request(
                "REPORT",
                client.home,
                Self.body(since: "", level: "2")
            )
            #expect(odd.status == .badRequest)
        }
    }
}

extension DAVTests.Client {
    /// The property `sync-token` of a collection.
    func syncToken(of path: String) async throws -> String? {
        let xml = try await xml("PROPFIND", path, DAVTests.props("<D:sync-token/>"))
        return xml.first(.dav("response")).flatMap {
            Self.property(.dav("sync-token"), of: $0)?.text
        }
    }
}
