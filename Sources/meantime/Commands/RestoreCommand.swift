import Accounts
import ArgumentParser
import CivilTime
import Observability
import Server
import ServerBase
import Store

/// `meantime restore`: brings everything back from a backup, or the calendars of one account.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring everything back from a backup, or the calendars of one account.",
        discussion: """
            Everything: stop the server first. The database must be missing or without accounts, unless \
            you add --replace, which keeps the database that was there under another name. Pages and \
            calendar programs then load everything again.

            With --account, the calendars of one account are added to the database as new ones, also \
            while the server runs. What is there stays as it is.
            """
    )

    @Argument(help: "The backup.")
    var backup: String

    @Flag(help: "Replace a database with accounts; it's kept under another name.")
    var replace = false

    @Option(help: "The e-mail address of an account, whose calendars are added as new ones.")
    var account: String?

    @Option(help: "The name or the ID of one of them; several times for several (default: all).")
    var calendar: [String] = []

    @Option(help: "The account that gets them (default: the one with the same address).")
    var into: String?

    @Option(help: Installation.dataHelp)
    var data: String?

    func validate() throws {
        guard account != nil || (calendar.isEmpty && into == nil) else {
            throw ValidationError("--calendar and --into need --account.")
        }
        guard account == nil || !replace else {
            throw ValidationError("With --account, nothing is replaced.")
        }
    }

    func run() async throws {
        let data = Installation.path(data)
        guard data != backup else {
            throw CommandError("The backup and the database are the same.")
        }
        try await withBackupErrors(about: data) {
            if let account {
                try await addCalendars(of: account, to: data)
            } else {
                try await replaceAll(of: data)
            }
        }
    }

    private func replaceAll(of data: String) async throws {
        let nowSecond = ClockAndRandom.machine.nowSecond()
        let counts = try Backup.counts(in: backup)
        // A log that can't be opened is known before anything is replaced.
        let audit = try ObservingSettings.ofCommand().audit
        let restoration = Restoration(from: backup, nowSecond: nowSecond)
        let time = Instant(secondsSinceEpoch: nowSecond).civilUTC.basicText
        let ending = "-before-restore-\(time)Z"
        var kept: String?
        if Installation.isAddress(data) {
            let copy = backup + ending
            let database = PostgreSQLDatabase(address: data)
            let isKept = try await Installation.closing(.postgreSQL(database)) {
                try await restoration.run(
                    into: database,
                    preparedAt: backup + "-being-restored",
                    keepingAs: replace ? copy : nil
                ) { octets in sha256Octets(octets) }
            }
            kept = isKept ? copy : nil
        } else {
            kept = try restoration.run(intoFile: data, replaces: replace, ending: ending)
        }
        audit.noteRestoration(from: backup, counts)
        noteFaults()
        if let kept {
            Console.say("What was there before is now in \(kept).")
            sayAccounts(changedFrom: kept)
        }
        Console.say(
            """
            Restored \(Installation.shown(data)) from \(backup). The server needs the key for secrets of \
            other services that belongs to it: it isn't in the backup.
            """
        )
    }

    /// Tells what is wrong with events in the backup, which came back as they are.
    private func noteFaults() {
        let check = DatabaseCheck {
            $0.fault
        } tell: {
            Console.note("\(backup): \($0)")
        }
        guard let summary = try? check.run(file: backup), summary.faultCount > 0 else { return }
        Console.note("\(backup): what is wrong there is restored as it is.")
    }

    /// Tells whom the restoration lets in or shuts out; nothing if what was there before can't be read.
    private func sayAccounts(changedFrom kept: String) {
        guard let accounts = try? RestoredAccounts(from: backup, inPlaceOf: kept) else { return }
        let lists = [
            ("Disabled since the backup, and enabled again now", accounts.enabled),
            ("Enabled since the backup, and disabled again now", accounts.disabled),
            ("Removed since the backup, and back now", accounts.back),
            ("Made since the backup, and gone now", accounts.gone),
        ]
        let countMax = 50
        for (what, addresses) in lists where !addresses.isEmpty {
            let rest = addresses.count - countMax
            let more = rest > 0 ? " and \(rest) more" : ""
            let shown = addresses.prefix(countMax).joined(separator: ", ")
            Console.say("\(what): \(shown)\(more).")
        }
    }

    private func addCalendars(of email: String, to data: String) async throws {
        let day = try backupDay()
        try await Installation.reading(backup) { source in
            let account = try await source.account(email: email)
            let own = try await source.store.calendars.all(of: account.id)
            let names = Set(own.flatMap { [$0.name, $0.id.text] })
            if let unknown = calendar.first(where: { !names.contains($0) }) {
                throw CommandError("\(backup): There is no calendar \(unknown) of \(email).")
            }
            let wanted = own.filter {
                calendar.isEmpty || calendar.contains($0.name) || calendar.contains($0.id.text)
            }
            let (target, database) = try await Installation.open(
                data: data,
                observation: try ObservingSettings.ofCommand()
            )
            try await Installation.closing(database) {
                let receiver = try await target.account(email: into ?? email)
                for record in wanted {
                    try await copy(record, of: account, in: source, to: target, receiver, day)
                }
            }
        }
    }

    /// When the backup was made, as a date in UTC; today for a database that isn't a backup.
    private func backupDay() throws -> String {
        let second = try Backup.creationSecond(of: backup) ?? ClockAndRandom.machine.nowSecond()
        return Instant(secondsSinceEpoch: second).civilUTC.date.text
    }

    private func copy(
        _ record: CalendarRecord,
        of account: Account,
        in source: Backend,
        to target: Backend,
        _ receiver: Account,
        _ day: String
    ) async throws {
        let mark = " (backup of \(day))"
        // Room for the mark in the longest name.
        let name = String(record.name.unicodeScalars.prefix(200 - mark.count)) + mark
        let new = try withConsoleErrors { () throws(ServerError) in
            try target.clockAndRandom.newCalendar(name: name, color: record.color)
        }
        guard let file = OctetFile() else { throw StoreError.full }
        try await Exporter(backend: source, owner: account.id).write([record]) { octets in
            guard file.append(octets) else { throw StoreError.full }
        }
        let made = try await target.store.calendars.create(new, of: receiver.id)
        target.accounts.noteRestored(made.id, to: receiver.id, fromBackupOf: day)
        let importer = Importer(backend: target, calendar: made.id, owner: receiver.id)
        try await importer.run(file) { report in
            if case .problem(let problem) = report {
                Console.note("\(record.name): \(problem.message)")
            }
            if case .end(let counts, _) = report {
                Console.say("\(name): \(counts.added) events, for \(receiver.email)")
            }
        }
    }
}
