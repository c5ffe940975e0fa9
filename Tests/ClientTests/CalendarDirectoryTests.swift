import Agenda
import CivilTime
import Testing

@testable import Client

/// Ana's calendars and groups.
@Suite("The calendars and groups of an account")
struct CalendarDirectoryTests {
    private typealias Member = GroupEntry.Member

    private static let now = Instant(secondsSinceEpoch: 1_790_000_000)
    private static let family = group(
        "family",
        calendar: "dinners",
        [Member(account: "ben", name: "Ben", color: .orange), anaInRed],
        shares: ["diary": .hidden]
    )
    private static let anaInRed = Member(account: "ana", name: "Ana", color: .red)
    private static let choir = group(
        "choir",
        calendar: "songs",
        [
            Member(account: "ben", name: "Ben", color: .teal),
            Member(account: "ana", name: "Ana", color: .pink),
        ]
    )
    private static let bens = theirs("bens", of: "ben", in: "family")
    private static let own = [
        CalendarEntry(id: CalendarID("diary"), name: "Diary", color: .green, order: 1),
        CalendarEntry(id: CalendarID("work"), name: "Work", color: .blue, isDefault: true),
    ]
    private static let dinners = CalendarEntry(
        id: CalendarID("dinners"),
        name: "Family",
        level: .group,
        groups: ["family"]
    )

    private static func group(
        _ id: String,
        calendar: String,
        _ members: [Member],
        shares: [String: AccessLevel] = [:]
    ) -> GroupEntry {
        GroupEntry(
            id: id,
            name: id.capitalized,
            calendar: CalendarID(calendar),
            members: members,
            shares: shares.map { GroupEntry.Share(calendar: CalendarID($0), level: $1) }
        )
    }

    private static func theirs(_ id: String, of owner: String, in groups: String...)
        -> CalendarEntry
    {
        CalendarEntry(
            id: CalendarID(id),
            name: "",
            color: .grey,
            level: .busy,
            owner: owner,
            groups: groups
        )
    }

    /// Ana's device.
    private struct Desk {
        var client = Client(name: "a")
        var directory = CalendarDirectory()

        init(_ groups: [GroupEntry], _ calendars: [CalendarEntry]) {
            describe(.header(account: "ana", token: 1))
            for group in groups { describe(.group(group)) }
            for calendar in calendars { describe(.calendar(calendar)) }
            describe(.end)
        }

        mutating func describe(_ record: SyncRecord) {
            _ = client.take(record, token: 2, into: &directory, at: now)
        }

        mutating func choose(group: String = "", hidden: [String] = []) {
            client.choose(CalendarChoice(group: group, hidden: hidden), in: &directory)
        }

        mutating func showOnly(_ shown: String...) {
            let hidden = directory.hiddenSwitches(showingOnly: shown)
            choose(group: directory.choice.group, hidden: hidden)
        }

        /// The switches that are on.
        var on: [String] { directory.switches.filter { directory.isOn($0) } }

        var listed: [String] { directory.calendars.map { $0.id.text } }

        /// The calendars that the agenda shows.
        var shown: [String] {
            client.agenda.calendars.values.filter { $0.isShown }.map { $0.id.text }.sorted()
        }

        func drawn(_ id: String) -> CalendarCollection? { client.agenda.calendars[CalendarID(id)] }

        func colors(of ids: String...) -> [EventColor?] { ids.map { drawn($0)?.color } }
    }

    @Test("A fellow member's calendar has their name and colour, whichever comes first")
    func fellowMember() {
        var desk = Desk([], [Self.bens])
        desk.describe(.group(Self.family))
        for drawn in [desk.drawn("bens"), Desk([Self.family], [Self.bens]).drawn("bens")] {
            #expect(drawn?.name == "Ben")
            #expect(drawn?.color == .orange)
            #expect(drawn?.owner == "ben")
        }
    }

