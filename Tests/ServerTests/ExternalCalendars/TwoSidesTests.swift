import Synchronization
import Testing

@testable import Server

/// Random changes on both sides, with requests and answers that get lost: in the end both sides have
/// the same, nothing is lost and nothing is there twice.
@Suite("A calendar that is changed on both sides")
struct TwoSidesTests {
    /// A generator that repeats itself for a seed (SplitMix64).
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test("Both sides end up the same, whatever gets lost on the way", arguments: 1...30)
    func agreement(seed: Int) async throws {
        try await AccountElsewhere.run { other in
            var dice = Dice(state: UInt64(seed))
            let calendar = try await other.connect()
            let sides = [(other.anna, calendar), (other.bob, other.bob.calendar)]
            var created: Set<String> = []
            var removed: Set<String> = []
            // Who wrote a field, and what was written last.
            var writers: [String: Set<Int>] = [:]
            var written: [String: Int] = [:]
            for number in 1...40 {
                let side = Int.random(in: 0...1, using: &dice)
                let (person, place) = sides[side]
                let present = try await person.objects(in: place).keys.sorted()
                switch Int.random(in: 0...9, using: &dice) {
                case 0...2:
                    let uid = "event-\(number)@example.org"
                    try await person.add(event(uid, title: "First"), "event-\(number)", to: place)
                    created.insert(uid)
                case 3...5:
                    guard let uid = present.randomElement(using: &dice) else { continue }
                    let line = Bool.random(using: &dice) ? "SUMMARY" : "LOCATION"
                    writers[uid + line, default: []].insert(side)
                    written[uid + line] = number
                    try await person.rewrite(uid, in: place) { text in
                        let old = text.value(of: line).map { "\(line):\($0)\r\n" } ?? ""
                        let rest = old.isEmpty ? text : text.replacing(old, with: "")
                        return rest.replacing(
                            "END:VEVENT",
                            with: "\(line):\(number)\r\nEND:VEVENT"
                        )
                    }
                case 6:
                    guard let uid = present.randomElement(using: &dice) else { continue }
                    try await person.remove(uid, from: place)
                    removed.insert(uid)
                default:
                    let lost = Mutex(Dice(state: dice.next()))
                    other.decide { _ in
                        lost.withLock { dice in
                            switch Int.random(in: 0...9, using: &dice) {
                            case 0: .lost
                            case 1: .unanswered
                            case 2: .status(503)
                            default: .answered
                            }
                        }
                    }
                    try await other.step(calendar)
                    other.decide { _ in .answered }
                }
            }
            for _ in 1...3 { try await other.step(calendar) }
            let here = try await other.anna.objects(in: calendar).mapValues(\.text)
            let there = try await other.bob.objects(in: other.bob.calendar).mapValues(\.text)
            #expect(here == there)
            #expect(created.subtracting(removed).isSubset(of: here.keys))
            #expect(Set(here.keys).isSubset(of: created))
            // What only one side wrote is as it was written last.
            for uid in created.subtracting(removed) {
                for line in ["SUMMARY", "LOCATION"] where writers[uid + line]?.count == 1 {
                    let value = try #require(written[uid + line])
                    #expect(here[uid]?.value(of: line) == "\(value)")
                }
            }
            let source = try await other.source(calendar)
            #expect(source["waiting"] == .number(0))
            #expect(source["failure"] == nil)
        }
    }
}
