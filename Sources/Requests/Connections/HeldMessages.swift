import NIOCore
import ServerBase
import Store
import Synchronization

/// Counts the bytes of requests and answers that are in memory because their clients haven't sent or taken the rest,
/// and ends the slowest when there are too many.
///
/// An account, or a network that isn't signed in, holds ``Limits/heldBytesPerHolderMax``, and all together hold
/// ``Limits/heldBytesMax``. Beyond that, whoever holds the most loses the message that goes on the slowest. So it
/// doesn't matter what was asked for, by which way and in how many pieces, and nobody can use the bound against
/// somebody who holds less, or who sends and reads.
package final class HeldMessages: Sendable {
    /// Those whose messages are counted together.
    enum Holder: Hashable, Sendable {
        case account(AccountID)
        /// Whoever comes from there without having signed in.
        case network(String)
    }

    private struct Connection {
        let close: @Sendable () -> Void
        var holder = Holder.network("")
        /// Bytes of a request's body that have arrived.
        var requestCount = 0
        /// Bytes that have been made, and that the connection doesn't accept yet.
        var readyCount = 0
        /// Bytes that it has accepted, and of which the system hasn't taken the last.
        var acceptedCount = 0
        /// Bytes that have arrived, or that the system has taken, since something is held; and since when that is.
        var movedCount = 0
        var waitsSince: NIODeadline?

        var heldCount: Int { requestCount + readyCount + acceptedCount }

        /// The bytes a second that the client sends or takes; a message that has just begun isn't slow yet.
        func pace(_ now: NIODeadline) -> Double {
            let waited = Double((now - (waitsSince ?? now)).nanoseconds) / 1e9
            return Double(movedCount + Limits.heldPieceBytes) / (waited + 1)
        }
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var heldCounts: [Holder: Int] = [:]
        var heldCount = 0

        mutating func count(_ difference: Int, of holder: Holder) {
            heldCount += difference
            let count = (heldCounts[holder] ?? 0) + difference
            heldCounts[holder] = count == 0 ? nil : count
        }

        mutating func remove(_ id: ObjectIdentifier) {
            guard let connection = connections.removeValue(forKey: id) else { return }
            count(-connection.heldCount, of: connection.holder)
        }
    }

    private let perHolderMax: Int
    private let max: Int
    private let state = Mutex(State())

    /// Takes the bytes that one holder may hold, and all together.
    package init(perHolderMax: Int, max: Int) {
        (self.perHolderMax, self.max) = (perHolderMax, max)
    }

    /// Takes the limits of the server.
    package convenience init() {
        self.init(perHolderMax: Limits.heldBytesPerHolderMax, max: Limits.heldBytesMax)
    }

    /// The bytes that are held in all.
    var heldCount: Int { state.withLock { $0.heldCount } }

    /// Notes a connection, and how to end it.
    func open(_ id: ObjectIdentifier, close: @escaping @Sendable () -> Void) {
        state.withLock { $0.connections[id] = Connection(close: close) }
    }

    /// Forgets a connection, and what it held.
    func forget(_ id: ObjectIdentifier) {
        state.withLock { $0.remove(id) }
    }

    /// Notes whose request a connection has, and whose answer it's going to have.
    func begin(_ id: ObjectIdentifier, of holder: Holder) {
        state.withLock { state in
            guard var connection = state.connections[id] else { return }
            state.count(-connection.heldCount, of: connection.holder)
            connection.holder = holder
            state.count(connection.heldCount, of: holder)
            state.connections[id] = connection
        }
    }

    /// Counts bytes of a request's body that have arrived.
    func received(_ count: Int, on id: ObjectIdentifier, now: NIODeadline = .now()) {
        change(id, now) { connection in
            connection.requestCount += count
            connection.movedCount += count
        }
    }

    /// Notes that a request was worked on.
    func requestEnded(on id: ObjectIdentifier, now: NIODeadline = .now()) {
        change(id, now) { $0.requestCount = 0 }
    }

    /// Counts bytes that are ready to be sent.
    func ready(_ count: Int, on id: ObjectIdentifier, now: NIODeadline = .now()) {
        change(id, now) { $0.readyCount += count }
    }

    /// Notes that a connection has accepted all that was ready.
    func readyEnded(on id: ObjectIdentifier, now: NIODeadline = .now()) {
        change(id, now) { $0.readyCount = 0 }
    }

    /// Counts bytes that a connection has accepted.
    func accepted(_ count: Int, on id: ObjectIdentifier, now: NIODeadline = .now()) {
        change(id, now) { connection in
            connection.acceptedCount += count
            connection.readyCount -= min(connection.readyCount, count)
        }
    }

    /// Counts bytes that the system has taken.
    ///
    /// - Parameters:
    ///   - count: How many there are.
    ///   - freedCount: How many are free by that: all of a piece of memory when its last byte has gone.
    ///   - id: The connection.
    ///   - now: The current time.
    func taken(
        _ count: Int,
        freeing freedCount: Int,
        on id: ObjectIdentifier,
        now: NIODeadline = .now()
    ) {
        change(id, now) { connection in
            connection.movedCount += count
            connection.acceptedCount -= freedCount
        }
    }

    private func change(
        _ id: ObjectIdentifier,
        _ now: NIODeadline,
        _ body: (inout Connection) -> Void
    ) {
        let ended = state.withLock { state -> [Connection] in
            guard var connection = state.connections[id] else { return [] }
            let before = connection.heldCount
            body(&connection)
            if connection.heldCount == 0 {
                connection.waitsSince = nil
            } else if before == 0 {
                (connection.waitsSince, connection.movedCount) = (now, 0)
            }
            state.connections[id] = connection
            state.count(connection.heldCount - before, of: connection.holder)
            guard connection.heldCount > before else { return [] }
            return makeRoom(in: &state, afterGrowthOf: connection.holder, now)
        }
        for connection in ended { connection.close() }
    }

    /// Takes away the slowest messages until the bounds hold again, and returns what is to be closed.
    private func makeRoom(
        in state: inout State,
        afterGrowthOf holder: Holder,
        _ now: NIODeadline
    ) -> [Connection] {
        var ended: [Connection] = []
        while true {
            let losing: Holder?
            if state.heldCounts[holder] ?? 0 > perHolderMax {
                losing = holder
            } else if state.heldCount > max {
                losing = state.heldCounts.max { $0.value < $1.value }?.key
            } else {
                return ended
            }
            let slowest = state.connections
                .filter { $0.value.holder == losing && $0.value.heldCount > 0 }
                .min { $0.value.pace(now) < $1.value.pace(now) }
            guard let slowest else { return ended }
            state.remove(slowest.key)
            ended.append(slowest.value)
        }
    }
}
