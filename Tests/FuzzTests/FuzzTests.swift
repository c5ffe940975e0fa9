import Foundation
import Testing

@testable import fuzz

@Suite("Fuzzing")
struct FuzzTests {
    @Test("Random changes to inputs never break a reader", arguments: FuzzTarget.all.map(\.name))
    func short(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let corpus = try Corpus.inputs(for: target)
        #expect(corpus.count >= 5)
        var fuzzer = Fuzzer(target, corpus: corpus, seed: 2_026)
        let report = fuzzer.run(3_000, limitMilliseconds: 10_000)
        for found in report.findings {
            Issue.record("\(found.finding.broken): \(String(decoding: found.input, as: UTF8.self))")
        }
        #expect(report.runCount == 3_000 + corpus.count)
        // A target that always gives the same outcome checks nothing.
        #expect(report.outcomeCount >= 10)
    }

    /// A broken reader that fails on long input starting with `a` and containing a digit.
    private static let fragile = FuzzTarget(name: "fragile", dictionary: ["a"]) {
        octets throws(Finding) in
        let hasDigit = octets.contains { (0x30...0x39).contains($0) }
        var outcome = Outcome()
        outcome.add(octets.first == UInt8(ascii: "a") ? "a" : "")
        outcome.add(hasDigit ? "1" : "")
        outcome.add(octets.count)
        try Finding.require(
            octets.first != UInt8(ascii: "a") || !hasDigit || octets.count < 100,
            "fragile"
        )
        return outcome.value
    }

    @Test("A fault three mutations away is found, and the same seed finds it again")
    func finds() {
        let found = (0..<2).map { _ in
            var fuzzer = Fuzzer(Self.fragile, corpus: [Array("bcd".utf8)], seed: 7)
            let report = fuzzer.run(20_000, limitMilliseconds: 10_000, findingsMax: 1)
            return report.findings.first?.input ?? []
        }
        #expect(found[0].count >= 100)
        #expect(found[0] == found[1])
    }

    @Test("An input that takes too long is a finding")
    func slow() {
        var fuzzer = Fuzzer(Self.fragile, corpus: [Array("bcd".utf8)], seed: 7)
        let report = fuzzer.run(1, limitMilliseconds: -1)
        #expect(report.findings.first?.finding.broken == "took 0 ms")
    }

    @Test("No input is longer than its target allows")
    func length() {
        let mutator = Mutator(dictionary: [Array("word".utf8)], lengthMax: 50)
        var generator = SeededGenerator(seed: 3)
        var input: [UInt8] = []
        for _ in 0..<5_000 {
            input = mutator.mutate(input, with: Array("other\n12\n".utf8), by: &generator)
            #expect(input.count <= 50)
        }
    }
}
