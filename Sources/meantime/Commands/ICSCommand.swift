import ArgumentParser

/// `meantime ics`: checks and converts calendar files, without a database.
struct ICSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Check and convert calendar files.",
        subcommands: [ICSCheckCommand.self, ICSConvertCommand.self]
    )
}
