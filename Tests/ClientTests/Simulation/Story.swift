/// What happens in a simulation, made from a seed.
struct Story {
    static let devices = 3
    let actions: [Action]
    /// Whether there's a group with things to answer; most stories are told faster without.
    private let hasGroup: Bool

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        hasGroup = Int.random(in: 0..<3, using: &random) == 0
        let count = Int.random(in: 10...80, using: &random)
        actions = (0..<count).map { _ in Action.random(&random, devices: Self.devices) }
    }

    private init(actions: [Action], hasGroup: Bool) {
        self.actions = actions
        self.hasGroup = hasGroup
    }

    func told() -> (faults: [String], reached: Set<Simulation.Reached>) {
        var simulation = Simulation(devices: Self.devices, hasGroup: hasGroup)
        for action in actions { simulation.run(action) }
        simulation.heal()
        return (simulation.faults(), simulation.reached)
    }

    /// The same story without what isn't needed for its first fault.
    func shortened() -> Story {
        guard let fault = told().faults.first.map(Self.kind) else { return self }
        var short = self
        var length = max(1, short.actions.count / 2)
        while length > 0 {
            var place = 0
            while place < short.actions.count {
                var fewer = short.actions
                fewer.removeSubrange(place..<min(place + length, fewer.count))
                let attempt = Story(actions: fewer, hasGroup: hasGroup)
                if attempt.told().faults.contains(where: { Self.kind($0) == fault }) {
                    short = attempt
                } else {
                    place += length
                }
            }
            length /= 2
        }
        return short
    }

    /// A fault without its numbers.
    private static func kind(_ fault: String) -> String { fault.filter { !$0.isNumber } }

    /// The story in words.
    var words: String { actions.map(\.description).joined(separator: "\n") }
}
