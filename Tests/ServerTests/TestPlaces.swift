/// How many servers run at once.
///
/// All tests start together, and each server holds a dozen files. Past a thousand open files,
/// Foundation can't start other programs any more.
actor TestPlaces {
    static let servers = TestPlaces(count: 24)

    /// Whether the test holds a place already: one that runs a second server needn't wait for another.
    @TaskLocal private static var isInside = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    /// Runs a body as soon as there is a place.
    nonisolated func run(_ body: () async throws -> Void) async throws {
        guard !Self.isInside else { return try await body() }
        await take()
        do {
            try await Self.$isInside.withValue(true, operation: body)
        } catch {
            await give()
            throw error
        }
        await give()
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
