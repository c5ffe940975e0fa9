import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Limits of secret addresses")
struct SecretAddressLimitTests {
    @Test("An account may have fifty, and a deleted set makes room")
    func count() async throws {
        try await TestServer.runSignedIn { visitor in
            let set = String(repeating: "5", count: 32)
            try await visitor.saveSet(set, [visitor.calendar])
            _ = try await visitor.secretAddress(of: "set", set)
            for _ in 1..<50 { _ = try await visitor.secretAddress() }
            let refused = try await visitor.askForSecretAddress(of: "calendar", visitor.calendar)
            #expect(refused.problem == "/problems/too-many")
            try await visitor.request(.put, "/api/v1/settings", "{}", headers: ["If-Match": "*"])
            _ = try await visitor.secretAddress()
            let again = try await visitor.askForSecretAddress(of: "calendar", visitor.calendar)
            #expect(again.problem == "/problems/too-many")
        }
    }

    @Test("A name has at most 200 octets")
    func name() async throws {
        try await TestServer.runSignedIn { visitor in
            for (length, status) in [(200, 201), (201, 422)] {
                let answer = try await visitor.askForSecretAddress(
                    of: "calendar",
                    visitor.calendar,
                    name: String(repeating: "n", count: length)
                )
                #expect(answer.status.code == status)
            }
        }
    }

    @Test("One address is read sixty times a minute, from wherever")
    func perLink() async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            let visitor = try await server.visitor(client)
            let address = try await visitor.secretAddress()
            func read(_ number: Int) async throws -> TestResponse {
                try await visitor.read(
                    address,
                    headers: ["X-Forwarded-For": "192.0.2.\(number % 3)"]
                )
            }
            for number in 0..<Limits.secretAddressRequestsMax {
                #expect(try await read(number).status == .ok)
            }
            let refused = try await read(0)
            #expect(refused.problem == "/problems/too-many-attempts")
            #expect(refused.headers[.retryAfter] == "60")
            let other = try await visitor.secretAddress()
            #expect(try await visitor.read(other).status == .ok)
            server.clock.advance(seconds: Limits.secretAddressWindowSeconds)
            #expect(try await read(0).status == .ok)
        }
    }

    @Test("One network reads 120 times a minute, right or wrong, and others aren't kept from it")
    func perNetwork() async throws {
        try await TestServer.run(settings: TestServer.behindProxy) { server, client in
            let visitor = try await server.visitor(client)
            let right = try await visitor.secretAddress()
            let wrong = MadeAddress(id: "", path: "/secret/wrong.ics")
            let here = ["X-Forwarded-For": "192.0.2.1"]
            for _ in 0..<Limits.secretAddressRequestsPerNetworkMax {
                #expect(try await visitor.read(wrong, headers: here).status == .notFound)
            }
            let refusals = [
                try await visitor.read(wrong, headers: here),
                try await visitor.read(right, headers: here),
            ]
            #expect(refusals.map(\.status) == [.tooManyRequests, .tooManyRequests])
            #expect(refusals[0].text == refusals[1].text)
            let there = ["X-Forwarded-For": "192.0.2.2"]
            #expect(try await visitor.read(right, headers: there).status == .ok)
            server.clock.advance(seconds: Limits.secretAddressWindowSeconds)
            #expect(try await visitor.read(right, headers: here).status == .ok)
        }
    }

    @Test("An account's addresses send four answers at once; a place comes back by itself")
    func atOnce() async throws {
        let answers = SecretAddressAnswers()
        let account = try #require(AccountID(String(repeating: "a", count: 32)))
        let other = try #require(AccountID(String(repeating: "b", count: 32)))
        var places: [SecretAddressAnswers.Place] = []
        for _ in 0..<Limits.secretAddressAnswersAtOnceMax {
            places.append(try answers.place(for: account))
        }
        #expect(throws: ServerError.tooManyRequests) { try answers.place(for: account) }
        _ = try answers.place(for: other)
        places[0].leave()
        places[0].leave()
        places.append(try answers.place(for: account))
        #expect(throws: ServerError.tooManyRequests) { try answers.place(for: account) }
        places = []
        places.append(try answers.place(for: account))
    }

    @Test("Reading gives the places back")
    func placesComeBack() async throws {
        try await TestServer.runSignedIn { visitor in
            let address = try await visitor.secretAddress()
            for _ in 0...Limits.secretAddressAnswersAtOnceMax {
                #expect(try await visitor.read(address, .head).status == .ok)
                #expect(try await visitor.read(address).status == .ok)
            }
        }
    }

    /// The answer of a new address with some events.
    private static func answer(
        _ visitor: Visitor
    ) async throws -> SecretAddressAnswer {
        let count = Limits.syncPageCount + 1
        for number in 0..<count { try await visitor.create("event-\(number)") }
        let address = try await visitor.secretAddress()
        let backend = visitor.server.backend
        let secret = address.path.dropFirst("/secret/".count).dropLast(".ics".count)
        let known = try #require(
            try await backend.store.secretAddresses.address(hash: sha256Text(Array(secret.utf8)))
        )
        return try #require(
            try await SecretAddressAnswer(
                known.address,
                as: .iCalendar,
                in: backend,
                nowSecond: visitor.server.clock.nowSecond
            )
        )
    }

    @Test("An answer ends before the octet that would be too many")
    func size() async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await Self.answer(visitor)
            var count = 0
            try await answer.write(sinceSecond: 0) { count += $0.count }
            var written = 0
            try await answer.write(sinceSecond: 0, bytesMax: count) { written += $0.count }
            #expect(written == count)
            written = 0
            await #expect(throws: ServerError.tooLarge(bytesMax: count - 1)) {
                try await answer.write(sinceSecond: 0, bytesMax: count - 1) { written += $0.count }
            }
            #expect(written < count)
        }
    }

    @Test("An answer ends when its reader takes too long")
    func time() async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await Self.answer(visitor)
            let clock = visitor.server.clock
            var pieces = 0
            // The opening, two pages and the end.
            try await answer.write(sinceSecond: 0) { _ in
                if pieces == 0 { clock.advance(seconds: Limits.secretAddressAnswerSeconds) }
                pieces += 1
            }
            #expect(pieces == 4)
            clock.advance(seconds: 1)
            await #expect(throws: ServerError.tooManyRequests) {
                try await answer.write(sinceSecond: 0) { _ in }
            }
        }
    }

    @Test("An address that is revoked gives nothing more, even in the middle of an answer")
    func revokedMeanwhile() async throws {
        try await TestServer.runSignedIn { visitor in
            let answer = try await Self.answer(visitor)
            var text = ""
            try await answer.write(sinceSecond: 0) { octets in
                text += String(decoding: octets, as: UTF8.self)
                let id = answer.address.id
                try await visitor.request(.delete, Visitor.secretAddresses + "/" + id)
            }
            #expect(!text.contains("BEGIN:VEVENT"))
        }
    }
}
