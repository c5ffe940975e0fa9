import Client
import Foundation
import Testing

@testable import Watch

@Suite("The session of a calendar in a terminal", .serialized)
struct SessionTests {
    private static let lunch = "12:30-13:30  Lunch  [Personal]"
    private static let dinner = "19:00-20:00  Dinner  [Personal]"

    /// What the device has kept, by the names of its files.
    private static func files(_ server: ServerForWatching) throws -> [String: String] {
        let path = server.folder + "/devices/laptop"
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != "lock" {
            files[name] = try String(contentsOfFile: path + "/" + name, encoding: .utf8)
        }
        return files
    }

    /// Runs a body with a laptop on which a saved event is shown, and another one waits because the wire is cut.
    private static func withWaiting(
        _ body: (_ server: ServerForWatching, _ laptop: Device) async throws -> Void
    ) async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Dinner tomorrow 19:00")
                try await laptop.sees { $0.waiting.contains("1 event is kept") }
                try await body(server, laptop)
            }
        }
    }

    /// Ends the laptop's session as the list of sessions on the page does.
    private static func endElsewhere(_ server: ServerForWatching, _ laptop: Device) async throws {
        let session = try #require(await laptop.watch.session)
        try await server.ask("DELETE", "/session", session)
    }

    // MARK: - Signing out

    private static let signedOut =
        "You're signed out, and this device has nothing of the account any more."

    @Test(
        "Signing out saves what is on its way, ends the session, and leaves nothing on the device"
    )
    func signOut() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                try await Device.run(server) { laptop in
                    let session = try #require(await laptop.watch.session)
                    await laptop.type("hide Personal", "add Lunch tomorrow 12:30", "sign-out")
                    #expect(laptop.picture.notices == [Self.signedOut])
                    #expect(laptop.picture.lines.count == 3)
                    #expect(laptop.picture.status.contains("signed out"))
                    #expect(try Self.files(server).isEmpty)
                    #expect(try await server.ask("GET", "/session", session)["account"] == nil)
                    try await phone.sees(events: [Self.lunch])
                    #expect(phone.picture.status.hasSuffix(": connected"))
                    // The calendar was hidden for the account, which has nothing here any more.
                    try await laptop.watch.signIn(password: ServerForWatching.password)
                    try await laptop.sees(events: [Self.lunch])
                }
            }
        }
    }

    @Test("Without the server nobody is signed out, and nothing is erased")
    func signOutAway() async throws {
        try await Self.withWaiting { server, laptop in
            await laptop.watch.keepCopySoon()
            await laptop.watch.keepCopy()
            let files = try Self.files(server)
            #expect(files.keys.sorted() == ["copy", "edits", "session"])
            for _ in 0..<2 {
                await laptop.type("sign-out")
                let refusal = "You're still signed in, and nothing was erased: the wire is cut"
                #expect(laptop.picture.notices == [refusal])
            }
            #expect(try Self.files(server) == files)
            #expect(laptop.events.count == 2)
            laptop.wire.mend()
            await laptop.type("connect")
            try await laptop.isSaved()
            try await laptop.sees(events: [Self.lunch, Self.dinner])
        }
    }

    @Test(
        "What only this device has is lost by the second “sign-out” in a row, and not by the first"
    )
    func signOutLosing() async throws {
        try await Self.withWaiting { server, laptop in
            try "?".write(
                toFile: server.folder + "/devices/laptop/edits-unread-7",
                atomically: true,
                encoding: .utf8
            )
            try await Self.endElsewhere(server, laptop)
            laptop.wire.mend()
            await laptop.type("connect")
            try await laptop.sees { $0.status.contains("signed out") }
            let question =
                "Sign out and lose 1 change that isn't saved yet and 1 file of changes that can't be read? "
                + "Type “sign-out” once more."
            for line in ["", "help"] {
                await laptop.type("sign-out")
                #expect(laptop.picture.notices == [question])
                await laptop.type(line)
            }
            await laptop.type("sign-out")
            #expect(laptop.picture.notices == [question])
            #expect(try Self.files(server).keys.sorted() == ["edits", "edits-unread-7"])
            await laptop.type("sign-out")
            #expect(laptop.picture.notices == [Self.signedOut])
            #expect(laptop.picture.waiting.isEmpty)
            #expect(try Self.files(server).isEmpty)
            try await laptop.watch.signIn(password: ServerForWatching.password)
            try await laptop.sees(events: [Self.lunch])
        }
    }

    // MARK: - Ended elsewhere

    @Test(
        "A session that was ended elsewhere leaves nothing of the calendar, and what waits is sent later"
    )
    func ended() async throws {
        try await Self.withWaiting { server, laptop in
            await laptop.watch.keepCopySoon()
            await laptop.watch.keepCopy()
            #expect(try Self.files(server)["copy"]?.contains("Lunch") == true)
            try await Self.endElsewhere(server, laptop)
            laptop.wire.mend()
            await laptop.type("connect")
            try await laptop.sees { $0.status.contains("signed out. Type “sign-in”.") }
            let lines = laptop.picture.lines
            #expect(lines.count == 3, "\(lines)")
            let waiting = "1 change is kept on this device and saved once you sign in again."
            #expect(lines.last == waiting)
            let files = try Self.files(server)
            #expect(Array(files.keys) == ["edits"])
            #expect(files["edits"]?.contains("Dinner") == true)
            #expect(files["edits"]?.contains("Lunch") == false)
            for command in ["add Supper tomorrow 20:00", "waiting", "undo", "calendars"] {
                await laptop.type(command)
                #expect(laptop.picture.notices == ["You're signed out. Type “sign-in”."])
            }
            try await laptop.watch.signIn(password: ServerForWatching.password)
            #expect(!laptop.picture.notices.contains("You're signed out. Type “sign-in”."))
            try await laptop.sees(events: [Self.lunch, Self.dinner])
            try await laptop.isSaved()
            #expect(try Self.files(server)["edits"] == "")
        }
    }

    @Test(
        "A session that is ended while changes arrive empties the screen, and the next one fills it again"
    )
    func endedWhileConnected() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                try await laptop.sees(events: [Self.lunch])
                let number = try laptop.number("Lunch")
                try await Self.endElsewhere(server, laptop)
                try await laptop.sees { $0.status.contains("signed out") }
                #expect(laptop.picture.lines == [laptop.picture.status])
                try await laptop.watch.signIn(password: ServerForWatching.password)
                try await laptop.sees(events: [Self.lunch])
                #expect(try laptop.number("Lunch") > number)
                await laptop.type("undo")
                #expect(laptop.picture.notices == ["There is nothing to undo."])
            }
        }
    }

    @Test("What another account has left in the folder is neither shown nor sent, and waits for it")
    func otherAccount() async throws {
        try await ServerForWatching.run { server in
            let wire = Wire()
            var annas = ""
            try await Device.run(server, wire: wire) { laptop in
                annas = try #require(await laptop.watch.session).account
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Dinner tomorrow 19:00")
                try await laptop.sees { $0.waiting.contains("1 event is kept") }
            }
            // As if the folder had been Bea's until now.
            for (name, text) in try Self.files(server) where name != "copy" {
                let path = server.folder + "/devices/laptop/" + name
                try text.replacing(annas, with: "bea")
                    .write(toFile: path, atomically: true, encoding: .utf8)
            }
            wire.mend()
            try await Device.run(server, wire: wire) { laptop in
                try await laptop.sees(events: [Self.lunch])
                #expect(laptop.picture.waiting.isEmpty && laptop.picture.notices.isEmpty)
                await laptop.type("delete \(try laptop.number("Lunch"))")
                try await laptop.isSaved()
                #expect(wire.editCount == 2)
                await laptop.type("sign-out", "sign-out")
                #expect(laptop.picture.notices == ["You're signed out."])
            }
            let edits = try #require(try Self.files(server)["edits"])
            #expect(edits.contains("Dinner") && !edits.contains(annas))
            #expect(try Self.files(server).count == 1)
        }
    }

    @Test("A start finds that the session is over, and shows nothing of the calendar")
    func endedBetweenStarts() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                try await laptop.sees(events: [Self.lunch])
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                try await Self.endElsewhere(server, laptop)
            }
            let folder = try StateFolder("laptop", in: server.folder + "/devices")
            #expect(try Self.files(server).keys.sorted() == ["copy", "edits", "session"])
            let settings = Watch.Settings(
                email: ServerForWatching.email,
                dayCount: 14,
                zone: .utc,
                zones: .init(root: "/usr/share/zoneinfo")
            )
            let address = try ServerAddress(server.address)
            let watch = try Watch(CalendarServer(address), settings, in: folder) { _ in }
            #expect(try await watch.begin() == .needsPassword)
            #expect(await watch.client.agenda.objects.isEmpty)
            #expect(try Self.files(server).keys.sorted() == ["edits"])
        }
    }

    @Test("A change that the device couldn't keep is told when the session is over")
    func unkept() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                // Nothing can be written where a folder is.
                try FileManager.default.createDirectory(
                    atPath: server.folder + "/devices/laptop/edits.new",
                    withIntermediateDirectories: false
                )
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Dinner tomorrow 19:00")
                try await laptop.sees { $0.waiting.contains("in memory only") }
                try await Self.endElsewhere(server, laptop)
                laptop.wire.mend()
                await laptop.type("connect")
                try await laptop.sees { $0.status.contains("signed out") }
                let notice =
                    "“Dinner”: the change was taken back, because nobody is signed in, and it couldn't be kept."
                #expect(laptop.picture.notices == [notice])
                #expect(laptop.picture.waiting.isEmpty)
            }
        }
    }
}
