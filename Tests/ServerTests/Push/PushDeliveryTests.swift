import HTTPTypes
import Testing
import WebDAV

@testable import CalDAVServer
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Push messages")
struct PushDeliveryTests {
    /// Anna with two programs, at a stand-in push service.
    private struct Scene: Sendable {
        let service: StandInPushService
        let server: TestServer
        let anna: Visitor
        let phone: PushProgram
        let tablet: PushProgram

        /// Waits until the log has been read as far as it goes: a program that registers sooner is also
        /// told of what had been written before.
        func untilAllIsTold() async throws {
            let latest = try await server.backend.store.changes.latest().number
            let exemptions = server.backend.programs.push.exemptions
            await exemptions.add([latest...latest], for: ["the latest"])
            try await eventually { await exemptions.all["the latest"] == nil }
        }

        /// The next message to the phone, once the time between two has passed.
        func nextForPhone(_ count: Int) async throws -> XMLElement {
            let posts = try await service.waits(
                for: count,
                at: phone.path,
                advancing: server.clock
            )
            #expect(posts.count == count)
            return try phone.read(try #require(posts.last))
        }
    }

    private static func run(
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        try await StandInPushService.run { service, server, client in
            let anna = try await server.visitor(client)
            let scene = Scene(
                service: service,
                server: server,
                anna: anna,
                phone: try await PushProgram(anna, named: "phone"),
                tablet: try await PushProgram(anna, named: "tablet")
            )
            try await scene.untilAllIsTold()
            try await body(scene)
        }
    }

    private static func content(_ message: XMLElement) -> String? {
        message.first(.push("content-update"))?.first(.dav("sync-token"))?.text
    }

