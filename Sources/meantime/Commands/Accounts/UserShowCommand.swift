import Accounts
import Agenda
import ArgumentParser
import JSON
import Observability
import Server
import ServerBase
import Store

/// `meantime user show`: shows what there is to know of one account.
struct UserShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an account: its sessions, app passwords, calendars and groups.",
        discussion: "Nothing of its events is shown but how many there are. Times are in UTC."
    )

    @OptionGroup
    var arguments: AccountArguments

    @Flag(help: "Write JSON, for scripts.")
    var json = false

    func run() async throws {
        try await arguments.run { backend, account in
            let details = try await AccountDetails(account, in: backend)
            if json {
                Console.writeJSON { $0.object { details.write(to: &$0) } }
            } else {
                for line in details.lines { Console.say(line) }
            }
        }
    }
}

/// What there is to know of one account.
private struct AccountDetails {
    let summary: AccountSummary
    /// Until when some people have to wait before they can try to sign in again.
    let waitEnd: Int64?
    let calendars: [CalendarSummary]
    let groups: [GroupRecord]
    let sessions: [SessionRecord]
    let appPasswords: [AppPassword]
    /// The names of other services with the addresses there.
    let identities: [(service: String, email: String)]

    init(_ account: Account, in backend: Backend) async throws {
        let (id, store) = (account.id, backend.store)
        summary = try await store.administration.account(email: account.email)
        waitEnd = try await backend.accounts.waitEnd(at: account.email)
        calendars = try await store.administration.calendars(of: id)
        groups = try await store.groups.all(of: id)
        sessions = try await store.sessions.all(
            of: id,
            nowSecond: ClockAndRandom.machine.nowSecond()
        )
        appPasswords = try await store.appPasswords.all(of: id)
        identities = try await store.identities.all(of: id).map { identity in
            (backend.accounts.serviceName(of: identity), identity.email)
        }
    }

    // MARK: - Text

    var lines: [String] {
        var lines = [LogText.escaped(summary.account.email)]
        for (name, value) in facts {
            lines.append("  " + (name + ":").padded(to: 12) + LogText.escaped(value))
        }
        for (title, table) in tables where table.lines.count > 1 {
            lines += ["", title] + table.lines.map { "  " + $0 }
        }
        return lines
    }

    private var facts: [(String, String)] {
        let locked = waitEnd.map {
            "after too many failed attempts, some people have to wait until \(minuteText($0))"
        }
        let disabled = summary.disabledSecond.map { "disabled since \(minuteText($0))" }
        let storage = summary.storage
        return [
            ("Name", summary.account.name), ("ID", summary.account.id.text),
            ("Created", minuteText(summary.createdSecond)),
            ("Last seen", summary.seenSecond.map(minuteText) ?? "-"),
            ("State", disabled ?? "active"), ("Sign-in", locked ?? "no limit reached"),
            ("Stored", "\(storage.eventCount) events, \(storage.sizeText)"),
        ]
    }

    private var tables: [(String, TextTable)] {
        [
            ("Calendars", calendarTable), ("Groups", groupTable), ("Sessions", sessionTable),
            ("App passwords", appPasswordTable), ("Signs in with", identityTable),
        ]
    }

    private var calendarTable: TextTable {
        var table = TextTable([
            .init(title: "NAME", widthMax: 32), .init(title: "EVENTS", isNumber: true),
            .init(title: "SIZE", isNumber: true), .init(title: ""),
        ])
        for calendar in calendars {
            let (storage, note) = (calendar.storage, calendar.isInBin ? "in the bin" : "")
            table.add([calendar.name, "\(storage.eventCount)", storage.sizeText, note])
        }
        return table
    }

    private var groupTable: TextTable {
        var table = TextTable([.init(title: "NAME", widthMax: 32), .init(title: "ROLE")])
        for group in groups { table.add([group.name, group.role.word]) }
        return table
    }

    private var sessionTable: TextTable {
        var table = TextTable([
            .init(title: "SIGNED IN"), .init(title: "LAST USED"),
            .init(title: "BROWSER", widthMax: 80),
        ])
        for session in sessions {
            table.add([
                minuteText(session.createdSecond), minuteText(session.usedSecond), session.browser,
            ])
        }
        return table
    }

    private var appPasswordTable: TextTable {
        var table = TextTable([
            .init(title: "NAME", widthMax: 32), .init(title: "CREATED"), .init(title: "LAST USED"),
        ])
        for password in appPasswords {
            table.add([
                password.name, minuteText(password.createdSecond),
                password.usedSecond.map(minuteText) ?? "-",
            ])
        }
        return table
    }

    private var identityTable: TextTable {
        var table = TextTable([.init(title: "SERVICE"), .init(title: "ADDRESS THERE")])
        for identity in identities { table.add([identity.service, identity.email]) }
        return table
    }

    // MARK: - JSON

    func write(to json: inout JSONWriter) {
        summary.write(to: &json)
        json.field("signInLimitedUntil", orNull: timeText(waitEnd))
        json.field("ownCalendars", calendars) { json, calendar in
            json.object {
                $0.field("name", calendar.name)
                $0.field("id", calendar.id.text)
                $0.field("inBin", calendar.isInBin)
                calendar.storage.write(to: &$0)
            }
        }
        json.field("memberships", groups) { json, group in
            json.object {
                $0.field("group", group.name)
                $0.field("id", group.id.text)
                $0.field("role", group.role.word)
            }
        }
        json.field("sessions", sessions) { json, session in
            json.object {
                $0.field("browser", session.browser)
                $0.field("created", orNull: timeText(session.createdSecond))
                $0.field("lastUsed", orNull: timeText(session.usedSecond))
            }
        }
        json.field("appPasswords", appPasswords) { json, password in
            json.object {
                $0.field("name", password.name)
                $0.field("created", orNull: timeText(password.createdSecond))
                $0.field("lastUsed", orNull: timeText(password.usedSecond))
            }
        }
        json.field("services", identities) { json, identity in
            json.object {
                $0.field("name", identity.service)
                $0.field("address", identity.email)
            }
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
