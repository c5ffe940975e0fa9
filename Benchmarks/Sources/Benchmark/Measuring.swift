import Foundation

/// How long something takes, as the median of several rounds.
struct Timing {
    static let rounds = 9
    /// A round is repeated until it takes this long, so that the clock's resolution does not
    /// matter.
    static let roundSecondsMin = 0.01

    /// The time of one call of `body`, in seconds.
    static func seconds(_ body: () -> Void) -> Double {
        var repeats = 1
        while roundSeconds(repeats, body) < roundSecondsMin { repeats *= 2 }
        let rounds = (0..<Self.rounds).map { _ in roundSeconds(repeats, body) / Double(repeats) }
        return rounds.sorted()[Self.rounds / 2]
    }

    private static func roundSeconds(_ repeats: Int, _ body: () -> Void) -> Double {
        let clock = ContinuousClock()
        let duration = clock.measure { for _ in 0..<repeats { body() } }
        return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}

/// Prints one figure as a line of JSON for the program that makes the tables.
func report(_ workload: String, engine: String, value: Double, unit: String, check: Int64? = nil) {
    let checked = check.map { ",\"check\":\($0)" } ?? ""
    print(
        "{\"workload\":\"\(workload)\",\"engine\":\"\(engine)\",\"value\":\(value),\"unit\":\"\(unit)\"\(checked)}"
    )
}

/// The peak and the current memory use of this process, in kilobytes.
func residentKilobytes() -> (peak: Int, now: Int) {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    return (number("VmHWM"), number("VmRSS"))
}
