/// Feeds mutated inputs to a target, the same ones for the same seed.
///
/// It keeps inputs with new outcomes and mutates them further. A fuzzer that watches branches would
/// be better, but this one needs no special build and so runs in every check.
struct Fuzzer {
    private let target: FuzzTarget
    private let mutator: Mutator
    private var generator: SeededGenerator
    /// The corpus first, then the inputs that were kept.
    private var pool: [[UInt8]]
    private let corpusCount: Int
    private var outcomes: Set<UInt64> = []

    /// The most inputs to keep; later ones replace earlier finds.
    static let poolCountMax = 8_192

    /// The result of a run.
    struct Report {
        var runCount = 0
        var findings: [(input: [UInt8], finding: Finding)] = []
        var outcomeCount = 0
        var slowestMilliseconds = 0.0
        var slowestInput: [UInt8] = []
    }

    init(_ target: FuzzTarget, corpus: [[UInt8]], seed: UInt64) {
        self.target = target
        mutator = Mutator(dictionary: target.dictionary, lengthMax: target.lengthMax)
        generator = SeededGenerator(seed: seed)
        pool = corpus.isEmpty ? [[]] : corpus
        corpusCount = pool.count
    }

    /// Reads the corpus unchanged, then mutated inputs.
    ///
    /// - Parameters:
    ///   - runCount: How many mutated inputs to read.
    ///   - limitMilliseconds: An input that takes longer is a finding.
    ///   - findingsMax: After how many findings to stop.
    ///   - watch: Called with each input before it is read, so that a crash can be attributed to
    ///     it.
    /// - Returns: The findings and statistics.
    mutating func run(
        _ runCount: Int,
        limitMilliseconds: Double,
        findingsMax: Int = 10,
        watch: (_ input: [UInt8], _ run: Int) -> Void = { _, _ in }
    ) -> Report {
        var report = Report()
        for run in 0..<(corpusCount + runCount) where report.findings.count < findingsMax {
            let input = run < corpusCount ? pool[run] : nextInput()
            watch(input, run)
            let started = Watchdog.threadMilliseconds
            do throws(Finding) {
                let outcome = try target.check(input)
                if outcomes.insert(outcome).inserted, run >= corpusCount { keep(input) }
            } catch {
                report.findings.append((input, error))
            }
            let milliseconds = Watchdog.threadMilliseconds - started
            if milliseconds > report.slowestMilliseconds {
                report.slowestMilliseconds = milliseconds
                report.slowestInput = input
            }
            if milliseconds > limitMilliseconds {
                report.findings.append((input, Finding(broken: "took \(Int(milliseconds)) ms")))
            }
            report.runCount += 1
        }
        report.outcomeCount = outcomes.count
        return report
    }

    private mutating func nextInput() -> [UInt8] {
        let base = pool[generator.below(pool.count)]
        let other = pool[generator.below(pool.count)]
        return mutator.mutate(base, with: other, by: &generator)
    }

    private mutating func keep(_ input: [UInt8]) {
        if pool.count < max(Self.poolCountMax, corpusCount + 1) {
            pool.append(input)
        } else {
            pool[corpusCount + generator.below(pool.count - corpusCount)] = input
        }
    }
}
