import Foundation
import HTTPTypes
import ICalendar
import NIOCore
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Secret addresses")
struct SecretAddressTests {
    private static let zoned = event(
        "zoned",
        title: "Choir",
        times: ["DTSTART;TZID=Europe/Berlin:20260702T090000", "DURATION:PT1H"]
    )

    @Test("Whoever knows the address reads the calendar, with its zones, without a cookie")
    func calendar() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.request(
                .patch,
                "/api/v1/calendars/\(visitor.calendar)",
                #"{"name":"Singing, loud","color":"mint"}"#
            )
            try await visitor.request(
                .put,
                visitor.events + "zoned",
                Self.zoned,
                headers: ["If-None-Match": "*"]
            )
            let answer = try await visitor.read(visitor.secretAddress())
            #expect(answer.status == .ok)
            let headers = answer.headers
            #expect(headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(
                headers[.contentDisposition] == "attachment; filename=\"Singing-loud.ics\""
            )
            #expect(headers[.setCookie] == nil)
            #expect(headers[.cacheControl]?.hasPrefix("private") == true)
            #expect(headers[.vary] == "Accept, Accept-Encoding")
            #expect(headers[.accessControlAllowOrigin] == nil)
            for (name, value) in [
                ("X-Robots-Tag", "noindex, nofollow"), ("Referrer-Policy", "no-referrer"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
            ] {
                #expect(headers[try #require(HTTPField.Name(name))] == value)
            }
            let parsed = CalendarText.parse(answer.text)
            #expect(parsed.problems.isEmpty)
            let calendar = try #require(parsed.components.first)
            #expect(calendar.first("NAME")?.textValue == "Singing, loud")
            #expect(calendar.first("X-WR-CALNAME")?.textValue == "Singing, loud")
            #expect(calendar.colorName == "mint")
            for line in [
                "METHOD:PUBLISH", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
                "PRODID:\(CalendarText.productID)", "SUMMARY:Choir",
            ] {
                #expect(answer.text.contains(line + "\r\n"), "\(line)")
            }
            let zone = try #require(calendar.components(named: "VTIMEZONE").first?.zone())
            #expect(zone.id.name == "Europe/Berlin")
        }
    }

    @Test("A program that has this version gets 304, by ETag and by date, until something changes")
    func conditions() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            let address = try await visitor.secretAddress()
            let first = try await visitor.read(address)
            let etag = try #require(first.headers[.eTag])
            let date = try #require(first.headers[.lastModified])
            #expect(etag.hasPrefix("\""))
            #expect(date == "Thu, 01 Jan 2026 00:00:00 GMT")
            visitor.server.clock.advance(seconds: 60)
            for header in [("If-None-Match", etag), ("If-Modified-Since", date)] {
                let again = try await visitor.read(address, headers: [header.0: header.1])
                #expect(again.status == .notModified)
                #expect(again.body.readableBytes == 0)
                #expect(again.headers[.eTag] == etag)
                #expect(again.headers[.lastModified] == date)
                #expect(again.headers[.vary] == "Accept, Accept-Encoding")
            }
            let both = ["If-None-Match": "\"other\"", "If-Modified-Since": date]
            #expect(try await visitor.read(address, headers: both).status == .ok)
            try await visitor.create("two")
            for header in [("If-None-Match", etag), ("If-Modified-Since", date)] {
                let changed = try await visitor.read(address, headers: [header.0: header.1])
                #expect(changed.status == .ok)
                #expect(changed.headers[.lastModified] == "Thu, 01 Jan 2026 00:01:00 GMT")
            }
        }
    }

    @Test("Two changes within a second aren't taken for one")
    func twoChanges() async throws {
        try await TestServer.runSignedIn { visitor in
            let address = try await visitor.secretAddress()
            let date = try #require(try await visitor.read(address).headers[.lastModified])
            try await visitor.create("one")
            let headers = ["If-Modified-Since": date]
            let changed = try await visitor.read(address, headers: headers)
            #expect(changed.status == .ok)
            #expect(changed.headers[.lastModified] == nil, "it would be in the future")
            visitor.server.clock.advance(seconds: 1)
            let later = try await visitor.read(address)
            #expect(later.headers[.lastModified] == "Thu, 01 Jan 2026 00:00:01 GMT")
        }
    }

    @Test("Another name, colour or set changes the ETag")
    func names() async throws {
        try await TestServer.runSignedIn { visitor in
            let set = String(repeating: "5", count: 32)
            try await visitor.saveSet(set, [visitor.calendar])
            var etags: [String?] = []
            let address = try await visitor.secretAddress()
            let ofSet = try await visitor.secretAddress(of: "set", set)
            func look() async throws {
                etags.append(try await visitor.read(address).headers[.eTag])
                etags.append(try await visitor.read(ofSet).headers[.eTag])
            }
            try await look()
            try await visitor.request(
                .patch,
                "/api/v1/calendars/\(visitor.calendar)",
                #"{"name":"Other"}"#
            )
            try await look()
            try await visitor.request(
                .patch,
                "/api/v1/calendars/\(visitor.calendar)",
                #"{"color":"red"}"#
            )
            try await look()
            try await visitor.saveSet(set, name: "New", [visitor.calendar])
            etags.append(try await visitor.read(ofSet).headers[.eTag])
            #expect(!etags.contains(nil))
            #expect(Set(etags).count == etags.count)
        }
    }

    @Test("HEAD has the same headers and no content; text is compressed for those who ask")
    func headAndGzip() async throws {
        try await TestServer.runSignedIn { visitor in
            for number in 0..<30 { try await visitor.create("event-\(number)") }
            let address = try await visitor.secretAddress()
            let whole = try await visitor.read(address)
            let head = try await visitor.read(address, .head)
            #expect(head.status == .ok)
            #expect(head.body.readableBytes == 0)
            for name in [HTTPField.Name.eTag, .lastModified, .contentType, .vary] {
                #expect(head.headers[name] == whole.headers[name])
            }
            let packed = try await visitor.read(address, headers: ["Accept-Encoding": "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.body.readableBytes < whole.body.readableBytes / 2)
        }
    }

    @Test("A revoked, a wrong and a malformed secret get the same answer")
    func wrong() async throws {
        try await TestServer.runSignedIn { visitor in
            let address = try await visitor.secretAddress()
            let gone = try await visitor.request(
                .delete,
                Visitor.secretAddresses + "/" + address.id
            )
            #expect(gone.status == .noContent)
            let never = String(repeating: "0", count: 40)
            let paths = [
                address.path, "/secret/\(never).ics", "/secret/x.ics", "/secret/.ics",
                "/secret/\(never)", "/secret/%00.ics",
                "/secret/" + String(repeating: "a", count: 5000),
            ]
            var bodies: Set<String> = []
            for path in paths {
                let answer = try await visitor.read(MadeAddress(id: "", path: path))
                #expect(answer.status == .notFound, "\(path)")
                bodies.insert(answer.text + "\(answer.headersOfKind)")
            }
            #expect(bodies.count == 1)
            let again = try await visitor.request(
                .delete,
                Visitor.secretAddresses + "/" + address.id
            )
            #expect(again.status == .notFound)
        }
    }

    @Test(
        "JSCalendar comes to who likes it better; browsers and all others get the file",
        arguments: [
            ("application/jscalendar+json", true),
            ("application/jscalendar+json;type=group", true),
            ("application/jscalendar+json, */*;q=0.1", true),
            ("application/jscalendar+json, */*", true),
            ("application/jscalendar+json;q=0.5, text/calendar;q=0.4", true),
            ("application/jscalendar+json, text/calendar", false),
            ("application/jscalendar+json;q=0", false),
            ("application/jscalendar+json;q=x, image/png", false),
            ("text/html,application/xhtml+xml,*/*;q=0.8", false), ("image/png", false), ("", false),
        ]
    )
    func formats(accept: String, isJSON: Bool) {
        #expect(SecretAddressFormat(accept: accept) == (isJSON ? .jsCalendar : .iCalendar))
    }

    @Test("JSCalendar has the same events at the same address, with an ETag of its own")
    func jsCalendar() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.request(
                .put,
                visitor.events + "zoned",
                Self.zoned,
                headers: ["If-None-Match": "*"]
            )
            for number in 0...Limits.syncPageCount { try await visitor.create("n-\(number)") }
            let address = try await visitor.secretAddress()
            let text = try await visitor.read(address)
            let asked = ["Accept": "application/jscalendar+json"]
            let answer = try await visitor.read(address, headers: asked)
            #expect(answer.headers[.contentType] == "application/jscalendar+json;type=group")
            #expect(answer.headers[.vary] == "Accept, Accept-Encoding")
            #expect(answer.headers[.eTag] != text.headers[.eTag])
            #expect(answer.headers[.lastModified] == text.headers[.lastModified])
            #expect(
                answer.headers[.contentDisposition] == "attachment; filename=\"Personal.json\""
            )
            let group = try answer.json
            #expect(group["@type"] == .string("Group"))
            #expect(group["title"] == .string("Personal"))
            #expect(group["updated"] == .string("2026-01-01T00:00:00Z"))
            guard case .array(let entries)? = group["entries"] else {
                Issue.record("no entries")
                return
            }
            #expect(entries.count == Limits.syncPageCount + 2)
            let choir = try #require(entries.first { $0["uid"]?.text == "zoned" })
            #expect(choir["title"] == .string("Choir"))
            #expect(choir["timeZone"] == .string("Europe/Berlin"))
            #expect(choir["duration"] == .string("PT1H"))
            let etag = try #require(answer.headers[.eTag])
            let again = try await visitor.read(
                address,
                headers: asked.merging(["If-None-Match": etag]) { $1 }
            )
            #expect(again.status == .notModified)
        }
    }

    @Test("Addresses are listed with what they give out, and with their last use once an hour")
    func list() async throws {
        try await TestServer.runSignedIn { visitor in
            let address = try await visitor.secretAddress(detail: "busy")
            func entry() async throws -> [String: JSONValue] {
                let list = try await visitor.request(.get, Visitor.secretAddresses)
                #expect(!list.text.contains(address.path.dropFirst(8).prefix(40)))
                guard case .array(let all)? = try list.json["secretAddresses"],
                    case .object(let first)? = all.first
                else { return [:] }
                return first
            }
            let start = visitor.server.clock.nowSecond
            #expect(
                try await entry() == [
                    "id": .string(address.id), "name": .string("Grandma"),
                    "detail": .string("busy"), "calendar": .string(visitor.calendar),
                    "created": .number(Double(start)),
                ]
            )
            _ = try await visitor.read(address)
            #expect(try await entry()["used"] == .number(Double(start)))
            visitor.server.clock.advance(seconds: Limits.secretAddressUseUpdateSeconds - 1)
            _ = try await visitor.read(address)
            #expect(try await entry()["used"] == .number(Double(start)))
            visitor.server.clock.advance(seconds: 1)
            _ = try await visitor.read(address)
            let later = start + Limits.secretAddressUseUpdateSeconds
            #expect(try await entry()["used"] == .number(Double(later)))
        }
    }

    @Test("A set's address gives out its calendars once each, and follows the set")
    func set() async throws {
        try await TestServer.runSignedIn { visitor in
            let made = try await visitor.request(
                .post,
                "/api/v1/calendars",
                #"{"name":"Work","color":"red"}"#
            )
            let work = try #require(made.json["id"]?.text)
            try await visitor.create("both", title: "Private")
            try await visitor.request(
                .put,
                "/api/v1/calendars/\(work)/events/both",
                event("both", title: "Office"),
                headers: ["If-None-Match": "*"]
            )
            let set = String(repeating: "5", count: 32)
            let address = try await visitor.secretAddress(of: "set", set)
            #expect(try await visitor.read(address).status == .notFound, "not saved yet")
            try await visitor.saveSet(set, [work, visitor.calendar, work, "x"])
            let whole = try await visitor.read(address)
            #expect(whole.text.contains("X-WR-CALNAME:Everything\r\n"))
            let uids = whole.text.matches(of: /UID:([^\r]+)/).map { String($0.1) }
            #expect(uids.count == 2)
            #expect(Set(uids).count == 2, "programs would take them for one event")
            try await visitor.saveSet(set, [work])
            let less = try await visitor.read(address).text
            #expect(less.contains("SUMMARY:Office\r\n"))
            #expect(!less.contains("Private"))
            try await visitor.request(
                .put,
                "/api/v1/settings",
                "{}",
                headers: ["If-Match": "*"]
            )
            #expect(try await visitor.read(address).status == .notFound)
        }
    }

    @Test(
        "What isn't one thing, or has no name or level, is refused",
        arguments: [
            (#"{"name":"","detail":"full","calendar":"ID"}"#, "name"),
            (#"{"name":"G","detail":"all","calendar":"ID"}"#, "detail"),
            (#"{"name":"G","detail":"full"}"#, "calendar"),
            (#"{"name":"G","detail":"full","calendar":"ID","group":"ID"}"#, "calendar"),
        ]
    )
    func refused(form: String, field: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await visitor.request(
                .post,
                Visitor.secretAddresses,
                form.replacing("ID", with: visitor.calendar)
            )
            #expect(answer.problem == "/problems/not-valid")
            #expect(try answer.json["field"] == .string(field))
        }
    }
}
