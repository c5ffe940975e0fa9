import HTTPTypes
import Testing
import WebDAV

@testable import Server
@testable import Store

/// The calendars of groups and fellow members in a home.
@Suite("Calendars of others in calendar programs")
struct GroupCalendarTests {
    @Test("A home has one's own calendars, those of groups, and what fellow members show")
    func home() async throws {
        try await Family.run { family in
            try await family.anna.put("lunch", into: family.anna.calendar)
            try await family.share(family.anna, "full")
            try await family.share(family.ben, "busy")
            let client = try await family.cleo.calendarProgram()
            #expect(
                try await client.calendars() == [
                    client.home + family.cleo.calendar + "/": "Personal",
                    client.home + family.calendar + "/": "Family",
                    client.home + family.anna.calendar + "/": "Personal (Anna)",
                    client.home + family.ben.calendar + "/": "Anna (busy)",
                ]
            )
            let stranger = try await family.dan.calendarProgram()
            #expect(try await stranger.calendars().count == 1)
        }
    }

    @Test("What is left out in the settings isn't in the home, and comes back")
    func leftOut() async throws {
        try await Family.run { family in
            try await family.share(family.anna, "full")
            let cleo = family.cleo
            let client = try await cleo.calendarProgram()
            let before = try await Self.homeSync(client, since: "")
            let group = family.calendar
            let hidden = try await cleo.hideFromPrograms([
                group, family.anna.calendar, cleo.calendar, family.dan.calendar, "nonsense",
            ])
            #expect(Set(hidden) == [group, family.anna.calendar], "only others', only seen ones")
            // Ben's times are shown without him having said so.
            #expect(try await client.calendars().count == 2)
            let after = try await Self.homeSync(client, since: before.token)
            #expect(Set(after.gone) == Set(hidden.map { client.home + $0 + "/" }))
            // What happens in it meanwhile is none of the program's business.
            try await family.ben.put("dinner", into: group)
            let quiet = try await Self.homeSync(client, since: after.token)
            #expect(quiet.gone.isEmpty && quiet.present.isEmpty)
            #expect(try await cleo.records("event").count == 1, "the page still has it")
            #expect(try await cleo.hideFromPrograms([]) == [])
            #expect(try await client.calendars().count == 4)
            let back = try await Self.homeSync(client, since: quiet.token)
            #expect(Set(back.present) == Set(after.gone))
            let shown = try await client.objects(in: client.home + group + "/")
            #expect(shown.count == 1)
        }
    }

    private struct HomeSync {
        let token: String
        let present: [String]
        let gone: [String]
    }

    private static func homeSync(
        _ client: DAVTests.Client,
        since token: String
    ) async throws -> HomeSync {
        let xml = try await client.xml("REPORT", client.home, SyncedCalendar.body(since: token))
        var (present, gone) = ([String](), [String]())
        for response in xml.all(.dav("response")) {
            let href = try #require(response.first(.dav("href"))?.text)
            if response.first(.dav("status")) == nil {
                present.append(href)
            } else {
                gone.append(href)
            }
        }
        let next = try #require(xml.first(.dav("sync-token"))?.text)
        return HomeSync(token: next, present: present, gone: gone)
    }

    @Test("A member writes the group's calendar in a program, and all others see it")
    func writing() async throws {
        try await Family.run { family in
            let client = try await family.cleo.calendarProgram()
            let path = client.home + family.calendar + "/dinner.ics"
            let made = try await client.request("PUT", path, event("dinner"))
            #expect(made.status == .created)
            let seen = try await family.ben.request(.get, family.events + "dinner.ics")
            #expect(seen.text == event("dinner"))
            #expect(try await client.request("DELETE", path).status == .noContent)
            #expect(try await family.ben.records("event").isEmpty)
        }
    }

    @Test("What a fellow member shows can be copied into one's own calendar")
    func copying() async throws {
        try await Family.run { family in
            try await family.anna.put("lunch", into: family.anna.calendar)
            try await family.share(family.anna, "full")
            let client = try await family.cleo.calendarProgram()
            let shown = client.home + family.anna.calendar + "/"
            let path = try #require(try await client.objects(in: shown).keys.first)
            for (overwrite, status) in [("F", 201), ("T", 204), ("F", 412)] {
                let copied = try await client.request(
                    "COPY",
                    path,
                    headers: ["Destination": client.calendar + "copy", "Overwrite": overwrite]
                )
                #expect(copied.status.code == status, "\(copied.text)")
            }
            let copy = try await client.request("GET", client.calendar + "copy")
            #expect(copy.text == event("lunch"))
        }
    }

    @Test("Each person names and colours the calendars of others for themselves")
    func ownNames() async throws {
        try await Family.run { family in
            let (ben, cleo) = (
                try await family.ben.calendarProgram(), try await family.cleo.calendarProgram()
            )
            let update = """
                <D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>
                <D:displayname>Ours</D:displayname></D:prop></D:set></D:propertyupdate>
                """
            let patched = try await cleo.request(
                "PROPPATCH",
                cleo.home + family.calendar + "/",
                update
            )
            #expect(patched.status.code == 207)
            let (theirs, hers) = (try await ben.calendars(), try await cleo.calendars())
            #expect(hers[cleo.home + family.calendar + "/"] == "Ours")
            #expect(theirs[ben.home + family.calendar + "/"] == "Family")
            #expect(try await family.ben.calendar(family.calendar)?["name"]?.text == "Family")
        }
    }

    @Test("Somebody who leaves the group loses its calendars at once")
    func leaving() async throws {
        try await Family.run { family in
            try await family.share(family.anna, "full")
            let client = try await family.cleo.calendarProgram()
            let path = client.home + family.calendar + "/"
            let first = try await client.xml("REPORT", path, SyncedCalendar.body(since: ""))
            let token = try #require(first.first(.dav("sync-token"))?.text)
            let left = try await family.cleo.request(
                .delete,
                family.path + "/members/\(family.cleo.account.id.text)"
            )
            #expect(left.status.kind == .successful)
            #expect(try await client.calendars().count == 1)
            let sync = try await client.request("REPORT", path, SyncedCalendar.body(since: token))
            #expect(sync.status == .notFound)
        }
    }
}
