/// The answers to queries that a transaction sent before anybody asked for them.
final class PrefetchedAnswers {
    /// Each query that was sent, with its answer once that has come.
    private var answers: [Query: PostgreSQLResult?] = [:]

    /// Whether a query was sent whose answer may still be used.
    func expects(_ query: Query) -> Bool { !answers.isEmpty && answers.keys.contains(query) }

    func expect(_ query: Query) { answers.updateValue(nil, forKey: query) }

    /// Keeps an answer unless it may no longer be used.
    func keep(_ answer: PostgreSQLResult, to query: Query) {
        if expects(query) { answers.updateValue(answer, forKey: query) }
    }

    func answer(to query: Query) -> PostgreSQLResult? { answers[query] ?? nil }

    /// Uses none of the answers, because they may be others by now.
    func forget() { answers.removeAll() }
}
