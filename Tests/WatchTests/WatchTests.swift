import Agenda
import Client
import Foundation
import JSON
import Testing

@testable import Watch

// One after the other: each test has a server of its own, and hashes passwords.
@Suite("A calendar in a terminal", .serialized)
struct WatchTests {
    private static let lunch = "12:30-13:30  Lunch  [Personal]"

    @Test("A wrong password is refused, and nothing is kept of it")
    func wrongPassword() async throws {
        try await ServerForWatching.run { server in
            let folder = try StateFolder("laptop", in: server.folder + "/devices")
            let settings = Watch.Settings(
                email: ServerForWatching.email,
                dayCount: 7,
                zone: .utc,
                zones: .init(root: "/usr/share/zoneinfo")
            )
            let address = try ServerAddress(server.address)
            let watch = try Watch(CalendarServer(address), settings, in: folder) { _ in }
            #expect(try await watch.begin() == .needsPassword)
            await #expect(throws: ServerFailure.self) {
                try await watch.signIn(password: "wrong horse")
            }
            #expect(try folder.read("session") == nil)
        }
    }

    @Test("What one device adds, moves and deletes appears on another")
    func live() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                try await Device.run(server) { laptop in
                    await laptop.type("add Lunch tomorrow 12:30")
                    try await phone.sees(events: [Self.lunch])
                    #expect(phone.picture.days.map { $0.title } == ["Tue 2026-01-06"])
                    await phone.type("move \(try phone.number("Lunch")) +1h")
                    try await laptop.sees(events: ["13:30-14:30  Lunch  [Personal]"])
                    await laptop.type("delete \(try laptop.number("Lunch"))")
                    try await phone.sees(events: [])
                }
            }
        }
    }

    @Test("An edit is undone and redone, and unknown words are told")
    func undo() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Lunch tomorrow 12:30", "undo")
                try await laptop.sees(events: [])
                await laptop.type("redo")
                try await laptop.sees(events: [Self.lunch])
                await laptop.type("undo", "undo")
                #expect(laptop.picture.notices == ["There is nothing to undo."])
                await laptop.type("dance")
                #expect(laptop.picture.notices.joined().contains("isn't a command"))
                await laptop.type("move 9 +1h")
                #expect(laptop.picture.notices == ["Nothing that was shown has the number 9."])
                #expect(await laptop.watch.obey("quit") == false)
            }
        }
    }

    @Test("A number keeps naming its event when another one comes before it")
    func numbers() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                try await Device.run(server) { laptop in
                    await laptop.type("add Lunch tomorrow 12:30")
                    let number = try laptop.number("Lunch")
                    await phone.type("add Breakfast tomorrow 8:00")
                    try await laptop.sees { $0.days.flatMap { $0.rows }.count == 2 }
                    await laptop.type("move \(number) +1h")
                    let moved = [
                        "08:00-09:00  Breakfast  [Personal]", "13:30-14:30  Lunch  [Personal]",
                    ]
                    try await phone.sees(events: moved)
                    #expect(try laptop.number("Lunch") == number)
                }
            }
        }
    }

    @Test("Of a series, one date or all of them are moved and deleted")
    func series() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Choir every tuesday 19:00")
                try await laptop.sees { $0.days.count == 2 }
                await laptop.type("move \(try laptop.number("Choir")) +1h")
                let one = ["20:00-21:00  Choir  [Personal]", "19:00-20:00  Choir  [Personal]"]
                try await laptop.sees(events: one)
                let second = try #require(laptop.picture.days.last?.rows.first?.number)
                await laptop.type("delete \(second) all")
                try await laptop.sees(events: [])
            }
        }
    }

    // MARK: - Without a network

    @Test("Without a network the kept agenda is shown, and what is changed then is sent once")
    func offline() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.isSaved()
                try await laptop.sees(events: [Self.lunch])
            }
            let wire = Wire()
            wire.cut()
            try await Device.run(server, wire: wire, isConnected: false) { laptop in
                try await laptop.sees { $0.status.contains("not connected (the wire is cut)") }
                #expect(laptop.picture.age == "This is what the server said just now.")
                #expect(laptop.events == [Self.lunch])
                await laptop.type(
                    "add Dinner tomorrow 19:00",
                    "move \(try laptop.number("Lunch")) +1h"
                )
                try await laptop.sees(events: [
                    "13:30-14:30  Lunch (on this device only)  [Personal]",
                    "19:00-20:00  Dinner (on this device only)  [Personal]",
                ])
                #expect(laptop.picture.waiting.contains("2 events are kept on this device"))
            }
            // The program was ended in between.
            try await Device.run(server, wire: wire, isConnected: false) { laptop in
                try await laptop.sees { $0.waiting.contains("2 events") }
                await laptop.type("waiting")
                #expect(laptop.picture.notices.count == 2)
                wire.mend()
                await laptop.type("connect")
                let saved = ["13:30-14:30  Lunch  [Personal]", "19:00-20:00  Dinner  [Personal]"]
                try await laptop.sees(events: saved)
                try await laptop.isSaved()
                #expect(laptop.picture.waiting.isEmpty)
                try await Device.run(server, "phone") { phone in try await phone.sees(events: saved)
                }
                #expect(try await Self.versionCounts(server, laptop) == [1, 2])
            }
        }
    }

    @Test("An edit whose answer is lost is sent again, and made once")
    func lostAnswer() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                laptop.wire.loseNextAnswer()
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.sees { $0.waiting.contains("1 event is kept") }
                laptop.wire.mend()
                await laptop.type("connect")
                try await laptop.isSaved()
                try await laptop.sees(events: [Self.lunch])
                #expect(laptop.wire.editCount >= 2)
                #expect(try await Self.versionCounts(server, laptop) == [1])
            }
        }
    }

    @Test(
        "An edit whose answer is lost is made once, also if the program ends before it's sent again"
    )
    func lostAnswerAndEnd() async throws {
        try await ServerForWatching.run { server in
            let wire = Wire()
            try await Device.run(server, wire: wire) { laptop in
                laptop.wire.loseNextAnswer()
                await laptop.type("add Lunch tomorrow 12:30")
                try await laptop.sees { $0.waiting.contains("1 event is kept") }
            }
            wire.mend()
            try await Device.run(server, wire: wire) { laptop in
                try await laptop.isSaved()
                try await laptop.sees(events: [Self.lunch])
                #expect(try await Self.versionCounts(server, laptop) == [1])
            }
        }
    }

    /// How many versions the server has of each event, in order.
    private static func versionCounts(
        _ server: ServerForWatching,
        _ device: Device
    ) async throws -> [Int] {
        let session = try #require(await device.watch.session)
        var counts: [Int] = []
        for object in await device.watch.client.agenda.objects {
            let path = "/calendars/\(object.calendar.text)/events/\(object.href)/history"
            let history = try await server.ask("GET", path, session)
            counts.append(history["versions"].map { $0.elements.count } ?? 0)
        }
        return counts.sorted()
    }

    // MARK: - Others

    /// Runs a body with a laptop that has moved an event by an hour without a network, and a phone that has moved it by
    /// two; the laptop is connected again.
    private static func withConflict(
        _ body: (_ server: ServerForWatching, _ laptop: Device, _ phone: Device) async throws ->
            Void
    ) async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                let wire = Wire()
                try await Device.run(server, wire: wire) { laptop in
                    await laptop.type("add Lunch tomorrow 12:30")
                    try await laptop.isSaved()
                    try await phone.sees(events: [Self.lunch])
                    wire.cut()
                    try await laptop.sees { $0.status.contains("not connected") }
                    await laptop.type("move \(try laptop.number("Lunch")) +1h")
                    try await laptop.sees { $0.waiting.contains("kept on this device") }
                    await phone.type("move \(try phone.number("Lunch")) +2h")
                    try await phone.isSaved()
                    wire.mend()
                    await laptop.type("connect")
                    try await laptop.sees { $0.conflicts.count == 1 }
                    try await body(server, laptop, phone)
                }
            }
        }
    }

    @Test("Of a conflict theirs is kept, and one's own is a word away")
    func mine() async throws {
        try await Self.withConflict { _, laptop, phone in
            try await laptop.sees(events: ["14:30-15:30  Lunch  [Personal]"])
            let sentence = try #require(laptop.picture.conflicts.first)
            #expect(sentence.contains("the time: theirs is “Tue 2026-01-06 14:30”"))
            #expect(sentence.contains("yours was “Tue 2026-01-06 13:30”"))
            await laptop.type("mine")
            let mine = ["13:30-14:30  Lunch  [Personal]"]
            try await laptop.sees(events: mine)
            try await phone.sees(events: mine)
            #expect(laptop.picture.conflicts.isEmpty)
        }
    }

    @Test("A conflict is shown until it was seen")
    func seen() async throws {
        try await Self.withConflict { server, laptop, phone in
            let folder = server.folder + "/devices/laptop/edits"
            #expect(try String(contentsOfFile: folder, encoding: .utf8).contains("\"conflict\""))
            await laptop.type("seen 1")
            #expect(laptop.picture.conflicts.isEmpty)
            #expect(try String(contentsOfFile: folder, encoding: .utf8).isEmpty)
            let theirs = ["14:30-15:30  Lunch  [Personal]"]
            try await laptop.sees(events: theirs)
            try await phone.sees(events: theirs)
        }
    }

    @Test("A change of an event that somebody deleted is taken back with a word")
    func deleted() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                try await Device.run(server) { laptop in
                    await laptop.type("add Lunch tomorrow 12:30")
                    try await phone.sees(events: [Self.lunch])
                    try await laptop.isSaved()
                    laptop.wire.cut()
                    try await laptop.sees { $0.status.contains("not connected") }
                    await laptop.type("move \(try laptop.number("Lunch")) +1h")
                    await phone.type("delete \(try phone.number("Lunch"))")
                    try await phone.isSaved()
                    laptop.wire.mend()
                    await laptop.type("connect")
                    try await laptop.sees {
                        $0.notices.contains { $0.contains("somebody else deleted the event") }
                    }
                    #expect(laptop.events.isEmpty)
                }
            }
        }
    }

    @Test("When the server's log is too short, everything is loaded again, and what waits stays")
    func reset() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server, "phone") { phone in
                try await Device.run(server) { laptop in
                    laptop.wire.cut()
                    try await laptop.sees { $0.status.contains("not connected") }
                    await laptop.type("add Lunch tomorrow 12:30")
                    await phone.type("add Dinner tomorrow 19:00")
                    try await phone.isSaved()
                    laptop.wire.resetNextStream()
                    await laptop.type("connect")
                    let both = [Self.lunch, "19:00-20:00  Dinner  [Personal]"]
                    try await laptop.sees(events: both)
                    try await phone.sees(events: both)
                }
            }
        }
    }

    @Test("A log that is too short makes what is kept no newer before everything is loaded again")
    func resetAge() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { _ in }
            let wire = Wire()
            wire.resetNextStream(andCut: true)
            try await Device.run(server, wire: wire, hoursLater: 3, isConnected: false) { laptop in
                try await laptop.sees { $0.status.contains("the wire is cut") }
                #expect(wire.streamCount == 1)
                #expect(laptop.picture.age == "This is what the server said 3 hours ago.")
            }
        }
    }

    @Test("The pauses grow while the server closes each stream before it says anything")
    func closedStreams() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                let count = laptop.wire.streamCount
                laptop.wire.closeStreams()
                for _ in 0..<30_000 where laptop.wire.streamCount < count + 3 {
                    try await Task.sleep(for: .milliseconds(10))
                }
                try await laptop.sees { $0.status.contains("the connection was closed") }
                var pause = await laptop.watch.pause
                #expect(pause.seconds(isOutage: true) >= 4)
            }
        }
    }

    @Test("An edit that waits can be taken back")
    func takeBack() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("add Lunch tomorrow 12:30", "take-back 1")
                #expect(laptop.picture.notices.joined().contains("There is no change"))
                await laptop.type("waiting", "take-back 1")
                try await laptop.sees(events: [])
                await laptop.type("take-back 1")
                #expect(laptop.picture.notices.joined().contains("doesn't wait any more"))
                await laptop.type("waiting")
                #expect(laptop.picture.notices == ["Nothing waits: the server has everything."])
            }
        }
    }

    @Test("A proposal is answered")
    func answers() async throws {
        try await ServerForWatching.run { server in
            try await Device.run(server) { laptop in
                let session = try #require(await laptop.watch.session)
                let name = #"{"name":"Choir","color":"blue"}"#
                let group = try await server.ask("POST", "/groups", session, json: name)
                let id = try #require(group["id"]?.text)
                let proposal = #"""
                    {"title":"Rehearsal","times":[{"start":"2026-01-07T19:00:00","end":"2026-01-07T21:00:00",\#
                    "zone":"Europe/Berlin"}]}
                    """#
                try await server.ask("POST", "/groups/\(id)/proposals", session, json: proposal)
                try await laptop.sees { $0.days.flatMap { $0.rows }.count == 1 }
                let number = try laptop.number("Rehearsal (tentative)  [Choir]")
                await laptop.type("no \(number)")
                #expect(laptop.picture.notices == ["“Rehearsal”: your answer is “no”."])
                await laptop.type("move \(number) +1h")
                let refusal = "A proposal can be answered, but not changed."
                #expect(laptop.picture.notices == [refusal])
                laptop.wire.cut()
                try await laptop.sees { $0.status.contains("not connected") }
                await laptop.type("yes \(number)")
                try await laptop.sees { $0.waiting.contains("kept on this device") }
                await laptop.type("waiting")
                #expect(laptop.picture.notices.joined().contains("“Rehearsal”, answered “yes”"))
                laptop.wire.mend()
                try await laptop.isSaved()
                try await Device.run(server, "phone") { phone in
                    try await phone.sees { $0.days.flatMap { $0.rows }.count == 1 }
                    let agenda = await phone.watch.client.agenda
                    let texts = agenda.objects.compactMap { agenda.series($0)?.text }
                    #expect(
                        texts.contains {
                            String(decoding: $0, as: UTF8.self).contains("PARTSTAT=ACCEPTED")
                        }
                    )
                }
            }
        }
    }
}
