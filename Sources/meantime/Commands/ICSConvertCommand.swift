import ArgumentParser
import ICalendar
import Server

/// `meantime ics convert`: reads a file and writes it in another format.
struct ICSConvertCommand: ParsableCommand {
    /// The output formats.
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
        let opened = try CalendarFileReading.open(file)
        try CalendarFileReading.reading(file) { try convert(opened) }
    }

    private func convert(_ opened: OctetFile) throws {
        guard !JCal.isLikely(try opened.piece(from: 0)) else {
            return try convert(JCal.parse(try opened.octets))
        }
        var converter = CalendarConverter(to: to == .jcal ? .jCal : .text)
        try opened.forEachPiece { converter.look(at: $0) }
        converter.finishLooking()
        try report(converter.problems, isEmpty: converter.isEmpty)
        try opened.forEachPiece { try Console.write(converter.convert($0)) }
        try Console.write(converter.finish())
    }

    private func convert(_ result: ParseResult) throws {
        let problems = to == .jcal ? JCal.problems(ofWriting: result.problems) : result.problems
        try report(problems, isEmpty: result.components.isEmpty)
        switch to {
        case .ics: try Console.write(CalendarText.write(result.components))
        case .jcal: try Console.write(JCal.write(result.components) + [0x0A])
        }
    }

    private func report(_ problems: [Problem], isEmpty: Bool) throws {
        for problem in problems {
            Console.note("\(file):\(problem.line): \(problem.message)")
        }
        guard !isEmpty else { throw CommandError("\(file): not a calendar") }
    }
}
