import ArgumentParser
import ICalendar

/// `meantime ics convert`: reads a file and writes it again.
struct ICSConvertCommand: ParsableCommand {
    /// What can be written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case ics
        case jcal
    }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Read a calendar file and write it to standard output.",
        discussion: """
            A file that begins with a bracket is read as jCal (RFC 7265). What is wrong with it is \
            written to standard error.
            """
    )

    @Argument(help: "The file to read.")
    var file: String

    @Option(help: "What to write: ics or jcal.")
    var to: Format

    func run() throws {
        let octets = try CalendarFileReading.octets(of: file)
        let result = JCal.isLikely(octets) ? JCal.parse(octets) : CalendarText.parse(octets)
        for problem in result.problems {
            Console.note("\(file):\(problem.line): \(problem.message)")
        }
        guard !result.components.isEmpty else {
            throw CommandError("\(file): not a calendar")
        }
        switch to {
        case .ics: Console.write(CalendarText.write(result.components))
        case .jcal: Console.write(JCal.write(result.components) + [0x0A])
        }
    }
}
