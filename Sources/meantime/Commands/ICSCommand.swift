import ArgumentParser

/// `meantime ics`: works on calendar files alone, without an account.
struct ICSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Check and convert calendar files.",
        subcommands: [ICSCheckCommand.self, ICSConvertCommand.self]
    )
}
