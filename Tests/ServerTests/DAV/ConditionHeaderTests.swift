import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// Conditions of requests that change something (RFC 9110, 13.1; RFC 4918, 10.4).
@Suite("Conditions of programs")
struct ConditionHeaderTests {
    typealias Client = DAVTests.Client

    struct Row: CustomStringConvertible {
        let headers: [String: String]
        let status: Int

        var description: String { "\(headers)" }
    }

    private static func token(_ client: Client) async throws -> String {
        let xml = try await client.xml(
            "PROPFIND",
            client.calendar,
            DAVTests.props("<D:sync-token/>")
        )
        let response = try #require(xml.first(.dav("response")))
        return try #require(Client.property(.dav("sync-token"), of: response)?.text)
    }

    private static func rows(_ etag: String, in client: Client) -> [Row] {
        let (met, unmet, malformed) = (204, 412, 400)
        let lists = [
            ("If-Match", #""x", \#(etag)"#, met), ("If-Match", "W/\(etag)", unmet),
            ("If-Match", "*", met), ("If-Match", #""a,b""#, unmet), ("If-Match", #""a"#, malformed),
            ("If-Match", "", malformed), ("If-Match", "*, \(etag)", malformed),
            ("If-Match", etag.replacing("\"", with: #"\""#), met),
            ("If-None-Match", #""x""#, met), ("If-None-Match", #""x", \#(etag)"#, unmet),
            // The weak comparison passes over the mark (RFC 9110, 13.1.2).
            ("If-None-Match", "W/\(etag)", unmet), ("If-None-Match", "*", unmet),
            ("If-None-Match", ",", malformed),
            ("If-Schedule-Tag-Match", "*", malformed),
            ("If-Schedule-Tag-Match", #""a", "b""#, malformed),
            ("If", "([\(etag)])", met), ("If", #"(["x"])"#, unmet), ("If", "([W/\(etag)])", unmet),
            ("If", "(<urn:uuid:lock>)", unmet), ("If", "(Not <urn:uuid:lock>)", met),
            ("If", "(<urn:uuid:lock> [\(etag)])", unmet),
            ("If", "(<urn:uuid:lock>) ([\(etag)])", met),
            ("If", "([\(etag)] Not <DAV:no-lock>)", met), ("If", "(Not [\(etag)])", unmet),
            ("If", "<\(client.calendar)one> ([\(etag)])", met),
            ("If", "<https://example.org\(client.calendar)one> ([\(etag)])", met),
            ("If", "<\(client.calendar)two> ([\(etag)])", unmet),
            ("If", "<\(client.calendar)gone> (Not [\(etag)])", met),
            ("If", "<\(client.calendar)> (<urn:meantime:sync:0>)", unmet),
            ("If", "", malformed), ("If", "(", malformed), ("If", "()", malformed),
            ("If", "<\(client.calendar)>", malformed),
        ]
        return lists.map { Row(headers: [$0.0: $0.1], status: $0.2) } + [
            Row(headers: ["If-Match": etag, "If": #"(["x"])"#], status: unmet),
            Row(headers: ["If-Match": #""x""#, "If": "([\(etag)])"], status: unmet),
            Row(headers: ["If-Match": etag, "If-None-Match": etag], status: unmet),
            Row(headers: ["If-Match": etag, "If-None-Match": #""x""#], status: met),
        ]
    }

    @Test("An event is written if all headers hold, and a header that can't be read is refused")
    func writing() async throws {
        try await DAVTests.run { client, _ in
            let text = DAVTests.event("one")
            let etag = try #require(try await client.put("one", text).headers[.eTag])
            _ = try await client.put("two", DAVTests.event("two"))
            for row in Self.rows(etag, in: client) {
                let response = try await client.put("one", text, headers: row.headers)
                #expect(response.status.code == row.status, "\(row)")
            }
            // The state of the calendar, by its token (RFC 6578, 5).
            let token = try await Self.token(client)
            let header = ["If": "<\(client.calendar)> (<\(token)>)"]
            #expect(
                try await client.put("new", DAVTests.event("new"), headers: header).status.code
                    == 201
            )
            let late = try await client.put("late", DAVTests.event("late"), headers: header)
            #expect(late.status == .preconditionFailed)
        }
    }

    @Test("All methods that change something look at the conditions")
    func methods() async throws {
        try await DAVTests.run { client, _ in
            let etag = try #require(
                try await client.put("one", DAVTests.event("one")).headers[.eTag]
            )
            let other = client.home + "other/"
            #expect(try await client.request("MKCALENDAR", other).status == .created)
            let patch = """
                <D:propertyupdate \(ReportTests.names)><D:set><D:prop><X:a xmlns:X="urn:x"/>\
                </D:prop></D:set></D:propertyupdate>
                """
            let rows = [
                ("PROPPATCH", client.calendar, patch, [:], "<\(client.calendar)one>", 207),
                ("COPY", client.calendar + "one", "", ["Destination": other + "one"], "", 201),
                (
                    "MOVE", client.calendar + "one", "", ["Destination": client.calendar + "two"],
                    "", 201
                ),
                ("DELETE", client.calendar + "two", "", [:], "", 204),
                ("DELETE", other, "", [:], "<\(other)one>", 204),
            ]
            for (method, path, body, headers, resource, success) in rows {
                let tries = [
                    (["If": "(<urn:uuid:lock>)"], 412), (["If": "("], 400),
                    (["If-Match": #""x""#], 412), (["If-Match": #""x"#], 400),
                    (["If": "\(resource) ([\(etag)])"], success),
                ]
                for (condition, status) in tries {
                    let response = try await client.request(
                        method,
                        path,
                        body,
                        headers: headers.merging(condition) { $1 }
                    )
                    #expect(response.status.code == status, "\(method) \(path) \(condition)")
                }
            }
        }
    }
}
