/// The answers to queries that a transaction sent in advance.
final class PrefetchedAnswers {
    /// The queries that were sent, each with its answer once it has come.
    private var answers: [Query: PostgreSQLResult?] = [:]

    /// Whether a query was sent whose answer may still be used.
    func expects(_ query: Query) -> Bool { !answers.isEmpty && answers.keys.contains(query) }

    func expect(_ query: Query) { answers.updateValue(nil, forKey: query) }

    /// Keeps an answer unless it must not be used any more.
    func keep(_ answer: PostgreSQLResult, to query: Query) {
        if expects(query) { answers.updateValue(answer, forKey: query) }
    }

    func answer(to query: Query) -> PostgreSQLResult? { answers[query] ?? nil }

    /// Forgets all answers, because they may be out of date.
    func forget() { answers.removeAll() }
}
