import Agenda
import CivilTime
import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store
import WebDAV

/// What an account can do below `/dav/`; each method and report has its own file.
struct DAVMethods {
    let server: ProgramServer
    let account: Account
    /// Whether the page, a program or an import writes.
    let way: WriteSource
    /// Whether the program gets a VTIMEZONE for each zone: unless it says `CalDAV-Timezones: F`
    /// (RFC 7809, 3.1.2).
    var describesZones = true

    /// What is at an address.
    ///
    /// Throws ``Store/StoreError/notFound`` for what isn't there, and for what the account doesn't see.
    func resource(at address: DAVAddress) async throws -> DAVResource {
        try requireOwn(address)
        switch address {
        case .root: return plain(.root)
        case .principals: return plain(.principals)
        case .homes: return plain(.homes)
        case .delegates(_, let delegation): return plain(.delegates(delegation))
        case .principal(let owner):
            return try await principal(isOwn(owner) ? ownPerson : fellowMember(owner))
        case .home:
            return DAVResource(
                kind: .home(
                    DAVResource.HomeState(
                        token: try await homeToken(),
                        pushKey: server.push.key.publicText
                    )
                ),
                account: account,
                stored: try await server.store.properties.all(
                    of: account.id,
                    on: PropertyHolder.home
                )
            )
        case .calendar(_, let name): return plain(.calendar(try await calendar(named: name)))
        case .object(_, let name, let href):
            let calendar = try await calendar(named: name)
            return plain(.object(try await object(in: calendar, href), calendar))
        case .inbox: return plain(.inbox(try await inboxState()))
        case .outbox: return plain(.outbox)
        case .message(_, let href):
            return plain(
                .message(try await server.store.inboxes.message(href, of: account.id))
            )
        }
    }

    /// The principal of the account itself or of a fellow member.
    func principal(_ person: DAVResource.Person) async throws -> DAVResource {
        guard person.id == account.id else { return plain(.principal(person)) }
        return DAVResource(
            kind: .principal(person),
            account: account,
            stored: try await server.store.properties.all(
                of: account.id,
                on: PropertyHolder.principal
            )
        )
    }

    private func plain(_ kind: DAVResource.Kind) -> DAVResource {
        DAVResource(kind: kind, account: account)
    }

    /// Whether a segment of a path names the account, by its ID or its e-mail address.
    func isOwn(_ owner: String) -> Bool {
        owner == account.id.text || owner.lowercased() == account.email
    }

    /// Everything but principals is below the account's own name.
    private func requireOwn(_ address: DAVAddress) throws(StoreError) {
        if case .principal = address { return }
        guard address.owner.map(isOwn) ?? true else { throw .notFound }
    }

    var ownPerson: DAVResource.Person {
        DAVResource.Person(id: account.id, name: account.name, email: account.email)
    }

    /// The account itself and those it shares a group with.
    func people() async throws -> [DAVResource.Person] {
        var seen: Set<AccountID> = [account.id]
        var people = [ownPerson]
        for group in try await server.store.groups.all(of: account.id) {
            for member in group.members where seen.insert(member.id).inserted {
                people.append(
                    DAVResource.Person(id: member.id, name: member.name, email: nil)
                )
            }
        }
        return people
    }

    private func fellowMember(_ owner: String) async throws -> DAVResource.Person {
        guard let found = try await people().first(where: { $0.id.text == owner }) else {
            throw StoreError.notFound
        }
        return found
    }
}

/// Calendars of a home.
extension DAVMethods {
    /// A calendar by its name in the address.
    func calendar(named name: String) async throws -> HomeCalendar {
        let found = try await server.store.calendars.programCalendar(
            named: name,
            seenBy: account.id
        )
        return HomeCalendar(
            record: found.record,
            title: try await title(of: found.record),
            token: found.token,
            stored: found.properties,
            pushKey: server.push.key.publicText,
            descriptions: zoneDescriptions,
            zones: zones
        )
    }

    /// What adds zones to texts; nil if the program wants none.
    var zoneDescriptions: ZoneDescriptions? { describesZones ? zones : nil }

    private var zones: ZoneDescriptions {
        let now = Instant(secondsSinceEpoch: server.clockAndRandom.nowSecond())
        return ZoneDescriptions(zones: server.zones, now: now)
    }

    /// The record of a calendar by its name in the address.
    func record(named name: String) async throws -> CalendarRecord {
        try await server.store.calendars.programCalendar(named: name, seenBy: account.id).record
    }

    private func title(of record: CalendarRecord) async throws -> String {
        guard case .mirrored = record.relation else { return record.name }
        return record.title(
            ownerNames: try await server.store.calendars.ownerNames(seenBy: account.id)
        )
    }

    /// All calendars of the home, in the order of the page.
    func calendars() async throws -> [HomeCalendar] {
        let hidden = try await server.store.hiddenCalendars.all(of: account.id)
        let records = try await server.store.calendars.all(seenBy: account.id)
            .filter { !hidden.contains($0.id) || $0.relation == .own }
        let names = try await server.store.calendars.ownerNames(seenBy: account.id)
        let stored = try await server.store.properties.all(of: account.id)
        let tokens = try await server.store.changes.latest(
            in: records.map(\.id),
            seenBy: account.id
        )
        let (zones, descriptions) = (zones, zoneDescriptions)
        return records.map { record in
            HomeCalendar(
                record: record,
                title: record.title(ownerNames: names),
                token: tokens[record.id] ?? ChangeToken(0),
                stored: stored[record.id.text] ?? [:],
                pushKey: server.push.key.publicText,
                descriptions: descriptions,
                zones: zones
            )
        }
    }

    /// The last change of anything in the home.
    func homeToken() async throws -> ChangeToken {
        let records = try await server.store.calendars.all(seenBy: account.id)
        let tokens = try await server.store.changes.latest(
            in: records.map(\.id),
            seenBy: account.id
        )
        let own = try await server.store.changes.latestOfCalendars(seenBy: account.id)
        return tokens.values.reduce(own, max)
    }

    func object(in calendar: HomeCalendar, _ href: Href) async throws -> ObjectRecord {
        try await server.store.objects.object(at: place(in: calendar.record, href))
    }

    func place(in calendar: CalendarRecord, _ href: Href) -> ObjectPlace {
        ObjectPlace(account: account.id, calendar: calendar.id, href: href)
    }

    /// A calendar that a program writes to; throws `need-privileges` for one that it may only read.
    func writableCalendar(
        named name: String,
        needing privilege: XMLName = .dav("write-content")
    ) async throws -> CalendarRecord {
        let record = try await record(named: name)
        guard Permission.allows(.writeEvents, at: record.relation.level) else {
            throw DAVPrecondition.needPrivileges(
                privilege,
                at: .calendar(owner: account.id.text, name: name)
            )
        }
        return record
    }
}

extension Request {
    /// The body as XML; nil if there is none.
    func xml() async throws -> XMLElement? {
        let octets = try await octets(upTo: Limits.xmlBytesMax)
        guard !octets.isEmpty else { return nil }
        do {
            return try XMLReader.read(octets)
        } catch {
            throw ServerError.notXML(error)
        }
    }

    /// A header by its name.
    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    /// Whether a program wants short answers (RFC 8144, 2.1; and `Brief`, which is older).
    var wantsMinimal: Bool {
        let prefers = header("Prefer")?.lowercased().split(separator: ",") ?? []
        return prefers.contains(where: { String($0).trimmingSpaces() == "return=minimal" })
            || header("Brief")?.lowercased().trimmingSpaces() == "t"
    }
}
