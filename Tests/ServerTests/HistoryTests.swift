import HTTPTypes
import Testing

@testable import Server

@Suite("History and bin over HTTP")
struct HistoryTests {
    @Test("Versions are listed and read, and going back is a write like any other")
    func history() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            visitor.server.clock.advance(seconds: 60)
            let path = visitor.events + "one"
            let dinner = event("one", title: "Dinner")
            _ = try await visitor.request(.put, path, dinner, headers: ["If-Match": "*"])

            let list = try await visitor.request(.get, path + "/history")
            let versions = try #require(list.json["versions"]?.objects)
            #expect(versions.map { $0["kind"]?.text } == ["changed", "made"])
            #expect(versions.map { $0["by"]?["name"]?.text } == ["Anna", "Anna"])
            #expect(versions.map { $0["way"]?.text } == ["page", "page"])

            let first = try await visitor.request(.get, path + "/history/1")
            #expect(first.text == event("one"))
            #expect(first.headers[.contentType] == "text/calendar; charset=utf-8")
            for number in ["3", "0", "x"] {
                let missing = try await visitor.request(.get, path + "/history/\(number)")
                #expect(missing.status == .notFound)
            }
        }
    }

    @Test("What a program writes is named as such")
    func programs() async throws {
        try await TestServer.runSignedIn { visitor in
            let program = try await visitor.program(try await visitor.appPassword().password)
            let path = "calendars/\(visitor.calendar)/events/one"
            _ = try await program.request(.put, path, event("one"), more: [.ifNoneMatch: "*"])
            let list = try await visitor.request(.get, visitor.events + "one/history")
            #expect(try list.json["versions"]?.objects.first?["way"]?.text == "program")
        }
    }

    @Test("A deleted event is in the bin, and comes back")
    func deletedEvent() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one", title: "Lunch")
            let path = visitor.events + "one"
            _ = try await visitor.request(.delete, path, headers: ["If-Match": "*"])
            let list = try await visitor.request(.get, "/api/v1/bin/events")
            let deleted = try #require(list.json["events"]?.objects.first)
            #expect(deleted["title"]?.text == "Lunch")
            #expect(deleted["calendar"]?.text == visitor.calendar)
            #expect(deleted["start"]?.text?.isEmpty == false)
            #expect(deleted["by"]?["name"]?.text == "Anna")

            let id = try #require(deleted["id"]?.text)
            let back = try await visitor.request(.post, "/api/v1/bin/events/\(id)")
            #expect(back.status == .created)
            #expect(try back.json["href"]?.text == "one")
            #expect(try await visitor.request(.get, path).text == event("one", title: "Lunch"))
            let again = try await visitor.request(.post, "/api/v1/bin/events/\(id)")
            #expect(again.status == .notFound)
        }
    }

    @Test("An event that was added again can't come back a second time")
    func uidTaken() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            let path = visitor.events + "one"
            _ = try await visitor.request(.delete, path, headers: ["If-Match": "*"])
            let list = try await visitor.request(.get, "/api/v1/bin/events")
            let id = try #require(list.json["events"]?.objects.first?["id"]?.text)
            try await visitor.create("one")
            #expect(
                try await visitor.request(.post, "/api/v1/bin/events/\(id)").status == .notFound
            )
        }
    }

    @Test("A deleted calendar is in the bin, and comes back, or goes for good")
    func deletedCalendar() async throws {
        try await TestServer.runSignedIn { visitor in
            for isKept in [true, false] {
                let new = try await visitor.request(.post, "/api/v1/calendars", #"{"name":"More"}"#)
                let id = try #require(new.json["id"]?.text)
                let path = "/api/v1/calendars/\(id)"
                #expect(try await visitor.request(.delete, path).status == .noContent)
                let list = try await visitor.request(.get, "/api/v1/bin/calendars")
                #expect(try list.json["calendars"]?.objects.map { $0["id"]?.text } == [id])
                let bin = "/api/v1/bin/calendars/\(id)"
                if isKept {
                    let back = try await visitor.request(.post, bin)
                    #expect(try back.json["name"]?.text == "More")
                } else {
                    #expect(try await visitor.request(.delete, bin).status == .noContent)
                    #expect(try await visitor.request(.post, bin).status == .notFound)
                }
            }
        }
    }

    @Test("Emptying the bin leaves nothing to bring back")
    func emptying() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            _ = try await visitor.request(
                .delete,
                visitor.events + "one",
                headers: ["If-Match": "*"]
            )
            #expect(try await visitor.request(.delete, "/api/v1/bin").status == .noContent)
            let list = try await visitor.request(.get, "/api/v1/bin/events")
            #expect(try list.json["events"]?.objects.isEmpty == true)
        }
    }
}

extension JSONValue {
    var objects: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }
}
