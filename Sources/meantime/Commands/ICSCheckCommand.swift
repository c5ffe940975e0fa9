import ArgumentParser
import ICalendar

/// `meantime ics check`: prints a line for each problem in the given files.
struct ICSCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with calendar files, a line for each problem.",
        discussion: "The exit code is 1 when anything would have to be dropped."
    )

    @Argument(help: "The files to check.")
    var files: [String]

    func run() throws {
        var isAnythingDropped = false
        for file in files {
            for problem in try CalendarFileReading.problems(of: file) {
                Console.say("\(file):\(problem.line): \(problem.message)")
                isAnythingDropped = isAnythingDropped || problem.outcome == .dropped
            }
        }
        if isAnythingDropped { throw ExitCode(1) }
    }
}
