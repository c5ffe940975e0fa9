import Foundation

/// `fuzz TARGET [--runs N] [--seed S]`, or `fuzz TARGET --replay FILE…`.
@main
enum Main {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.popFirst(),
            let target = FuzzTarget.all.first(where: { $0.name == name })
        else {
            say("fuzz TARGET [--runs N] [--seed S] [--replay FILE…]; targets: ")
            say(FuzzTarget.all.map(\.name).joined(separator: ", ") + "\n")
            exit(64)
        }
        do {
            exit(try run(target, options: Array(arguments)) ? 0 : 1)
        } catch {
            say("fuzz \(name): \(error)\n")
            exit(1)
        }
    }

    private static func run(_ target: FuzzTarget, options: [String]) throws -> Bool {
        if options.first == "--replay" {
            return try options.dropFirst().reduce(true) { try replay($1, target) && $0 }
        }
        let runs = option("--runs", options).flatMap { Int($0) } ?? 100_000
        let seed = option("--seed", options).flatMap { UInt64($0) } ?? 1
        return try fuzz(target, runs: runs, seed: seed)
    }

    private static func option(_ name: String, _ options: [String]) -> String? {
        options.firstIndex(of: name).flatMap { index in
            index + 1 < options.count ? options[index + 1] : nil
        }
    }

    private static func replay(_ path: String, _ target: FuzzTarget) throws -> Bool {
        do throws(Finding) {
            let input = (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) } ?? []
            _ = try target.check(input)
            say("\(path): ok\n")
            return true
        } catch {
            say("\(path): \(error.broken)\n")
            return false
        }
    }

    private static func fuzz(_ target: FuzzTarget, runs: Int, seed: UInt64) throws -> Bool {
        let folder = ".build/fuzz"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let crash = "\(folder)/\(target.name)-\(seed)-crash"
        let corpus = try Corpus.inputs(for: target)
        var fuzzer = Fuzzer(target, corpus: corpus, seed: seed)
        Watchdog.start(writingTo: crash)
        let started = ContinuousClock.now
        let report = fuzzer.run(runs, limitMilliseconds: 1_000) { input, run in
            Watchdog.note(input, run: run)
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        try FileManager.default.removeItem(atPath: crash)
        for (index, found) in report.findings.enumerated() {
            let path = "\(folder)/\(target.name)-\(seed)-\(index)"
            try Data(found.input).write(to: URL(filePath: path))
            say("\(path): \(found.finding.broken)\n")
        }
        try Data(report.slowestInput).write(to: URL(filePath: "\(folder)/\(target.name)-slowest"))
        say(
            "\(target.name): \(report.runCount) inputs, seed \(seed), "
                + "\(report.findings.count) findings, \(report.outcomeCount) outcomes, "
                + "\(Int(seconds)) s, slowest \(Int(report.slowestMilliseconds.rounded())) ms, "
                + "peak memory \(Watchdog.peakMemoryOctets >> 20) MiB\n"
        )
        return report.findings.isEmpty
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
