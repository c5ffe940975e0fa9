import Accounts
import Agenda
package import CivilTime
import ICalendar
package import Server
import ServerBase
import Store

/// Invented people for trying out Meantime: a family, a team, and ten years of their events.
package struct DemoData {
    /// The address to sign in with.
    package static let email = "demo@example.com"
    /// The password of every demo account.
    package static let password = "ten-years-of-demo"

    private static let zone = "Europe/Berlin"

    private let backend: Backend
    private let now: Instant
    private var calendars: DemoCalendars
    private let ana: Account
    /// The hash of the password, which all demo accounts share: hashing takes long.
    private let passwordHash: String?

    /// The email addresses of all other demo accounts.
    package static var others: [String] {
        (DemoPerson.family + DemoPerson.team).map(\.email)
    }

    /// Fills an empty database; does nothing when there already is an account.
    ///
    /// - Returns: Whether the database was empty and now holds the demo data.
    package static func fill(
        _ backend: Backend,
        now: Instant
    ) async throws -> Bool {
        guard try await backend.store.accounts.isEmpty() else { return false }
        let person = try NewPerson(email: email, name: "Ana Lindner", password: password)
        let ana = try await backend.accounts.create(person, isFirst: true)
        var demo = DemoData(
            backend: backend,
            now: now,
            calendars: DemoCalendars(around: now.civilUTC.date),
            ana: ana,
            passwordHash: try await backend.store.accounts.withPassword(email: email)?.password
        )
        try await demo.write()
        return true
    }

    private mutating func write() async throws {
        let own = try await fillAna()
        let (family, team) = calendars.ofGroups()
        let home = try await createGroup(family, by: ana.id)
        let relatives = try await add(DemoPerson.family, to: home, by: ana.id)
        let office = try await createTeam(team)
        for (group, isFamily) in [(home, true), (office.group, false)] {
            let shares = own.map { name, id in
                CalendarShare(calendar: id, level: AccessLevel.anaShows(name, toFamily: isFamily))
            }
            let edit = ShareEdit(defaultLevel: isFamily ? .full : .hidden, shares: shares)
            _ = try await backend.store.groups.share(group.id, by: ana.id, edit)
        }
        try await propose(to: home, of: relatives, to: office.group, of: office.people)
    }

    private mutating func fillAna() async throws -> [(name: String, id: Store.CalendarID)] {
        try await describe(ana.id, zone: Self.zone, fromMinute: 540, toMinute: 1_020)
        try await show(.ana, as: ana.id)
        var made: [(name: String, id: Store.CalendarID)] = []
        for calendar in calendars.ofAna() {
            made.append((calendar.name, try await add(calendar, to: ana.id)))
        }
        return made
    }

    /// Creates the group named after a calendar, with the calendar's events.
    private func createGroup(
        _ calendar: DemoCalendars.Calendar,
        by owner: AccountID
    ) async throws -> GroupRecord {
        let new = try backend.newGroup(name: calendar.name)
        let groups = backend.store.groups
        let made = try await groups.create(new, of: owner, nowSecond: now.secondsSinceEpoch)
        try await fill(made.calendar, of: owner, with: calendar)
        return try await groups.edit(made.id, by: owner, GroupEdit(color: calendar.color))
    }

    private func createTeam(
        _ calendar: DemoCalendars.Calendar
    ) async throws -> (group: GroupRecord, people: [Account]) {
        let leader = try await account(of: DemoPerson.team[0])
        let group = try await createGroup(calendar, by: leader.account.id)
        try await share(leader, with: group)
        try await join([ana], group, by: leader.account.id)
        let rest = Array(DemoPerson.team.dropFirst())
        let others = try await add(rest, to: group, by: leader.account.id)
        return (group, [leader.account] + others)
    }

    private func propose(
        to home: GroupRecord,
        of relatives: [Account],
        to office: GroupRecord,
        of colleagues: [Account]
    ) async throws {
        let zones = ZoneFiles(root: backend.settings.zoneRoot).catalogue(of: [ZoneID(Self.zone)])
        let proposals = DemoProposals(today: now.civilUTC.date, zones: zones, now: now)
        let family = ([ana] + relatives).map(\.asProposalMember)
        let team = ([ana] + colleagues).map(\.asProposalMember)
        try await backend.keepProposal(proposals.dinner(family), in: home.id, by: ana.id)
        try await backend.keepProposal(proposals.games(family), in: home.id, by: relatives[0].id)
        try await backend.keepProposal(proposals.lunch(team), in: office.id, by: colleagues[0].id)
    }
}

// MARK: - People

extension DemoData {
    /// A person with a new account, and what they show the group of each calendar.
    private struct Newcomer {
        let account: Account
        let person: DemoPerson
        var shares: [CalendarShare] = []
    }

