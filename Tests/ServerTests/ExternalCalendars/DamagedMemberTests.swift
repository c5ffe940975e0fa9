import HTTPTypes
import Outgoing
import Testing

@testable import Server
@testable import ServerBase

@Suite("Events that another server sends with characters that XML forbids")
struct DamagedMemberTests {
    /// Has the other server write some octets for each `~` in an event; the rest of it is XML.
    private static func damage(_ other: AccountElsewhere, with octets: [UInt8]) {
        other.rewrite { request, answer in
            guard isMultiget(request) else { return answer }
            let damaged = answer.octets.flatMap { $0 == UInt8(ascii: "~") ? octets : [$0] }
            return OutgoingResponse(
                status: answer.status,
                headers: answer.headers,
                octets: damaged
            )
        }
    }

    private static func isMultiget(_ request: OutgoingRequest) -> Bool {
        String(decoding: request.body ?? [], as: UTF8.self).contains("calendar-multiget")
    }

    private static func unread(
        _ other: AccountElsewhere,
        _ calendar: String
    ) async throws -> [String]? {
        guard let unread = try await other.source(calendar)["unread"] else { return nil }
        guard case .array(let titles)? = unread["titles"] else { return [] }
        #expect(unread["count"] == .number(Double(titles.count)))
        return titles.compactMap(\.text)
    }

