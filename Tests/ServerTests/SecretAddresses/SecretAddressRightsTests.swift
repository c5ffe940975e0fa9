import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("Who may give out what")
struct SecretAddressRightsTests {
    private static func status(
        _ address: MadeAddress,
        _ visitor: Visitor
    ) async throws -> HTTPResponse.Status {
        try await visitor.read(address).status
    }

    @Test("People give out their own calendars; a group's, its owner and admins")
    func making() async throws {
        try await Family.run { family in
            try await family.share(family.anna, "full")
            let visitors = [family.anna, family.ben, family.cleo, family.dan]
            for (subject, id, expected) in [
                ("calendar", family.anna.calendar, [201, 404, 404, 404]),
                ("calendar", family.calendar, [404, 404, 404, 404]),
                ("group", family.group, [201, 201, 403, 404]),
                ("calendar", String(repeating: "9", count: 32), [404, 404, 404, 404]),
            ] {
                for (visitor, status) in zip(visitors, expected) {
                    let answer = try await visitor.askForSecretAddress(of: subject, id)
                    #expect(answer.status.code == status, "\(subject) by \(visitor.account.email)")
                }
            }
        }
    }

    @Test("An address ends with the role of its maker, and doesn't come back with it")
    func role() async throws {
        try await Family.run { family in
            let address = try await family.ben.secretAddress(of: "group", family.group)
            let set = String(repeating: "5", count: 32)
            try await family.ben.saveSet(set, [family.calendar])
            let ofSet = try await family.ben.secretAddress(of: "set", set)
            #expect(try await Self.status(address, family.ben) == .ok)
            #expect(try await Self.status(ofSet, family.ben) == .ok)
            let path = family.path + "/members/\(family.ben.account.id.text)"
            try await family.anna.request(.patch, path, #"{"role":"member"}"#)
            #expect(try await Self.status(address, family.ben) == .notFound)
            #expect(try await Self.status(ofSet, family.ben) == .notFound)
            try await family.anna.request(.patch, path, #"{"role":"admin"}"#)
            #expect(try await Self.status(address, family.ben) == .notFound)
            #expect(try await Self.status(ofSet, family.ben) == .ok, "the set is still Ben's")
        }
    }

    @Test("An address is nothing without the role, even if nobody removed it")
    func checkedAtReading() async throws {
        try await Family.run { family in
            let address = try await family.ben.secretAddress(of: "group", family.group)
            try await family.ben.server.database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute(
                    "UPDATE memberships SET role = 'member' WHERE account_id = $1",
                    [.text(family.ben.account.id.text)]
                )
            }
            #expect(try await Self.status(address, family.ben) == .notFound)
        }
    }

    @Test("An address ends when its maker leaves, with the group, and with the account")
    func endings() async throws {
        try await Family.run { family in
            let bens = try await family.ben.secretAddress(of: "group", family.group)
            try await family.ben.request(
                .delete,
                family.path + "/members/\(family.ben.account.id.text)"
            )
            #expect(try await Self.status(bens, family.ben) == .notFound)
            let annas = try await family.anna.secretAddress(of: "group", family.group)
            #expect(try await Self.status(annas, family.anna) == .ok)
            try await family.anna.request(.delete, family.path)
            #expect(try await Self.status(annas, family.anna) == .notFound)

            let own = try await family.dan.secretAddress()
            #expect(try await Self.status(own, family.dan) == .ok)
            let gone = try await family.dan.request(
                .delete,
                "/api/v1/account",
                #"{"email":"dan@example.org","password":"\#(TestServer.password)"}"#
            )
            #expect(gone.status == .noContent)
            #expect(try await Self.status(own, family.dan) == .notFound)
        }
    }

    @Test("An address ends with its calendar, and doesn't come back from the bin")
    func bin() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.request(.post, "/api/v1/calendars", #"{"name":"W","color":"red"}"#)
            let address = try await visitor.secretAddress()
            let path = "/api/v1/calendars/\(visitor.calendar)"
            #expect(try await visitor.request(.delete, path).status == .noContent)
            #expect(try await Self.status(address, visitor) == .notFound)
            let back = try await visitor.request(
                .post,
                "/api/v1/bin/calendars/\(visitor.calendar)"
            )
            #expect(back.status == .ok)
            #expect(try await Self.status(address, visitor) == .notFound)
        }
    }

    @Test("Admins see and revoke each other's addresses of the group, and nobody else's")
    func revoking() async throws {
        try await Family.run { family in
            let bens = try await family.ben.secretAddress(of: "group", family.group)
            let own = try await family.ben.secretAddress()
            let list = try await family.anna.request(.get, Visitor.secretAddresses).text
            #expect(list.contains(bens.id))
            #expect(list.contains(#""madeBy":"Anna""#), "all visitors have this name")
            #expect(!list.contains(own.id))
            for other in [family.cleo, family.dan] {
                let seen = try await other.request(.get, Visitor.secretAddresses)
                #expect(seen.text == #"{"secretAddresses":[]}"#)
            }
            func revoke(_ address: MadeAddress, _ visitor: Visitor) async throws -> Int {
                try await visitor.request(.delete, Visitor.secretAddresses + "/" + address.id)
                    .status.code
            }
            #expect(try await revoke(own, family.anna) == 404)
            #expect(try await revoke(bens, family.cleo) == 404)
            #expect(try await revoke(bens, family.dan) == 404)
            #expect(try await Self.status(bens, family.ben) == .ok)
            #expect(try await revoke(bens, family.anna) == 204)
            #expect(try await Self.status(bens, family.ben) == .notFound)
            #expect(try await Self.status(own, family.ben) == .ok)
        }
    }
}
