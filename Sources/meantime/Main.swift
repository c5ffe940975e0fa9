import ArgumentParser
import Server
import ServerBase

/// The command line; each subcommand has its own file.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meantime",
        abstract: "A calendar for people who share their time.",
        version: Version.text,
        subcommands: [
            ServeCommand.self, AgendaCommand.self, WatchCommand.self, ImportCommand.self,
            ExportCommand.self,
            OccurrencesCommand.self, ExpandCommand.self, ICSCommand.self, UserCommand.self,
            GroupCommand.self,
            BackupCommand.self, VerifyCommand.self, RestoreCommand.self, MoveCommand.self,
            CheckConfigCommand.self,
        ]
    )
}
