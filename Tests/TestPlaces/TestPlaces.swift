/// How many databases and servers tests have at once.
///
/// All tests start together, and each database holds a dozen files. Past a thousand open files,
/// Foundation can't start other programs any more.
package actor TestPlaces {
    package static let shared = TestPlaces(count: 32)

    /// Whether the test holds a place already: one that uses a second one needn't wait.
    @TaskLocal private static var isInside = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    /// Runs a body as soon as there is a place.
    package nonisolated func run<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard !Self.isInside else { return try await body() }
        await take()
        do {
            let value = try await Self.$isInside.withValue(true, operation: body)
            await give()
            return value
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
