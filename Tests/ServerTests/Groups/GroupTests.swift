import Agenda
import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("Groups")
struct GroupTests {
    @Test("A link shows its group, lets somebody join, and is used up after its uses")
    func joining() async throws {
        try await Family.run { family in
            let token = try await family.joinLink(#"{"uses":1,"days":1}"#)
            let path = "/api/v1/invitations/\(token)"
            let preview = try await family.dan.client.execute(uri: path, method: .get) { $0 }
            #expect(preview.status == .ok)
            #expect(try preview.json["group"]?["name"]?.text == "Family")
            #expect(try preview.json["invitedBy"]?.text == "Anna")
            #expect(!preview.text.contains("example.org"))
            let form = #"{"default":"hidden","calendars":{"\#(family.dan.calendar)":"full"}}"#
            #expect(try await family.dan.request(.post, path, form).status == .ok)
            #expect(
                try await family.dan.request(.post, path, form).status == .ok,
                "joining again does no harm"
            )
            let used = try await family.dan.request(.get, path)
            #expect(used.problem == "/problems/not-found")
            let group = try #require(try await family.dan.records("group").first)
            #expect(group["defaultLevel"] == .string("hidden"))
            // The page shows what these words say, and decides nothing itself.
            let may = Permission.actions(as: .member).map(\.rawValue)
            #expect(may == ["see", "share", "propose", "answer"])
            #expect(group["may"] == .array(may.map { .string($0) }))
            #expect(group["shares"]?[family.dan.calendar] == .string("full"))
            let level = try await family.anna.calendar(family.dan.calendar)?["level"]
            #expect(level == .string("full"))
        }
    }