    @Test("The event alone is left out and named, isn't asked for again, and is read once mended")
    func leftOut() async throws {
        try await AccountElsewhere.run { other in
            let rows: [(name: String, octets: [UInt8])] = [
                ("U+0008", [8]), ("U+0000", [0]), ("U+FFFF", [0xEF, 0xBF, 0xBF]),
                ("Latin 1", [0xE9]), ("&#8;", Array("&#8;".utf8)),
                ("&#xD800;", Array("&#xD800;".utf8)), ("&nbsp;", Array("&nbsp;".utf8)),
                ("<b>", Array("<b>".utf8)),
            ]
            let bobs = other.bob.calendar
            for uid in ["bad", "good"] { try await other.bob.create(uid, title: uid) }
            let calendar = try await other.connect()
            for (number, row) in rows.enumerated() {
                Self.damage(other, with: row.octets)
                let uid = "new\(number)"
                try await other.bob.add(
                    event(uid, title: uid, more: "DESCRIPTION:a~b"),
                    uid + ".ics",
                    to: bobs
                )
                try await other.bob.rewrite("good", in: bobs) {
                    $0.replacing(#/SUMMARY:.*/#, with: "SUMMARY:good \(number)")
                }
                try await other.step(calendar, isWanted: false)
                #expect(try await Self.unread(other, calendar) == [uid], "\(row.name)")
                #expect(
                    try await other.anna.titles(in: calendar) == ["bad", "good \(number)"],
                    "\(row.name)"
                )
                #expect(try await other.source(calendar)["failure"] == nil, "\(row.name)")
                // Nothing has changed, and nothing but the state is asked for.
                _ = other.asked
                try await other.step(calendar, isWanted: false)
                #expect(other.asked == ["PROPFIND"], "\(row.name)")

                try await other.bob.rewrite(uid, in: bobs) { $0.replacing("a~b", with: "ab") }
                try await other.step(calendar, isWanted: false)
                #expect(try await Self.unread(other, calendar) == nil, "\(row.name)")
                #expect(
                    try await other.anna.titles(in: calendar).contains(uid),
                    "\(row.name)"
                )
                try await other.bob.remove(uid, from: bobs)
            }
        }
    }

    @Test("What is here of it stays, is not overwritten there, and is told when both can be read")
    func keepsCopy() async throws {
        try await AccountElsewhere.run { other in
            let bobs = other.bob.calendar
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            Self.damage(other, with: [8])
            try await other.bob.rewrite("one", in: bobs) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:La~te lunch\r\nLOCATION:Kitchen")
            }
            try await other.step(calendar)
            #expect(try await other.anna.titles(in: calendar) == ["Lunch"])
            #expect(try await Self.unread(other, calendar) == ["Late lunch"])

            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Lunch\r\nURL:https://example.org/")
            }
            _ = other.asked
            try await other.step(calendar)
            #expect(!other.asked.contains("PUT"))
            #expect(try await other.source(calendar)["waiting"] == .number(1))
            #expect(try await other.source(calendar)["failure"]?.text == "not-taken")
            #expect(try await other.bob.titles(in: bobs) == ["La~te lunch"])
            try await other.anna.remove("one", from: calendar)
            try await other.step(calendar)
            #expect(try await other.bob.titles(in: bobs) == ["La~te lunch"])
        }
    }

    @Test("When somebody asks, it's looked at again although nothing is said to have changed")
    func asksAgain() async throws {
        try await AccountElsewhere.run { other in
            Self.damage(other, with: [0x1B])
            try await other.bob.create("one", title: "Lu~nch")
            let calendar = try await other.connect()
            #expect(try await Self.unread(other, calendar) == ["Lunch"])
            // The service is mended, and the event is the same.
            other.rewrite { $1 }
            try await other.step(calendar, isWanted: false)
            #expect(try await Self.unread(other, calendar) == ["Lunch"])
            try await other.step(calendar)
            #expect(try await Self.unread(other, calendar) == nil)
            #expect(try await other.anna.titles(in: calendar) == ["Lu~nch"])
        }
    }

    @Test("When it's gone there, it's gone here, whether it could be read before or not")
    func removed() async throws {
        for hasSync in [true, false] {
            try await AccountElsewhere.run { other in
                let bobs = other.bob.calendar
                other.decide { request in
                    let body = String(decoding: request.body ?? [], as: UTF8.self)
                    return body.contains("sync-collection") && !hasSync ? .status(501) : .answered
                }
                try await other.bob.create("old", title: "old")
                let calendar = try await other.connect()
                Self.damage(other, with: [8])
                try await other.bob.create("new", title: "ne~w")
                try await other.bob.rewrite("old", in: bobs) {
                    $0.replacing("SUMMARY:old", with: "SUMMARY:old~er")
                }
                try await other.step(calendar, isWanted: false)
                #expect(try await other.anna.titles(in: calendar) == ["old"])
                #expect(try await Self.unread(other, calendar) == ["new", "older"])
                for uid in ["old", "new"] { try await other.bob.remove(uid, from: bobs) }
                try await other.step(calendar, isWanted: false)
                #expect(try await other.anna.titles(in: calendar).isEmpty)
                #expect(try await Self.unread(other, calendar) == nil)
            }
        }
    }

    @Test("An answer that breaks off is none, whatever is forbidden in it")
    func cut() async throws {
        try await AccountElsewhere.run { other in
            for uid in ["one", "two"] { try await other.bob.create(uid, title: uid) }
            let calendar = try await other.connect()
            try await other.bob.rewrite("one", in: other.bob.calendar) {
                $0.replacing("SUMMARY:one", with: "SUMMARY:1\u{7}")
            }
            other.rewrite { request, answer in
                guard request.method == "REPORT" else { return answer }
                return OutgoingResponse(
                    status: answer.status,
                    headers: answer.headers,
                    octets: [UInt8](answer.octets.dropLast(answer.octets.count / 3)) + [8]
                )
            }
            try await other.step(calendar)
            #expect(try await other.source(calendar)["failure"]?.text == "not-calendar")
            #expect(try await other.anna.titles(in: calendar) == ["one", "two"])
            #expect(try await Self.unread(other, calendar) == nil)
        }
    }

    @Test("An event without a readable title is named after its address, at a fair length")
    func names() async throws {
        try await AccountElsewhere.run { other in
            Self.damage(other, with: [8])
            let long = String(repeating: "x", count: 300)
            try await other.bob.add(
                event("a", title: "").replacing("SUMMARY:", with: "DESCRIPTION:~"),
                "elternabend.ics",
                to: other.bob.calendar
            )
            try await other.bob.add(event("b", title: "~" + long), "b.ics", to: other.bob.calendar)
            let calendar = try await other.connect()
            let titles = try await Self.unread(other, calendar)
            #expect(titles == ["elternabend", String(long.prefix(Limits.binTitleLengthMax))])
        }
    }

    @Test("A calendar with such a character in its name is found beside the others")
    func calendarName() async throws {
        try await AccountElsewhere.run { other in
            other.rewrite("displayname>[^<]*<", "displayname>Fa\u{8}mi&#8;ly<")
            let answer = try await other.anna.request(
                .post,
                "/api/v1/sources/look-up",
                """
                {"address":"other.example","user":"\(AccountElsewhere.bobsEmail)",\
                "password":"\(TestServer.password)"}
                """
            )
            guard case .array(let found)? = try answer.json["calendars"] else {
                Issue.record("\(answer.text)")
                return
            }
            #expect(found.map { $0["name"]?.text } == ["Family"])
        }
    }
}
