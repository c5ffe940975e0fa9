import CivilTime
import Foundation
import Workloads

/// Measures the core and the peers callable from Swift, and prints the figures as JSON lines.
///
///     Benchmark rows               the workloads: name, rule, start, from, to
///     Benchmark rules              rules and windows, in all engines
///     Benchmark parse FILE         reading a calendar file
///     Benchmark memory ENGINE FILE how much memory that takes, in a process of its own
@main
enum Program {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("rows", 1): rows()
        case ("rules", 1): rules()
        case ("parse", 2): parse(arguments.last ?? "")
        case ("memory", 3): memory(arguments[2], arguments.last ?? "")
        default:
            FileHandle.standardError.write(
                Data("usage: Benchmark rows|rules|parse FILE|memory ENGINE FILE\n".utf8)
            )
            exit(64)
        }
    }

    private static func rows() {
        for workload in Workload.allCases {
            let week = workload.week.map { "\($0.from)\t\($0.to)" } ?? "\t"
            print("\(workload)\t\(workload.rule)\t\(workload.start)\t\(week)")
        }
    }

    private static func newYork() -> Zone {
        let file = URL(fileURLWithPath: "/usr/share/zoneinfo/America/New_York")
        guard let octets = try? Data(contentsOf: file),
            let zone = try? Zone(id: ZoneID("America/New_York"), tzif: [UInt8](octets))
        else { preconditionFailure("This machine has no time zone database.") }
        return zone
    }

    private static func rules() {
        let zone = newYork()
        for workload in Workload.allCases {
            guard let run = Run(workload, zone: zone) else {
                preconditionFailure("\(workload) can't be read")
            }
            let libical = Libical(workload)
            let foundation = FoundationRules(workload)
            let isWhole = workload.week == nil && workload != .impossible
            let unit = isWhole ? "ns per occurrence" : "ns"
            func measured(_ count: Int, _ body: (Int) -> (count: Int, sum: Int64)) -> Double {
                var sink: Int64 = 0
                let seconds = Timing.seconds { sink &+= body(count).sum }
                precondition(sink != .min)
                return seconds * 1e9 / (isWhole ? Double(count) : 1)
            }
            func say(_ engine: String, _ value: Double, _ check: Int64) {
                report("\(workload)", engine: engine, value: value, unit: unit, check: check)
            }
            say("meantime", measured(isWhole ? 5000 : 100_000, run.once), run.civilSum(count: 400))
            say(
                "libical",
                measured(isWhole ? 2000 : 100_000, libical.once),
                libical.civilSum(count: 400)
            )
            if let foundation {
                // Foundation has no civil times, so compare it with the sum of our instants.
                let (ours, theirs) = (run.once(count: 400), foundation.once(count: 400))
                let check = ours == theirs ? run.civilSum(count: 400) : -1
                say("Foundation", measured(isWhole ? 400 : 100_000, foundation.once), check)
            }
        }
    }

    private static func parse(_ path: String) {
        let octets = read(path)
        let text = String(decoding: octets, as: UTF8.self)
        let megabytes = Double(octets.count) / 1e6
        func say(_ engine: String, _ body: @escaping () -> Int) {
            var count = 0
            let seconds = Timing.seconds { count = body() }
            report(
                "parse",
                engine: engine,
                value: megabytes / seconds,
                unit: "MB/s",
                check: Int64(count)
            )
        }
        say("meantime") { parsedComponents(of: octets) }
        say("libical") { Libical.parsedComponents(of: text) }
    }

    private static func memory(_ engine: String, _ path: String) {
        let octets = read(path)
        let before = residentKilobytes().now
        let count =
            engine == "libical"
            ? Libical.parsedComponents(of: String(decoding: octets, as: UTF8.self))
            : parsedComponents(of: octets)
        let grown = Double(residentKilobytes().peak - before) * 1024
        report(
            "memory",
            engine: engine,
            value: grown / Double(octets.count),
            unit: "× the file",
            check: Int64(count)
        )
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            preconditionFailure("\(path) can't be read")
        }
        return [UInt8](data)
    }
}