    @Test("A link that has expired or was revoked doesn't work")
    func spentLinks() async throws {
        try await Family.run { family in
            let old = try await family.joinLink(#"{"days":1}"#)
            family.anna.server.clock.advance(seconds: 86_400)
            for visitor in [family.anna, family.ben] { try await visitor.signInAgain() }
            let made = try await family.ben.request(.post, family.path + "/invitations", "{}")
            let id = try #require(made.json["id"]?.text)
            let list = try await family.ben.request(.get, family.path + "/invitations")
            #expect(list.text.contains(id))
            #expect(list.text.contains(#""uses":null"#))
            let token = try #require(made.json["token"]?.text)
            #expect(!list.text.contains(token))
            let gone = try await family.ben.request(.delete, family.path + "/invitations/\(id)")
            #expect(gone.status == .noContent)
            for token in [old, token, "", "x"] {
                for method in [HTTPRequest.Method.get, .post] {
                    let path = "/api/v1/invitations/\(token)"
                    let body = method == .post ? "{}" : nil
                    let response = try await family.anna.request(method, path, body)
                    #expect(response.status == .notFound, "also for a member: it is gone")
                }
            }
        }
    }

    @Test(
        "An invalid value is refused with the name of its field",
        arguments: [
            (#"{"days":0}"#, "days"), (#"{"days":366}"#, "days"), (#"{"uses":0}"#, "uses"),
            (#"{"uses":51}"#, "uses"),
        ]
    )
    func invalid(form: String, field: String) async throws {
        try await Family.run { family in
            let answer = try await family.anna.request(.post, family.path + "/invitations", form)
            #expect(answer.problem == "/problems/not-valid")
            #expect(try answer.json["field"]?.text == field)
            let name = try await family.anna.request(.patch, family.path, #"{"name":" "}"#)
            #expect(try name.json["field"]?.text == "name")
            let level = try await family.anna.request(
                .put,
                family.path + "/shares",
                #"{"default":"own"}"#
            )
            #expect(try level.json["field"]?.text == "default")
            let role = try await family.anna.request(
                .patch,
                family.path + "/members/\(family.cleo.account.id.text)",
                #"{"role":"king"}"#
            )
            #expect(try role.json["field"]?.text == "role")
        }
    }

    @Test("A link to join takes the smallest and largest uses and days")
    func bounds() async throws {
        try await Family.run { family in
            for form in [#"{"uses":50,"days":365}"#, #"{"uses":1,"days":1}"#] {
                _ = try await family.joinLink(form)
            }
        }
    }

    @Test("Fellow members don't get each other's e-mail addresses")
    func addresses() async throws {
        try await Family.run { family in
            let text = try await family.cleo.request(.get, "/api/v1/sync").text
            #expect(text.contains("cleo@example.org"), "her own")
            #expect(!text.contains("ben@example.org"))
            #expect(!text.contains(TestServer.email))
        }
    }

    @Test("A group's calendar is renamed only with its group, and can't be deleted")
    func calendarOfGroup() async throws {
        try await Family.run { family in
            let path = "/api/v1/calendars/\(family.calendar)"
            for visitor in [family.anna, family.ben, family.cleo] {
                let patch = try await visitor.request(.patch, path, #"{"name":"Mine"}"#)
                #expect(patch.status == .notFound)
                #expect(try await visitor.request(.delete, path).status == .notFound)
            }
            let named = #"{"name":"Clan","color":"red"}"#
            #expect(try await family.ben.request(.patch, family.path, named).status == .ok)
            let calendar = try #require(try await family.cleo.calendar(family.calendar))
            #expect(calendar["name"] == .string("Clan"))
            #expect(calendar["color"] == .string("red"))
            #expect(calendar["level"] == .string("group"))
            #expect(calendar["group"] == .string(family.group))
        }
    }

    @Test("A page that was away gets a calendar only as its present level allows")
    func liveLevels() async throws {
        try await Family.run { family in
            try await family.anna.create("secret-href", title: "Dentist")
            let start = try await family.anna.server.backend.store.changes.latest().number
            try await family.share(family.anna, "full")
            let full = try await family.cleo.told(since: start)
            #expect(full.contains("Dentist"))
            #expect(full.contains("calendar-removed"))
            #expect(!full.contains("secret-href\",\"etag"))
            try await family.share(family.anna, "hidden")
            let hidden = try await family.cleo.told(since: start)
            #expect(!hidden.contains("Dentist"), "the earlier level is no longer sent")
            #expect(hidden.contains("calendar-removed"))
            try await family.share(family.anna, "busy")
            let busy = try await family.cleo.told(since: start)
            #expect(busy.contains("20260102T090000Z"))
            #expect(!busy.contains("Dentist"))
            let leave = family.path + "/members/\(family.cleo.account.id.text)"
            #expect(try await family.cleo.request(.delete, leave).status == .noContent)
            let left = try await family.cleo.told(since: start)
            #expect(left.contains("group-removed"))
            #expect(!left.contains("20260102T090000Z"))
        }
    }

    // `make load` measures how fast.
    @Test("A change in the group's calendar reaches every member and nobody else")
    func liveToMembers() async throws {
        try await Family.run { family in
            let visitors = [family.anna, family.ben, family.cleo, family.dan]
            let pages = visitors.map { _ in LivePage() }
            let backend = family.anna.server.backend
            let start = try await backend.store.changes.latest()
            let tasks = zip(visitors, pages).map { visitor, page in
                let stream = LiveStream(
                    backend: backend,
                    owner: visitor.account.id,
                    entry: visitor.entry
                )
                return Task {
                    let listener = try await stream.listen()
                    try await stream.run(listener, since: start) { page.receive($0) }
                }
            }
            for page in pages { #expect(try await page.waits { $0.text.contains("live") }) }
            let put = try await family.cleo.request(
                .put,
                family.events + "dinner",
                event("dinner", title: "Dinner"),
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created)
            for page in pages.prefix(3) { #expect(try await page.waits { $0.hrefs == ["dinner"] }) }
            #expect(pages[3].hrefs == [])
            for task in tasks { task.cancel() }
        }
    }

    @Test("No update is lost when two members edit one event at once")
    func lostUpdates() async throws {
        try await Family.run { family in
            let path = family.events + "counter"
            let made = try await family.anna.request(
                .put,
                path,
                event("counter", title: "0"),
                headers: ["If-None-Match": "*"]
            )
            #expect(made.status == .created)
            try await withThrowingTaskGroup(of: Int.self) { tasks in
                for visitor in [family.ben, family.cleo] {
                    tasks.addTask {
                        var written = 0
                        while written < 50 {
                            let seen = try await visitor.request(.get, path)
                            let title = try #require(seen.text.firstMatch(of: /SUMMARY:(\d+)/)).1
                            let next = (Int(title) ?? 0) + 1
                            let put = try await visitor.request(
                                .put,
                                path,
                                event("counter", title: "\(next)"),
                                headers: ["If-Match": seen.headers[.eTag] ?? ""]
                            )
                            if put.status == .ok {
                                written += 1
                            } else {
                                #expect(put.status == .preconditionFailed)
                            }
                        }
                        return written
                    }
                }
                for try await written in tasks { #expect(written == 50) }
            }
            #expect(try await family.anna.request(.get, path).text.contains("SUMMARY:100\r"))
        }
    }
}
