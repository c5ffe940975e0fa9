import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("Group members who delete their account")
struct LeavingTests {
    private static func delete(_ visitor: Visitor) async throws {
        let form =
            #"{"email":"\#(visitor.account.email)","password":"\#(TestServer.password)"}"#
        let gone = try await visitor.request(.delete, "/api/v1/account", form)
        #expect(gone.status == .noContent)
    }

    private static func departures(_ visitor: Visitor) async throws -> String {
        try await visitor.request(.get, "/api/v1/account/deletion").text
    }

    @Test("When the owner deletes their account, the first admin gets the group and events stay")
    func handedOver() async throws {
        try await Family.run { family in
            let dinner = "/api/v1/calendars/\(family.calendar)/events/dinner"
            let put = try await family.ben.request(
                .put,
                dinner,
                event("dinner"),
                headers: ["If-None-Match": "*"]
            )
            #expect(put.status == .created)
            try await family.anna.create("secret")
            #expect(try await Self.departures(family.anna).contains(#""fate":"handed-over""#))
            #expect(try await Self.departures(family.cleo).contains(#""fate":"left""#))
            try await Self.delete(family.anna)

            let group = try #require(try await family.ben.records("group").first)
            #expect(group["role"] == .string("owner"))
            #expect(!(try await family.cleo.request(.get, "/api/v1/sync").text.contains("secret")))
            #expect(try await family.cleo.request(.get, dinner).status == .ok)
            let told = try await family.cleo.told()
            #expect(told.contains(#""type":"calendar-removed","id":"\#(family.anna.calendar)""#))
        }
    }

    @Test("A group is deleted with the account of its only member")
    func deleted() async throws {
        try await Family.run { family in
            let made = try await family.dan.request(.post, "/api/v1/groups", #"{"name":"Alone"}"#)
            #expect(made.status == .created)
            #expect(try await Self.departures(family.dan).contains(#""fate":"deleted""#))
            try await Self.delete(family.dan)
            #expect(try await family.dan.request(.get, "/api/v1/groups").status == .unauthorized)
        }
    }

    @Test("A new name and new working hours reach fellow members")
    func profile() async throws {
        try await Family.run { family in
            let form =
                #"{"name":"Anne","zone":"Asia/Tokyo","from":600,"to":900,"weekHours":[null,null,[60,120],null,null,null,null]}"#
            #expect(try await family.anna.request(.patch, "/api/v1/account", form).status == .ok)
            let told = try await family.cleo.told()
            #expect(
                told.contains(
                    #""zone":"Asia/Tokyo","from":600,"to":900,"weekHours":[null,null,[60,120],"#
                )
            )
            #expect(told.contains(#""name":"Anne""#))
        }
    }
}
