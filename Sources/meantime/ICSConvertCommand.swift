import ArgumentParser
import ICalendar

/// `meantime ics convert`: reads a file and writes it again.
struct ICSConvertCommand: ParsableCommand {
    /// What can be written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case ics
    }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Read a calendar file and write it to standard output.",
        discussion: "What is wrong with it is written to standard error."
    )

    @Argument(help: "The file to read.")
    var file: String

    @Option(help: "What to write: ics.")
    var to: Format

    func run() throws {
        let result = CalendarText.parse(try CalendarFileReading.octets(of: file))
        for problem in result.problems {
            Console.note("\(file):\(problem.line): \(problem.message)")
        }
        guard !result.components.isEmpty else {
            throw CommandError("\(file): not a calendar")
        }
        switch to {
        case .ics: Console.write(CalendarText.write(result.components))
        }
    }
}