    @Test("A change reaches the program that registered, so that only it can read it")
    func told() async throws {
        try await Self.run { scene in
            let (phone, service) = (scene.phone, scene.service)
            try await phone.register()
            #expect(try await scene.anna.create("lunch").status == .created)
            let post = try #require(try await service.waits(for: 1, at: phone.path).first)
            #expect(post.header("Content-Encoding") == "aes128gcm")
            #expect(post.header("TTL") == "86400")
            #expect(post.header("Urgency") == "normal")
            #expect(try #require(post.header("Topic")).count == 32)
            #expect(service.connections == ["93.184.216.34"])
            let token = try SignedToken(try #require(post.header("Authorization")))
            #expect(token.key == scene.server.backend.programs.push.key.publicText)
            #expect(token.claims["aud"]?.text == StandInPushService.origin)
            #expect(token.claims["sub"]?.text == "https://calendar.example.org")
            let expires = scene.server.clock.nowSecond + Limits.pushTokenSeconds
            #expect(token.claims["exp"] == .number(Double(expires)))

            let message = try phone.read(post)
            #expect(message.name == .push("push-message"))
            #expect(message.first(.push("topic"))?.text == scene.anna.calendar)
            #expect(message.first(.push("property-update")) == nil)
            let found = try await phone.client.xml(
                "PROPFIND",
                phone.client.calendar,
                DAVTests.props("<D:sync-token/>")
            )
            let state = found.first(.dav("response"))?.first(.dav("propstat"))?
                .first(.dav("prop"))?.first(.dav("sync-token"))?.text
            #expect(Self.content(message) == state)
        }
    }

    @Test("Changes that follow each other closely are one message")
    func coalesced() async throws {
        try await Self.run { scene in
            try await scene.phone.register()
            for number in 0..<5 { try await scene.anna.create("event-\(number)") }
            let first = try await scene.service.waits(for: 1, at: scene.phone.path)
            try await scene.anna.create("later")
            try await scene.tablet.register(at: scene.tablet.client.home)
            // Once this has gone out, the phone's would have as well.
            try await Self.makeCalendar(by: scene.anna)
            _ = try await scene.service.waits(for: 1, at: scene.tablet.path)
            #expect(scene.service.posts(at: scene.phone.path).count == first.count)
            _ = try await scene.nextForPhone(2)
        }
    }

    private static func makeCalendar(by visitor: Visitor) async throws {
        let form = #"{"name":"Work","color":"blue"}"#
        #expect(try await visitor.request(.post, "/api/v1/calendars", form).status == .created)
    }

    @Test("A program isn't told of what it changed itself, if it says so; others are")
    func ownChanges() async throws {
        try await Self.run { scene in
            let (phone, tablet) = (scene.phone, scene.tablet)
            let address = try await phone.register()
            try await tablet.register()
            let put = try await phone.client.put(
                "one",
                DAVTests.event("one"),
                headers: ["Push-Dont-Notify": "\"\(address)\""]
            )
            #expect(put.status == .created)
            _ = try await scene.service.waits(for: 1, at: tablet.path)
            #expect(scene.service.posts(at: phone.path).isEmpty)
            // Another's change is told, also when both come together.
            try await scene.anna.create("lunch")
            let last = try await phone.client.put(
                "two",
                DAVTests.event("two"),
                headers: ["Push-Dont-Notify": "*"]
            )
            #expect(last.status == .created)
            _ = try await scene.nextForPhone(1)
        }
    }

    @Test("Nobody can keep others from hearing of a change")
    func othersExemptions() async throws {
        try await Self.run { scene in
            let family = try await Self.family(of: scene)
            let ben = try await PushProgram(family.ben, named: "bens")
            let calendar = "/dav/calendars/\(family.ben.account.id.text)/\(family.calendar)/"
            let address = try await ben.register(at: calendar)
            let put = try await scene.phone.client.request(
                "PUT",
                scene.phone.client.home + family.calendar + "/one",
                DAVTests.event("one"),
                headers: ["Push-Dont-Notify": "\"\(address)\", *"]
            )
            #expect(put.status == .created)
            _ = try await scene.service.waits(for: 1, at: ben.path)
        }
    }

    /// Anna, Ben and Cleo in a group.
    private static func family(of scene: Scene) async throws -> Family {
        let client = scene.anna.client
        let made = try await scene.anna.request(.post, "/api/v1/groups", #"{"name":"Family"}"#)
        let family = Family(
            anna: scene.anna,
            ben: try await scene.server.visitor(client, email: "ben@example.org"),
            cleo: try await scene.server.visitor(client, email: "cleo@example.org"),
            dan: try await scene.server.visitor(client, email: "dan@example.org"),
            group: try #require(made.json["id"]?.text),
            calendar: try #require(made.json["calendar"]?.text)
        )
        for member in [family.ben, family.cleo] { try await family.join(member) }
        try await scene.untilAllIsTold()
        return family
    }

    @Test("Whoever no longer sees a calendar gets no message, and the registration ends")
    func accessLost() async throws {
        try await Self.run { scene in
            let family = try await Self.family(of: scene)
            let programs = [
                try await PushProgram(family.ben, named: "bens"),
                try await PushProgram(family.cleo, named: "cleos"),
            ]
            for program in programs {
                try await program.register(at: program.client.home + family.calendar + "/")
            }
            let gone = try await family.anna.request(
                .delete,
                family.path + "/members/\(family.ben.account.id.text)"
            )
            #expect(gone.status == .noContent)
            let put = try await family.anna.request(
                .put,
                family.events + "dinner",
                event("dinner"),
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created)
            _ = try await scene.service.waits(for: 1, at: programs[1].path)
            let store = scene.server.backend.store.pushRegistrations
            try await eventually { try await store.all(of: family.ben.account.id).isEmpty }
            #expect(scene.service.posts(at: programs[0].path).isEmpty)
        }
    }

    @Test("A new name is told to whoever wants it, and a new calendar at the home")
    func propertiesAndHome() async throws {
        try await Self.run { scene in
            let (phone, tablet) = (scene.phone, scene.tablet)
            try await phone.register(PushProgram.bothTriggers)
            try await tablet.register(at: tablet.client.home)
            let path = "/api/v1/calendars/\(scene.anna.calendar)"
            let renamed = try await scene.anna.request(.patch, path, #"{"name":"Home"}"#)
            #expect(renamed.status == .ok)
            let message = try await scene.nextForPhone(1)
            #expect(message.first(.push("property-update")) != nil)
            #expect(Self.content(message) == nil)
            let home = try await scene.service.waits(for: 1, at: tablet.path)
            let told = try tablet.read(home[0])
            #expect(told.first(.push("topic"))?.text == scene.anna.account.id.text)
            #expect(Self.content(told) != nil)

            try await Self.makeCalendar(by: scene.anna)
            let posts = try await scene.service.waits(
                for: 2,
                at: tablet.path,
                advancing: scene.server.clock
            )
            #expect(posts.count == 2)
        }
    }

    @Test("A program that the push service knows no more is forgotten", arguments: [404, 410])
    func forgotten(code: Int) async throws {
        try await Self.run { scene in
            try await scene.phone.register()
            scene.service.answer(HTTPResponse.Status(code: code))
            try await scene.anna.create("lunch")
            let store = scene.server.backend.store.pushRegistrations
            try await eventually { try await store.all(of: scene.anna.account.id).isEmpty }
            #expect(scene.service.posts(at: scene.phone.path).count == 1)
        }
    }

    @Test("A push service that is busy or broken is asked again later", arguments: [429, 503, 302])
    func repeated(code: Int) async throws {
        try await Self.run { scene in
            try await scene.phone.register()
            scene.service.answer(HTTPResponse.Status(code: code))
            try await scene.anna.create("lunch")
            _ = try await scene.service.waits(for: 1, at: scene.phone.path)
            scene.service.answer(.created)
            _ = try await scene.nextForPhone(2)
        }
    }

    @Test(
        "Nothing is sent into our own networks, whatever the name leads to",
        arguments: ["127.0.0.1", "10.0.0.1", "::1", "169.254.169.254", "192.168.1.1", ""]
    )
    func ownNetworks(address: String) async throws {
        try await Self.run { scene in
            try await scene.phone.register()
            scene.service.resolve(to: address)
            try await scene.anna.create("lunch")
            // The failure is the first of several; the next attempt goes to a public address.
            try await Task.sleep(for: .milliseconds(300))
            #expect(scene.service.connections.isEmpty)
            scene.service.resolve(to: "93.184.216.34")
            _ = try await scene.nextForPhone(1)
            #expect(scene.service.connections == ["93.184.216.34"])
        }
    }

    @Test("A change by another process is told as well")
    func otherProcess() async throws {
        try await Self.run { scene in
            try await scene.phone.register()
            let other = try await scene.server.otherStore()
            let account = scene.anna.account.id
            let id = Store.CalendarID(scene.anna.calendar)
            let calendar = try #require(id)
            try await other.calendars.edit(
                [],
                of: calendar,
                seenBy: account,
                CalendarEdit(name: "Renamed")
            )
            try await scene.tablet.register(PushProgram.bothTriggers)
            try await other.calendars.edit(
                [],
                of: calendar,
                seenBy: account,
                CalendarEdit(name: "Again")
            )
            _ = try await scene.service.waits(for: 1, at: scene.tablet.path)
            #expect(scene.service.posts(at: scene.phone.path).isEmpty)
        }
    }
}
