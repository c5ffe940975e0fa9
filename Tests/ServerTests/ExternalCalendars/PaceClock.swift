import Synchronization

@testable import ExternalCalendars
@testable import Server

/// A clock that advances while something waits on it, and by one step with each reading.
final class PaceClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let step: Duration
    private let waited: @Sendable (Duration) async throws -> Void
    /// How long was waited each time.
    let waits = Mutex([Duration]())

    /// - Parameters:
    ///   - step: How long it takes from one look to the next.
    ///   - waited: What happens while somebody waits.
    init(
        step: Duration = .zero,
        waited: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) {
        (self.step, self.waited) = (step, waited)
    }

    var now: Duration { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    var clock: ReadingPace.Clock {
        ReadingPace.Clock(
            now: {
                self.time.withLock { time in
                    time += self.step
                    return time
                }
            },
            sleep: { duration in
                self.waits.withLock { $0.append(duration) }
                try await self.waited(duration)
                self.advance(by: duration)
            }
        )
    }
}
