/// What happens in a simulation, made from a seed.
struct Story {
    let actions: [Action]
    /// Whether there's a group with things to answer; most stories are told faster without.
    private let hasGroup: Bool

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        hasGroup = Int.random(in: 0..<3, using: &random) == 0
        let count = Int.random(in: 10...80, using: &random)
        let begin =
            Int.random(in: 0..<4, using: &random) == 0
            ? Self.inheritedTab(&random) : []
        actions =
            begin + (0..<count).map { _ in Action.random(&random, devices: Simulation.deviceCount) }
    }

    /// A tab ends while it has a request under way and another edit of the same event waits, and another tab with an edit of
    /// it takes that over.
    private static func inheritedTab(_ random: inout SeededRandom) -> [Action] {
        let tab = Int.random(in: 0..<Simulation.deviceCount, using: &random)
        let heir = (tab + 1) % Simulation.deviceCount
        let event = Int.random(in: 0..<1_000, using: &random)
        func action(_ kind: Action.Kind, by device: Int, of event: Int = 0) -> Action {
            let other = Int.random(in: 0..<1_000, using: &random)
            return Action(kind: kind, device: device, one: event, other: other)
        }
        func edit(by device: Int) -> [Action] {
            let kinds: [Action.Kind] = [.retitle, .relocate, .move, .delete]
            let kind = kinds.randomElement(using: &random) ?? .retitle
            return [action(kind, by: device, of: event), action(.useDisk, by: device)]
        }
        var actions: [Action] = []
        // The heir's edit waits behind one that is under way, of the same event or another.
        if Bool.random(using: &random) {
            let other =
                Bool.random(using: &random) ? event : Int.random(in: 0..<1_000, using: &random)
            actions += [action(.retitle, by: heir, of: other), action(.useDisk, by: heir)]
        }
        actions += edit(by: tab)
        if Bool.random(using: &random) { actions.append(action(.loseAnswer, by: tab)) }
        actions += edit(by: tab) + [action(.useDisk, by: tab)] + edit(by: heir)
        actions.append(action(.inherit, by: tab))
        let next: [Action.Kind] = [
            .cutOff, .undo, .deliver, .loseAnswer, .reach, .refuse, .useDisk,
        ]
        return actions
            + (0..<5).map { _ in action(next.randomElement(using: &random) ?? .reach, by: heir) }
    }

    private init(actions: [Action], hasGroup: Bool) {
        self.actions = actions
        self.hasGroup = hasGroup
    }

    func told() -> (faults: [String], reached: Set<Simulation.Reached>) {
        var simulation = ended()
        return (simulation.faults(), simulation.reached)
    }

    /// What was asked of the server, from the first event to the last.
    func stepsOfServer() -> [ServerModel.Step] { ended().server.steps }

    private func ended() -> Simulation {
        var simulation = Simulation(hasGroup: hasGroup)
        for action in actions { simulation.run(action) }
        simulation.heal()
        return simulation
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
