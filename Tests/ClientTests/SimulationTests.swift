import Foundation
import Testing

@testable import Simulation

@Suite("Clients, a server and everything that can go wrong between them")
struct SimulationTests {
    @Test("Whatever goes wrong, everybody has the same in the end, and nothing is lost unsaid")
    func seeds() throws {
        var reached: Set<Simulation.Reached> = []
        let environment = ProcessInfo.processInfo.environment
        let count = environment["SIMULATED_SEEDS"].flatMap(UInt64.init) ?? 6_000
        let first = environment["FIRST_SEED"].flatMap(UInt64.init) ?? 1
        for seed in first..<first + count {
            let story = Story(seed: seed)
            let told = story.told()
            reached.formUnion(told.reached)
            guard !told.faults.isEmpty else { continue }
            let short = story.shortened()
            Issue.record("seed \(seed): \(short.told().faults)\n\(short.words)")
            return
        }
        #expect(reached == Set(Simulation.Reached.allCases))
    }
}
