import Foundation
import Testing

@testable import Simulation

@Suite("Clients, a server and everything that can go wrong between them")
struct SimulationTests {
    @Test("Whatever goes wrong, everybody has the same in the end, and nothing is lost unsaid")
    func seeds() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["SIMULATED_SEEDS"].flatMap(UInt64.init) ?? 10_000
        let first = environment["FIRST_SEED"].flatMap(UInt64.init) ?? 1
        let told = await tell(first..<first + count)
        if let seed = told.faulty {
            let short = Story(seed: seed).shortened()
            Issue.record("seed \(seed): \(short.told().faults)\n\(short.words)")
        } else {
            #expect(told.reached == Set(Simulation.Reached.allCases))
        }
    }

    private struct Told {
        var reached: Set<Simulation.Reached> = []
        /// The seed of the first story that ends badly.
        var faulty: UInt64?
    }

    /// Tells the stories on all processors.
    private func tell(_ seeds: Range<UInt64>) async -> Told {
        let width = UInt64(ProcessInfo.processInfo.activeProcessorCount)
        return await withTaskGroup(of: Told.self) { group in
            for worker in 0..<width {
                group.addTask {
                    var told = Told()
                    for seed in seeds where seed % width == worker {
                        // The tests that run beside this one have the same processors, and some of them have deadlines.
                        await Task.yield()
                        let story = Story(seed: seed).told()
                        told.reached.formUnion(story.reached)
                        guard story.faults.isEmpty else {
                            told.faulty = seed
                            break
                        }
                    }
                    return told
                }
            }
            return await group.reduce(into: Told()) { all, told in
                all.reached.formUnion(told.reached)
                all.faulty = [all.faulty, told.faulty].compactMap(\.self).min()
            }
        }
    }
}