    @Test("Calendars are listed by kind, then by their order and their name")
    func order() {
        func entry(_ id: String, _ level: AccessLevel) -> CalendarEntry {
            CalendarEntry(id: CalendarID(id), name: id, level: level)
        }
        let more = [
            entry("Zoo", .own), entry("éclairs", .own), entry("Eier", .own),
            entry("holidays", .subscribed), entry("iCloud", .connected), Self.bens, Self.dinners,
        ]
        let desk = Desk([Self.family], more + Self.own)
        #expect(
            desk.listed == [
                "éclairs", "Eier", "work", "Zoo", "diary", "iCloud", "dinners", "holidays", "bens",
            ]
        )
    }

    @Test("New events never go to an account elsewhere unless that's chosen")
    func defaultCalendar() {
        let elsewhere = CalendarEntry(id: CalendarID("icloud"), name: "Home", level: .connected)
        var desk = Desk([Self.family], [elsewhere, Self.dinners] + Self.own)
        #expect(desk.directory.defaultCalendar?.text == "work")
        desk.choose(group: "family")
        #expect(desk.directory.defaultCalendar?.text == "dinners")
        desk.choose()
        for own in Self.own { desk.describe(.calendarRemoved(own.id)) }
        #expect(desk.directory.defaultCalendar == nil)
    }

    @Test("What is read from elsewhere is shown to no group until that is chosen")
    func elsewhere() {
        let elsewhere = CalendarEntry(id: CalendarID("icloud"), name: "Home", level: .connected)
        var desk = Desk([Self.family], [elsewhere] + Self.own)
        #expect(desk.drawn("icloud")?.groups == [])
        #expect(desk.drawn("work")?.groups == ["family"])
        #expect(desk.drawn("diary")?.groups == [])
        desk.choose(group: "family")
        #expect(desk.shown == ["work"])
    }

    @Test("Switching off a person hides all their calendars, and those they share later")
    func person() {
        var desk = Desk([Self.family], [Self.bens] + Self.own)
        #expect(desk.directory.switches == ["work", "diary", "ben"])
        desk.choose(hidden: ["ben"])
        #expect(desk.shown == ["diary", "work"])
        desk.describe(.calendar(Self.theirs("more", of: "ben", in: "family")))
        #expect(desk.shown == ["diary", "work"])
        desk.showOnly("ben")
        #expect(desk.shown == ["bens", "more"])
        #expect(desk.on == ["ben"])
    }

    @Test("A group's view shows what belongs to the group, in its members' colours")
    func groupView() {
        var desk = Desk([Self.family, Self.choir], [Self.bens, Self.dinners] + Self.own)
        desk.choose(group: "family")
        #expect(desk.shown == ["bens", "dinners", "work"])
        #expect(desk.colors(of: "work", "bens") == [.red, .orange])
        desk.choose(group: "family", hidden: ["ana"])
        #expect(desk.shown == ["bens", "dinners"])
        #expect(desk.on == ["dinners", "ben"])
        desk.choose(group: "choir")
        // The diary is hidden from the family only, and the choir sees when the family takes Ana's time.
        #expect(desk.shown == ["diary", "dinners", "work"])
        desk.choose()
        #expect(desk.shown == ["bens", "diary", "dinners", "work"])
        #expect(desk.colors(of: "work") == [.blue])
    }

    @Test("In a group's view, showing somebody alone leaves one's own calendars' switches alone")
    func alone() {
        var desk = Desk([Self.family], [Self.bens, Self.dinners] + Self.own)
        desk.choose(group: "family", hidden: ["diary"])
        desk.showOnly("ben")
        #expect(desk.directory.choice.hidden == ["diary", "dinners", "ana"])
        #expect(desk.shown == ["bens"])
        desk.showOnly("work")
        #expect(desk.shown == ["work"])
    }

    @Test("With all groups shown, no two people share a colour while there are free ones")
    func colors() {
        let team = Self.group(
            "team",
            calendar: "meetings",
            [
                Member(account: "cleo", name: "Cleo", color: .orange), Self.anaInRed,
                Member(account: "dan", name: "Dan", color: .pink),
                Member(account: "ben", name: "Ben", color: .blue),
            ]
        )
        let both = Self.theirs("both", of: "ben", in: "family", "team")
        let cleos = Self.theirs("cleos", of: "cleo", in: "team")
        var desk = Desk([Self.family], [Self.bens, both, cleos] + Self.own)
        #expect(desk.colors(of: "bens") == [.orange])
        desk.describe(.group(team))
        // Ben was there first. In the team red is Ana's own colour, but here it's free.
        let calm: [EventColor?] = [.orange, .orange, .red, .blue, .green]
        #expect(desk.colors(of: "bens", "both", "cleos", "work", "diary") == calm)
        desk.choose(group: "team")
        #expect(desk.colors(of: "both", "cleos", "work") == [.blue, .orange, .red])
        desk.choose()
        let crowd = (0..<20).map { Member(account: "m\($0)", name: "M \($0)", color: .pink) }
        desk.describe(.group(Self.group("choir", calendar: "songs", crowd)))
        // Newcomers don't change the colours of those who were there.
        #expect(desk.colors(of: "bens", "both", "cleos") == [.orange, .orange, .red])
        #expect(Set(desk.directory.colors.values).count == 12)
        desk.describe(.groupRemoved("team"))
        desk.describe(.groupRemoved("choir"))
        #expect(desk.colors(of: "bens") == [.orange])
    }

    @Test("Leaving a group closes its view")
    func leaving() {
        var desk = Desk([Self.family], [Self.bens] + Self.own)
        desk.choose(group: "family")
        desk.describe(.groupRemoved("family"))
        #expect(desk.directory.shownGroup == nil)
        #expect(desk.shown.contains("diary"))
    }

    @Test("A load removes what it doesn't mention at its end, and not before")
    func load() {
        var desk = Desk([Self.family], [Self.bens, Self.dinners] + Self.own)
        desk.describe(.header(account: "ana", token: 2))
        for calendar in Self.own { desk.describe(.calendar(calendar)) }
        #expect(desk.listed.count == 4)
        desk.describe(.end)
        #expect(desk.listed == ["work", "diary"])
        #expect(desk.directory.groups.isEmpty)
        #expect(desk.client.agenda.calendars.count == 2)
    }

    @Test("Another account begins with nothing")
    func otherAccount() {
        var desk = Desk([Self.family], [Self.bens] + Self.own)
        desk.describe(.header(account: "cleo", token: 1))
        #expect(desk.listed.isEmpty)
        #expect(desk.directory.groups.isEmpty)
    }
}
