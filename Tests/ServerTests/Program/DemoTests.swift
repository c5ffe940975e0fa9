import Agenda
import CivilTime
import Foundation
import ICalendar
import Testing

@testable import Accounts
@testable import Demo
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Demo data")
struct DemoTests {
    /// A Saturday, so that "next Saturday" isn't today.
    private static let now = Instant(secondsSinceEpoch: 1_773_475_200)

    @Test("The demo has groups with every level of sharing, and proposals to answer")
    func people() async throws {
        try await TestServer.run { server, client in
            #expect(try await DemoData.fill(server.backend, now: Self.now))
            let store = server.backend.store
            let ana = try #require(try await store.accounts.withPassword(email: DemoData.email))
            let groups = try await store.groups.all(of: ana.account.id)
            #expect(groups.map(\.name).sorted() == ["Family", "Team Harbour"])
            #expect(groups.map(\.members.count).sorted() == [4, 5])
            for group in groups {
                let own = group.members.filter { $0.role == .owner }
                #expect(own.count == 1)
                #expect(group.members.contains { $0.role == .admin })
                #expect(group.members.contains { $0.pictureETag != nil })
                #expect(group.members.allSatisfy { !$0.zone.isEmpty })
            }
            let seen = try await store.calendars.all(seenBy: ana.account.id)
            #expect(Set(seen.map(\.relation.level)) == [.own, .group, .full, .busy])
            #expect(!seen.contains { $0.name == "Surprises" })
            let objects = try await store.calendars.objectCount(of: ana.account.id)
            #expect(objects > 2_000, "ten years of events")
            try await Self.checkProposals(groups, store, ana.account.id)

            // A second start changes nothing.
            #expect(try await !DemoData.fill(server.backend, now: Self.now))
            #expect(try await store.groups.all(of: ana.account.id).count == 2)
        }
    }

    private static func checkProposals(
        _ groups: [GroupRecord],
        _ store: CalendarStore,
        _ ana: AccountID
    ) async throws {
        var proposals: [Candidate] = []
        for group in groups {
            let page = try await store.objects.page(
                of: group.calendar,
                seenBy: ana,
                after: nil,
                countMax: 2_000
            )
            proposals += page.objects.compactMap { Candidate(text: Array($0.ical.utf8)) }
        }
        #expect(Set(proposals.map(\.identity)).count == 3)
        #expect(proposals.count == 5)
        let answers = proposals.flatMap(\.answers)
        #expect(Set(answers.compactMap(\.choice)) == [.yes, .maybe, .no])
        #expect(answers.contains { $0.choice == nil && $0.member.account == ana.text })
        let lunch = try #require(proposals.first { $0.title == "Lunch together" })
        #expect(lunch.occurrences.count == 1, "one answer is for one date")
    }

    @Test("The demo data is the same each time, octet for octet")
    func repeats() throws {
        func texts() -> [[UInt8]] {
            var calendars = DemoCalendars(around: Self.now.civilUTC.date)
            let family = calendars.ofGroups().family
            let shelves = (DemoPerson.family + DemoPerson.team).prefix(2).flatMap { person in
                person.shelves.map {
                    $0.objects(prefix: person.email, zone: person.zone, firstYear: 2020)
                }
            }
            let all = [family.objects] + shelves
            return all.flatMap { $0.map(\.text) } + [DemoPortrait.ana.png()]
        }
        #expect(texts() == texts())
    }

    @Test("The server accepts the demo's pictures unchanged")
    func portraits() throws {
        for portrait in [DemoPortrait.ana, .noor] {
            let png = portrait.png()
            #expect(CleanPicture(png)?.octets == png)
            #expect(png.count < Limits.pictureBytesMax)
        }
    }
}
