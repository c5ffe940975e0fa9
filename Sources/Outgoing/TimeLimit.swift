package import NIOCore
import Synchronization

/// Runs work for as long as a limit allows.
///
/// Work that goes on after that is cancelled, but not waited for, as a group of tasks would: nothing
/// stops a name lookup.
///
/// - Parameters:
///   - limit: How long the work may take.
///   - work: What to do.
/// - Returns: The result of the work.
/// - Throws: ``OutgoingError/tooSlow``, `CancellationError`, or the errors of the work.
package func withTimeLimit<Value: Sendable>(
    _ limit: TimeAmount,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let first = FirstOutcome<Value>()
    let working = Task {
        do {
            first.take(.success(try await work()))
        } catch {
            first.take(.failure(error))
        }
    }
    let timing = Task {
        guard (try? await Task.sleep(nanoseconds: UInt64(limit.nanoseconds))) != nil else { return }
        first.take(.failure(OutgoingError.tooSlow))
    }
    defer {
        working.cancel()
        timing.cancel()
    }
    return try await withTaskCancellationHandler {
        try await first.value
    } onCancel: {
        first.take(.failure(CancellationError()))
    }
}

/// The first of several outcomes, for the one who waits for it.
private final class FirstOutcome<Value: Sendable>: Sendable {
    private enum State {
        case open(CheckedContinuation<Value, any Error>?)
        case known(Result<Value, any Error>)
    }

    private let state = Mutex(State.open(nil))

    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let known = state.withLock { state -> Result<Value, any Error>? in
                    if case .known(let outcome) = state { return outcome }
                    state = .open(continuation)
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        }
    }

    func take(_ outcome: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard case .open(let waiting) = state else { return nil }
            state = .known(outcome)
            return waiting
        }
        waiting?.resume(with: outcome)
    }
}