    /// Makes accounts for people and adds them to a group.
    private func add(
        _ people: [DemoPerson],
        to group: GroupRecord,
        by owner: AccountID
    ) async throws -> [Account] {
        var made: [Account] = []
        for person in people {
            let newcomer = try await account(of: person)
            try await join([newcomer.account], group, by: owner)
            try await share(newcomer, with: group)
            if person.role != .member {
                _ = try await backend.store.groups.setRole(
                    person.role,
                    of: newcomer.account.id,
                    in: group.id,
                    by: owner
                )
            }
            made.append(newcomer.account)
        }
        return made
    }

    private func account(of person: DemoPerson) async throws -> Newcomer {
        let new = try NewPerson(email: person.email, name: person.name, password: Self.password)
        let account = try await backend.accounts.create(
            new,
            isFirst: false,
            stored: passwordHash
        )
        try await describe(
            account.id,
            zone: person.zone,
            fromMinute: person.fromMinute,
            toMinute: person.toMinute
        )
        if let portrait = person.portrait { try await show(portrait, as: account.id) }
        var newcomer = Newcomer(account: account, person: person)
        for shelf in person.shelves {
            let calendar = DemoCalendars.Calendar(
                name: shelf.name,
                color: shelf.color,
                objects: shelf.objects(
                    prefix: "\(person.email.prefix { $0 != "@" })-\(shelf.name.lowercased())",
                    zone: person.zone,
                    firstYear: calendars.firstYear
                )
            )
            let id = try await add(calendar, to: account.id)
            newcomer.shares.append(CalendarShare(calendar: id, level: shelf.level))
        }
        return newcomer
    }

    private func describe(
        _ account: AccountID,
        zone: String,
        fromMinute: Int,
        toMinute: Int
    ) async throws {
        let edit = ProfileEdit(zone: zone, fromMinute: fromMinute, toMinute: toMinute)
        _ = try await backend.store.accounts.edit(account, edit)
    }

    private func show(_ portrait: DemoPortrait, as account: AccountID) async throws {
        guard try await backend.accounts.keepPicture(portrait.png(), of: account) else {
            throw DemoError.pictureRefused
        }
    }

    private func share(_ newcomer: Newcomer, with group: GroupRecord) async throws {
        let edit = ShareEdit(defaultLevel: newcomer.person.level, shares: newcomer.shares)
        _ = try await backend.store.groups.share(group.id, by: newcomer.account.id, edit)
    }

    /// Joins accounts to a group through a link whose token is thrown away.
    private func join(
        _ accounts: [Account],
        _ group: GroupRecord,
        by owner: AccountID
    ) async throws {
        let id = ClockAndRandom.machine.identifier()
        let hash = hexText(ClockAndRandom.machine.randomOctets(32))
        let second = now.secondsSinceEpoch
        let link = NewJoinLink(
            id: id,
            tokenHash: hash,
            usesMax: accounts.count,
            createdSecond: second,
            expiresSecond: second + 60
        )
        let groups = backend.store.groups
        _ = try await groups.addJoinLink(to: group.id, by: owner, link)
        for account in accounts {
            _ = try await groups.join(
                tokenHash: hash,
                as: account.id,
                times: backend.clockAndRandom.newCalendarID(),
                showing: ShareEdit(),
                nowSecond: second,
                CandidateEdits.adding(account)
            )
        }
    }
}

// MARK: - Calendars

extension DemoData {
    /// Adds a calendar with its events; the first one replaces the calendar an account starts with.
    private func add(
        _ calendar: DemoCalendars.Calendar,
        to account: AccountID
    ) async throws -> Store.CalendarID {
        let known = backend.store.calendars
        let present = try await known.all(of: account).first { $0.isDefault }
        let isFirst = try await known.objectCount(of: account) == 0
        let id: Store.CalendarID
        if let present, isFirst {
            let edit = CalendarEdit(name: calendar.name, color: calendar.color)
            id = try await known.edit(present.id, of: account, edit).id
        } else {
            let new = try backend.clockAndRandom.newCalendar(
                name: calendar.name,
                color: calendar.color
            )
            id = try await known.create(new, of: account).id
        }
        try await fill(id, of: account, with: calendar)
        return id
    }

    private func fill(
        _ id: Store.CalendarID,
        of account: AccountID,
        with calendar: DemoCalendars.Calendar
    ) async throws {
        let importer = Importer(backend: backend, calendar: id, owner: account)
        let text = CalendarText.write(calendar.objects.map(\.calendar))
        try await importer.run(CalendarText.parse(text)) { report in
            if case .problem(let problem) = report {
                preconditionFailure("\(calendar.name): \(problem.message)")
            }
        }
    }
}

extension Account {
    fileprivate var asProposalMember: ProposalMember {
        ProposalMember(account: id.text, name: name)
    }
}
