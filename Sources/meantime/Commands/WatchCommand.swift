import ArgumentParser
import CivilTime
import Server
import ServerBase
import Watch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime watch`: shows and changes the agenda of an account on a server, over HTTP.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show and change the agenda of an account on a server, live.",
        discussion: """
            Signs in once and keeps the session, what the server said, and the changes that it doesn't \
            have yet, in a folder that only you can read. Without a network it shows what it has kept, and \
            what you change is sent later. Type “help” for its commands. The password is asked for, or read \
            from MEANTIME_PASSWORD or, if it isn't a terminal, from the first line of standard input. It isn't kept.
            """
    )

    @Argument(help: "The server, such as https://calendar.example.org; http only for this machine.")
    var server: String

    @Option(help: "The e-mail address of the account.")
    var user: String

    @Option(help: "How many days to show, 1 to 366.")
    var days = 14

    @Option(help: "The time zone of the times (default: the machine's).")
    var zone: String?

    @Option(
        help:
            "The folder for what is kept (default: meantime in $XDG_STATE_HOME, or in ~/.local/state)."
    )
    var state: String?

    @Flag(help: "Print the agenda once, without waiting for changes or sending any.")
    var once = false

    func validate() throws {
        guard (1...366).contains(days) else { throw ValidationError("--days is 1 to 366.") }
        guard user.contains("@") else { throw ValidationError("--user is an e-mail address.") }
    }

    func run() async throws {
        let address = try address
        let zone = try TimeArguments.zone(self.zone ?? TimeZone.current.identifier)
        let email = user.lowercased()
        let settings = Watch.Settings(
            email: email,
            dayCount: days,
            zone: zone,
            zones: CalendarFileReading.systemZones
        )
        let screen = WatchScreen(isForOneLook: once)
        do {
            let name = StateFolder.name(email: email, at: address)
            let folder = try StateFolder(name, in: root())
            let watch = try Watch(
                CalendarServer(address),
                settings,
                in: folder,
                room: { screen.room },
                show: { screen.show($0) }
            )
            // A person sees at once what is kept, however long the server takes.
            if await !watch.openKept() || !screen.isTerminal { try await begin(watch) }
            if once {
                await watch.look()
                screen.printAll()
            } else {
                screen.begin()
                await follow(watch, screen)
            }
        } catch let fault as StateFolder.Fault {
            throw CommandError(fault.sentence)
        } catch let failure as ServerFailure {
            throw CommandError("\(address.text): \(failure.reason.withoutControls)")
        }
    }

    private var address: ServerAddress {
        get throws {
            do {
                return try ServerAddress(server)
            } catch .notAnAddress {
                throw ValidationError(
                    "\(server) isn't an address such as https://calendar.example.org."
                )
            } catch .needsHTTPS {
                throw ValidationError(
                    "\(server): use https. Over http, everybody on the network could read your password."
                )
            }
        }
    }

    /// The folder with a folder for each account.
    private func root() throws -> String {
        if let state { return state }
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return base + "/meantime"
        }
        guard let home = environment["HOME"], !home.isEmpty else {
            throw CommandError("There is no home folder. Name one for what is kept with --state.")
        }
        return home + "/.local/state/meantime"
    }

    /// Shows what there is, after signing in if that's needed.
    private func begin(_ watch: Watch) async throws {
        if try await watch.begin() == .needsPassword {
            let kept = await watch.keptSentence
            if !kept.isEmpty { Console.note("You were signed out. \(kept)") }
            guard let password = Self.password() else {
                throw CommandError("There is no password: type it, or set MEANTIME_PASSWORD.")
            }
            try await watch.signIn(password: password)
            try await watch.loadFirst()
        }
    }

    private static func password() -> String? {
        let given = ProcessInfo.processInfo.environment["MEANTIME_PASSWORD"]
        return given.flatMap { $0.isEmpty ? nil : $0 } ?? Console.readSecret(prompt: "Password: ")
    }

    /// Stays connected and does what is typed, until the person quits or the input ends.
    private func follow(_ watch: Watch, _ screen: WatchScreen) async {
        let connecting = Task { await watch.stayConnected() }
        let minutes = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(60))
                await watch.refresh()
            }
        }
        for await typed in TypedLines.all() {
            screen.noteTyped()
            switch typed {
            case .line(let line):
                guard await watch.obey(line) else {
                    return await end(watch, [connecting, minutes], screen)
                }
            case .password(let password):
                do {
                    try await watch.signIn(password: password)
                } catch {
                    screen.say("You aren't signed in: \(error.reason)")
                }
            }
        }
        await end(watch, [connecting, minutes], screen)
    }

    private func end(_ watch: Watch, _ tasks: [Task<Void, Never>], _ screen: WatchScreen) async {
        await watch.end()
        for task in tasks { task.cancel() }
        screen.end()
    }
}
