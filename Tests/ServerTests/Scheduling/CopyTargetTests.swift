import HTTPTypes
import Testing

@testable import Server

/// What PUT, COPY and MOVE do where something is already, and where its UID is in use (RFC 4791, 5.3.2.1).
@Suite("Writing over another event")
struct CopyTargetTests {
    /// A row: a write to an address, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: String
        /// The event that is copied, moved or put: `one` or `two`.
        let event: String
        /// Whether it goes to the other calendar, which has `one` as `one.ics` and `three` as `three.ics`.
        var isElsewhere = true
        let target: String
        var overwrite: String?
        let status: Int
        /// The event that is in the way, as the answer names it.
        var other: String?

        var testDescription: String {
            "\(method) \(event) to \(isElsewhere ? "other" : "own")/\(target) \(overwrite ?? "-")"
        }
    }

    static let rows =
        ["COPY", "MOVE"].flatMap { method in
            [
                Row(method: method, event: "one", target: "one.ics", status: 204),
                Row(method: method, event: "one", target: "one.ics", overwrite: "T", status: 204),
                Row(method: method, event: "one", target: "one.ics", overwrite: "F", status: 412),
                Row(method: method, event: "two", target: "new.ics", overwrite: "F", status: 201),
                Row(method: method, event: "two", target: "three.ics", status: 409, other: "three"),
                Row(
                    method: method,
                    event: "two",
                    target: "three.ics",
                    overwrite: "T",
                    status: 409,
                    other: "three"
                ),
                Row(method: method, event: "two", target: "three.ics", overwrite: "F", status: 412),
                Row(method: method, event: "one", target: "new.ics", status: 409, other: "one"),
                Row(method: method, event: "one", target: "three.ics", status: 409, other: "one"),
                Row(
                    method: method,
                    event: "one",
                    isElsewhere: false,
                    target: "two.ics",
                    overwrite: "T",
                    status: 409,
                    other: method == "COPY" ? "one" : "two"
                ),
                Row(
                    method: method,
                    event: "one",
                    isElsewhere: false,
                    target: "two.ics",
                    overwrite: "F",
                    status: 412
                ),
            ]
        } + [
            Row(method: "PUT", event: "two", target: "three.ics", status: 409, other: "three"),
            Row(method: "PUT", event: "one", target: "three.ics", status: 409, other: "one"),
            Row(method: "PUT", event: "one", target: "new.ics", status: 409, other: "one"),
            Row(method: "PUT", event: "one", target: "one.ics", status: 204),
        ]

    @Test("An event keeps its UID, whatever is written to its address", arguments: rows)
    func targets(row: Row) async throws {
        try await DAVTests.run { client, _ in
            let own = client.calendar
            let other = client.home + "other/"
            _ = try await client.request("MKCALENDAR", other)
            for path in [own + "one", own + "two", other + "one", other + "three"] {
                let uid = String(path.split(separator: "/").last ?? "")
                let put = try await client.request("PUT", path + ".ics", DAVTests.event(uid))
                #expect(put.status == .created)
            }
            let place = row.isElsewhere ? other : own
            let answer: TestResponse
            if row.method == "PUT" {
                let text = DAVTests.event(row.event)
                answer = try await client.request("PUT", place + row.target, text)
            } else {
                var headers = ["Destination": place + row.target]
                headers["Overwrite"] = row.overwrite
                let source = own + row.event + ".ics"
                answer = try await client.request(row.method, source, headers: headers)
            }
            #expect(answer.status.code == row.status, "\(answer.text)")
            guard row.status >= 400 else { return }
            for path in [own + "one", own + "two", other + "one", other + "three"] {
                let uid = String(path.split(separator: "/").last ?? "")
                let kept = try await client.request("GET", path + ".ics")
                #expect(kept.text == DAVTests.event(uid))
            }
            guard let inTheWay = row.other else { return }
            #expect(answer.text.contains("no-uid-conflict"), "\(answer.text)")
            #expect(
                answer.text.contains("<D:href>\(place)\(inTheWay).ics</D:href>"),
                "\(answer.text)"
            )
        }
    }
}
