/// Collects problems and counts those beyond the limit.
struct ProblemLog {
    private(set) var problems: [Problem] = []
    /// The component being checked, which names the event of each problem noted meanwhile.
    var component: Component?
    private var countOfMore = 0
    private var lineOfMore = 0

    init() {}

    /// Continues a list that another log made.
    init(continuing problems: [Problem]) {
        self.problems = problems
        guard let last = problems.last, case .more(let count) = last.kind else { return }
        self.problems.removeLast()
        countOfMore = count
        lineOfMore = last.line
    }

    mutating func note(_ kind: Problem.Kind, line: Int) {
        guard problems.count < Limits.problemsMax else {
            if countOfMore == 0 { lineOfMore = line }
            countOfMore += 1
            return
        }
        let event = component.flatMap { EventName($0) }
        problems.append(Problem(line: line, kind: kind, event: event))
    }

    /// The problems in the order of their lines.
    var sorted: [Problem] {
        guard !problems.isEmpty else { return [] }
        var sorted = problems.enumerated().sorted { left, right in
            (left.element.line, left.offset) < (right.element.line, right.offset)
        }.map { $0.element }
        if countOfMore > 0 {
            sorted.append(Problem(line: lineOfMore, kind: .more(count: countOfMore)))
        }
        return sorted
    }
}
