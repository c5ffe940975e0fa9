import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase

@Suite("Settings over HTTP")
struct SettingsTests {
    static let path = "/api/v1/settings"

    @Test("Settings are read and changed, but not overwritten without a matching precondition")
    func wholeLife() async throws {
        try await TestServer.runSignedIn { visitor in
            let first = try await visitor.request(.get, Self.path)
            #expect(first.text == "{}")
            let etag = try #require(first.headers[.eTag])
            let text = #"{"theme":"dark","sets":[{"name":"Work","calendars":[]}]}"#
            let put = try await visitor.request(
                .put,
                Self.path,
                text,
                headers: ["If-Match": etag]
            )
            #expect(put.status == .ok)
            #expect(try await visitor.request(.get, Self.path).text == text)
            let stale = try await visitor.request(
                .put,
                Self.path,
                "{}",
                headers: ["If-Match": etag]
            )
            #expect(stale.problem == "/problems/changed-elsewhere")
            let again = try await visitor.request(
                .put,
                Self.path,
                text,
                headers: ["If-Match": etag]
            )
            #expect(again.status == .ok, "another page had made the same choice")
            #expect(again.headers[.eTag] == put.headers[.eTag])
            #expect(
                try await visitor.request(.put, Self.path, "{}").status == .preconditionRequired
            )
        }
    }

    @Test(
        "Settings that aren't one JSON object are refused",
        arguments: ["", "[]", "1", "{", #"{"a":}"#, #"{"a":1} x"#]
    )
    func notReadable(body: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let put = try await visitor.request(
                .put,
                Self.path,
                body,
                headers: ["If-Match": "*"]
            )
            #expect(put.status == .badRequest)
        }
    }

    @Test(
        "Settings can be as large as the limit, and no larger",
        arguments: [(0, HTTPResponse.Status.ok), (1, .contentTooLarge)]
    )
    func limit(more: Int, status: HTTPResponse.Status) async throws {
        try await TestServer.runSignedIn { visitor in
            let frame = #"{"a":""}"#
            let filling = String(
                repeating: "x",
                count: Limits.settingsBytesMax - frame.utf8.count + more
            )
            let put = try await visitor.request(
                .put,
                Self.path,
                #"{"a":"\#(filling)"}"#,
                headers: ["If-Match": "*"]
            )
            #expect(put.status == status)
        }
    }

    @Test("Settings need a session")
    func signedOut() async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await visitor.client.execute(uri: Self.path, method: .get) { $0 }
            #expect(answer.problem == "/problems/not-signed-in")
        }
    }
}
