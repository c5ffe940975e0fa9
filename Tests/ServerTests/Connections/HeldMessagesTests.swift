import Foundation
import NIOCore
import Testing

@testable import Requests
@testable import Server
@testable import Store

@Suite("Requests and answers that wait for the rest")
struct HeldMessagesTests {
    private static let anna = HeldMessages.Holder.account(AccountID(stored: "anna"))
    private static let ben = HeldMessages.Holder.account(AccountID(stored: "ben"))
    private static let network = HeldMessages.Holder.network("192.0.2.1")

    /// Some connections, and which of them were ended.
    private final class Connections: Sendable {
        private let closed = AsyncStream.makeStream(of: Int.self)
        private let keys = (0..<100).map { _ in Key() }

        private final class Key: Sendable {}

        func id(_ number: Int) -> ObjectIdentifier { ObjectIdentifier(keys[number]) }

        func open(_ number: Int, of holder: HeldMessages.Holder, in held: HeldMessages) {
            let ended = closed.continuation
            held.open(id(number)) { ended.yield(number) }
            held.begin(id(number), of: holder)
        }

        func ended() async -> [Int] {
            closed.continuation.finish()
            return await closed.stream.reduce(into: []) { $0.append($1) }
        }
    }

    private static func at(_ second: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000) + .seconds(second)
    }

    @Test(
        "An account holds as much as it may, in however many pieces, and loses the slowest beyond"
    )
    func oneAccount() async {
        let held = HeldMessages(perHolderMax: 10_000_000, max: 100_000_000)
        let all = Connections()
        for number in 0..<11 {
            all.open(number, of: Self.anna, in: held)
            held.accepted(1_000_000, on: all.id(number), now: Self.at(Int64(number)))
            // All but the fourth are taken quickly enough.
            let count = number == 4 ? 0 : 900_000
            held.taken(count, freeing: 0, on: all.id(number), now: Self.at(Int64(number)))
            if number == 9 { #expect(held.heldCount == 10_000_000, "at the limit") }
        }
        #expect(held.heldCount == 10_000_000, "what isn't taken to the end is held as a whole")
        #expect(await all.ended() == [4])
    }

    @Test("What waits for its connection counts as what the connection waits with, once")
    func ready() async {
        let held = HeldMessages(perHolderMax: 100, max: 1_000)
        let all = Connections()
        all.open(0, of: Self.network, in: held)
        let id = all.id(0)
        held.ready(60, on: id)
        #expect(held.heldCount == 60)
        held.accepted(50, on: id)
        #expect(held.heldCount == 60)
        held.accepted(20, on: id)
        #expect(held.heldCount == 70, "with its head")
        held.readyEnded(on: id)
        held.ready(30, on: id)
        #expect(held.heldCount == 100)
        held.taken(70, freeing: 70, on: id)
        held.readyEnded(on: id)
        #expect(held.heldCount == 0)
        held.ready(101, on: id)
        #expect(held.heldCount == 0)
        // It may go on for a moment.
        held.accepted(10, on: id)
        held.taken(10, freeing: 10, on: id)
        held.forget(id)
        #expect(held.heldCount == 0)
        #expect(await all.ended() == [0])
    }

    @Test("When all hold too much, whoever holds the most loses something, and nobody else")
    func all() async {
        let held = HeldMessages(perHolderMax: 1_000, max: 1_500)
        let all = Connections()
        all.open(0, of: Self.anna, in: held)
        held.accepted(400, on: all.id(0), now: Self.at(0))
        for (number, holder) in [(1, Self.ben), (2, Self.ben), (3, Self.network)] {
            all.open(number, of: holder, in: held)
            held.accepted(number == 3 ? 300 : 400, on: all.id(number), now: Self.at(100))
        }
        #expect(held.heldCount == 1_500)
        // It's the slowest, and it's the one that wants more, but the other has more.
        held.accepted(1, on: all.id(0), now: Self.at(101))
        #expect(held.heldCount == 1_101)
        let ended = await all.ended()
        #expect(ended == [1] || ended == [2])
    }

    @Test("Somebody who holds nothing for most of the time, as a live stream, isn't slow")
    func quiet() async {
        let held = HeldMessages(perHolderMax: 1_000, max: 10_000)
        let all = Connections()
        all.open(0, of: Self.anna, in: held)
        for second in stride(from: Int64(0), to: 3_600, by: 20) {
            held.accepted(10, on: all.id(0), now: Self.at(second))
            held.taken(10, freeing: 10, on: all.id(0), now: Self.at(second))
        }
        all.open(1, of: Self.anna, in: held)
        held.accepted(995, on: all.id(1), now: Self.at(3_590))
        held.accepted(10, on: all.id(0), now: Self.at(3_600))
        #expect(held.heldCount == 10)
        #expect(await all.ended() == [1])
    }

    @Test(
        "A request that arrives slowly is held as an answer that isn't taken, until it's worked on"
    )
    func requests() async {
        let held = HeldMessages(perHolderMax: 1_000, max: 10_000)
        let all = Connections()
        for number in 0..<3 { all.open(number, of: Self.anna, in: held) }
        held.received(400, on: all.id(0), now: Self.at(0))
        held.received(300, on: all.id(1), now: Self.at(100))
        held.received(300, on: all.id(2), now: Self.at(100))
        #expect(held.heldCount == 1_000)
        held.requestEnded(on: all.id(1), now: Self.at(100))
        #expect(held.heldCount == 700)
        held.accepted(400, on: all.id(1), now: Self.at(100))
        #expect(held.heldCount == 700, "the slowest has gone")
        #expect(await all.ended() == [0])
    }

    @Test("A connection's next answer may be somebody else's")
    func another() async {
        let held = HeldMessages(perHolderMax: 100, max: 1_000)
        let all = Connections()
        all.open(0, of: Self.anna, in: held)
        held.accepted(90, on: all.id(0))
        held.begin(all.id(0), of: Self.ben)
        all.open(1, of: Self.anna, in: held)
        held.accepted(90, on: all.id(1))
        #expect(held.heldCount == 180)
        held.accepted(20, on: all.id(0), now: .now() + .seconds(1))
        #expect(await all.ended() == [0])
    }

    @Test(
        "Whoever asks on many connections and takes nothing loses them, by whatever way they ask",
        arguments: ["calendars/CALENDAR/events/long", "calendars/CALENDAR/export", "sync", "dav"]
    )
    func untaken(path: String) async throws {
        let held = HeldMessages(perHolderMax: 3_000_000, max: 100_000_000)
        try await TestServer.run(.wholeServer, held: held) { server, client in
            let visitor = try await server.visitor(client)
            try await visitor.create("long")
            try await server.database.write(as: .server(.upkeep)) {
                let title = String(repeating: "x", count: 900_000)
                try $0.execute(
                    "UPDATE objects SET ical = replace(ical, 'Lunch', $1)",
                    [.text(title)]
                )
            }
            let port = try #require(client.port)
            let address =
                path == "dav"
                ? "/dav/calendars/\(visitor.account.id.text)/\(visitor.calendar)/long"
                : "/api/v1/" + path.replacing("CALENDAR", with: visitor.calendar)
            let password = try await visitor.appPassword().password
            let credentials = Data("\(TestServer.email):\(password)".utf8).base64EncodedString()
            let question =
                "GET \(address) HTTP/1.1\r\nHost: a\r\nAuthorization: Basic \(credentials)\r\n\r\n"
            var unread: [RawConnection] = []
            for _ in 0..<10 {
                unread.append(
                    try await RawConnection.open(
                        port: port,
                        sending: question,
                        isReading: false,
                        receiveBufferBytes: 4_096
                    )
                )
            }
            let connections = unread
            // Three have room. Nothing was read, so only a reset can close the others.
            let isBounded = try await waited {
                connections.filter { !$0.isOpen }.count >= 4 ? true : nil
            }
            #expect(isBounded == true)
            #expect(connections.contains { $0.isOpen })
            #expect(held.heldCount <= 3_000_000)
            #expect(held.heldCount > 0)
            let answer = try await visitor.request(.get, "/api/v1/calendars")
            #expect(answer.status == .ok, "and the others go on")
            for connection in connections { connection.close() }
            let isGone = try await waited { held.heldCount == 0 ? true : nil }
            #expect(isGone == true)
        }
    }

    @Test(
        "Whoever sends on many connections and never ends loses them, by whatever way they send",
        arguments: [
            ("PUT", "/dav/calendars/ACCOUNT/CALENDAR/long"),
            ("REPORT", "/dav/calendars/ACCOUNT/CALENDAR/"),
            ("PUT", "/api/v1/calendars/CALENDAR/events/long"),
        ]
    )
    func unsent(method: String, path: String) async throws {
        let held = HeldMessages(perHolderMax: 300_000, max: 100_000_000)
        try await TestServer.run(.wholeServer, held: held) { server, client in
            let visitor = try await server.visitor(client)
            let port = try #require(client.port)
            let address = path.replacing("ACCOUNT", with: visitor.account.id.text)
                .replacing("CALENDAR", with: visitor.calendar)
            let password = try await visitor.appPassword().password
            let credentials = Data("\(TestServer.email):\(password)".utf8).base64EncodedString()
            let type = method == "REPORT" ? "application/xml" : "text/calendar"
            let head =
                "\(method) \(address) HTTP/1.1\r\nHost: a\r\nAuthorization: Basic \(credentials)\r\n"
                + "Content-Type: \(type)\r\nIf-None-Match: *\r\nContent-Length: 200000\r\n\r\n"
            var unsent: [RawConnection] = []
            for _ in 0..<10 {
                unsent.append(
                    try await RawConnection.open(
                        port: port,
                        sending: head + String(repeating: "x", count: 100_000)
                    )
                )
            }
            let connections = unsent
            // Three have room.
            let isBounded = try await waited {
                connections.filter { !$0.isOpen }.count >= 7 ? true : nil
            }
            #expect(isBounded == true)
            #expect(held.heldCount <= 300_000)
            for connection in connections { connection.close() }
            let isGone = try await waited { held.heldCount == 0 ? true : nil }
            #expect(isGone == true)
        }
    }
}
