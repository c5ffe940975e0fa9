import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("What secret addresses don't give out")
struct SecretAddressLeakTests {
    /// Everything that somebody gets at an address, whatever they ask for.
    private static func everything(
        at address: MadeAddress,
        _ visitor: Visitor
    ) async throws -> String {
        var text = ""
        for accept in ["text/calendar", "application/jscalendar+json", "text/html", "*/*"] {
            let answer = try await visitor.read(address, headers: ["Accept": accept])
            #expect(answer.status == .ok)
            text += answer.text + "\(answer.headers)"
        }
        return text
    }

    @Test("Busy only has nothing but times, in every octet")
    func busy() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            let set = String(repeating: "5", count: 32)
            try await family.anna.saveSet(set, name: "Xgroup", [family.anna.calendar])
            for address in [
                try await family.anna.secretAddress(detail: "busy"),
                try await family.anna.secretAddress(of: "set", set, detail: "busy"),
            ] {
                let text = try await Self.everything(at: address, family.anna)
                BusyOnlyTests.expectNoSecret(in: text, of: address.path)
                #expect(text.contains("20260102T090000"))
                #expect(text.contains("2026-01-02T09:00:00"))
            }
        }
    }

    @Test("Busy only is the text that fellow members get")
    func same() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            let address = try await family.anna.secretAddress(detail: "busy")
            let text = try await family.anna.read(address).text
            let seen = try await family.cleo.records("event").compactMap { $0["ical"]?.text }
            let event = try #require(seen.first).split(separator: "BEGIN:VEVENT")[1]
                .split(separator: "END:VEVENT")[0]
            #expect(text.contains(event))
        }
    }

    @Test("Private events in full come as times, as fellow members see them")
    func privateEvents() async throws {
        try await Family.run { family in
            try await family.anna.create("open", title: "Lunch")
            try await BusyOnlyTests.fill(family, class: "CONFIDENTIAL")
            let address = try await family.anna.secretAddress()
            let text = try await Self.everything(at: address, family.anna)
            // The calendar's name is for those who see its events.
            BusyOnlyTests.expectNoSecret(
                in: text.replacing("Xcalendar", with: ""),
                of: "full details"
            )
            #expect(text.contains("SUMMARY:Lunch"))
            #expect(text.contains("CLASS:PRIVATE"))
        }
    }

    @Test("What other programs added is left out, wherever it stands")
    func additions() async throws {
        try await TestServer.runSignedIn { anna in
            let more = [
                "LOCATION;X-BOOKED-BY=Xsecret:Room", "COMMENT:Xsecret", "BEGIN:X-NOTES",
                "DESCRIPTION:Xsecret", "END:X-NOTES",
            ]
            try await anna.add(
                event("one", more: more.joined(separator: "\r\n")),
                "one",
                to: anna.calendar
            )
            let text = try await Self.everything(at: anna.secretAddress(), anna)
            #expect(!text.contains("Xsecret"))
            #expect(text.contains("LOCATION:Room"))
        }
    }

    @Test("The log of a failed request doesn't have the secret")
    func log() {
        #expect(ErrorMiddleware.logged("/secret/abc.ics") == "/secret/…")
        #expect(ErrorMiddleware.logged("/api/v1/invitations/abc") == "/api/v1/invitations/…")
        #expect(ErrorMiddleware.logged("/api/v1/sync") == "/api/v1/sync")
    }

    @Test("Full details have no guests, and nothing that Meantime doesn't understand")
    func guests() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            let address = try await family.anna.secretAddress()
            let text = try await Self.everything(at: address, family.anna)
            for word in ["Xguest", "Xproperty", "X-SECRET", "ATTENDEE", "ORGANIZER"] {
                #expect(!text.contains(word), "\(word)")
            }
            for word in ["Xtitle", "Xplace", "Xnotes", "Xcategory", "Xalarm"] {
                #expect(text.contains(word), "\(word)")
            }
        }
    }

    @Test("What a fellow member shows isn't given out in a set, not even its times")
    func fellowMembers() async throws {
        try await Family.run { family in
            try await BusyOnlyTests.fill(family)
            try await family.share(family.anna, "full")
            let set = String(repeating: "5", count: 32)
            try await family.cleo.saveSet(set, [family.anna.calendar, family.calendar])
            let address = try await family.cleo.secretAddress(of: "set", set)
            #expect(try await family.cleo.read(address).status == .notFound)
            try await family.cleo.create("mine", title: "Running")
            try await family.cleo.saveSet(
                set,
                [family.anna.calendar, family.calendar, family.cleo.calendar]
            )
            let text = try await Self.everything(at: address, family.cleo)
            BusyOnlyTests.expectNoSecret(in: text, of: "a set")
            #expect(text.contains("SUMMARY:Running"))
            #expect(!text.contains("20260102T090000\r\n"), "Anna's event begins then")
        }
    }

    @Test("A group's address has its events but no proposals, and no members")
    func proposals() async throws {
        try await Family.run { family in
            _ = try await ProposalTests.propose(family, by: family.cleo)
            try await family.cleo.request(
                .put,
                family.events + "party",
                event(
                    "party",
                    title: "Party",
                    more: "ATTENDEE;CN=Xguest;PARTSTAT=ACCEPTED:urn:uuid:"
                        + family.cleo.account.id.text
                ),
                headers: ["If-None-Match": "*"]
            )
            for detail in ["full", "busy"] {
                let address = try await family.ben.secretAddress(
                    of: "group",
                    family.group,
                    detail: detail
                )
                let text = try await Self.everything(at: address, family.ben)
                for word in ["Dinner", "TENTATIVE", "MEANTIME-P", "Xguest", "urn:uuid:"] {
                    #expect(!text.contains(word), "\(word) in \(detail)")
                }
                #expect(text.contains("SUMMARY:Party") == (detail == "full"))
                #expect(text.contains("X-WR-CALNAME:Family") == (detail == "full"))
            }
        }
    }
}
