import ArgumentParser

/// The command line: one file for each of its words.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meantime",
        abstract: "A calendar for people who share their time.",
        subcommands: [
            ServeCommand.self, AgendaCommand.self, ImportCommand.self, ExportCommand.self,
            OccurrencesCommand.self, ExpandCommand.self, ICSCommand.self, UserCommand.self,
            CheckConfigCommand.self,
        ]
    )
}
