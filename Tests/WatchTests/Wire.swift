import NIOCore
import Outgoing
import Synchronization

/// The network between a device and the server, which can be cut, and can lose or invent answers.
final class Wire: Sendable {
    private struct State {
        var isCut = false
        var losesAnswer = false
        var resets = false
        var cutsAtReset = false
        var closes = false
        var streamCount = 0
        var streams: [Task<OutgoingResponse, any Error>] = []
        var editCount = 0
    }

    private let state = Mutex(State())

    /// How many edits were sent.
    var editCount: Int { state.withLock { $0.editCount } }

    /// Nothing goes through any more.
    func cut() {
        let streams = state.withLock { state in
            state.isCut = true
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.cancel() }
    }

    func mend() { state.withLock { $0.isCut = false } }

    /// The server gets the next edit, but its answer is lost, and the wire is cut.
    func loseNextAnswer() { state.withLock { $0.losesAnswer = true } }

    /// Every stream is closed at once.
    func closeStreams() {
        state.withLock { $0.closes = true }
        cut()
        mend()
    }

    /// How many streams were asked for.
    var streamCount: Int { state.withLock { $0.streamCount } }

    /// The next stream says that its token is too old, perhaps as the last thing before the wire is cut.
    func resetNextStream(andCut: Bool = false) {
        state.withLock { ($0.resets, $0.cutsAtReset) = (true, andCut) }
        cut()
        mend()
    }

    var web: WebFetcher {
        WebFetcher { [self] request in
            let away = OutgoingError.notReached(reason: "the wire is cut")
            guard !state.withLock({ $0.isCut }) else { throw away }
            guard request.takesPiece == nil else { return try await stream(request) }
            // However busy the machine is.
            var request = request
            request.timeout = .minutes(5)
            let response = try await WebFetcher.network.fetch(request)
            guard request.address.hasSuffix("/edits") else { return response }
            let isLost = state.withLock { state in
                state.editCount += 1
                defer { state.losesAnswer = false }
                return state.losesAnswer
            }
            guard isLost else { return response }
            cut()
            throw away
        }
    }

    private func stream(_ request: OutgoingRequest) async throws -> OutgoingResponse {
        let (isReset, isClosed) = state.withLock { state in
            defer { state.resets = false }
            state.streamCount += 1
            if state.resets, state.cutsAtReset { state.isCut = true }
            return (state.resets, state.closes)
        }
        if isClosed {
            request.takesPiece?(Array(": live\n\n".utf8))
            return OutgoingResponse(status: 200, octets: [])
        }
        if isReset {
            request.takesPiece?(Array("event: reset\ndata: {}\n\n".utf8))
            return OutgoingResponse(status: 200, octets: [])
        }
        let task = Task { try await WebFetcher.network.fetch(request) }
        let isCut = state.withLock { state in
            state.streams.append(task)
            return state.isCut
        }
        if isCut { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
