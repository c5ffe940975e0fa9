import CCurl
import NIOPosix
import Synchronization

/// The requests under way, all on one thread that waits for whichever goes on next.
final class Transfers: Sendable {
    private typealias Waiting = CheckedContinuation<OutgoingResponse, any Error>

    /// What other threads ask of the one that transfers.
    private enum Order {
        case begin(Transfer, Waiting)
        case cancel(Transfer)
    }

    /// libcurl's handle of all transfers; other threads may only wake it up.
    private struct Handle: @unchecked Sendable {
        let transfers: transfers
    }

    private let handle = Handle(transfers: transfers_make())
    private let orders = Mutex([Order]())
    private let lastNumber = Atomic(0)
    private let thread = NIOThreadPool(numberOfThreads: 1)

    init() {
        thread.start()
        thread.submit { [self] _ in run() }
    }

    /// Sends a request.
    ///
    /// - Parameter request: What to send, and how much may come back.
    /// - Returns: The response, whatever its status is.
    /// - Throws: ``OutgoingError``, or `CancellationError`.
    func response(to request: OutgoingRequest) async throws -> OutgoingResponse {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let transfer = try Transfer(request, number: number)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { give(.begin(transfer, $0)) }
        } onCancel: {
            transfer.isCancelled.store(true, ordering: .relaxed)
            give(.cancel(transfer))
        }
    }

    private func give(_ order: Order) {
        orders.withLock { $0.append(order) }
        transfers_wake(handle.transfers)
    }

    // MARK: - On the thread

    private func run() {
        var active: [Int: (transfer: Transfer, waiting: Waiting)] = [:]

        func end(_ number: Int, _ result: (Transfer) throws -> OutgoingResponse) {
            guard let (transfer, waiting) = active.removeValue(forKey: number) else { return }
            transfers_end(handle.transfers, transfer.handle)
            waiting.resume(with: Result { try result(transfer) })
        }

        while true {
            for order in takeOrders() {
                switch order {
                case .begin(let transfer, let waiting):
                    active[transfer.number] = (transfer, waiting)
                    transfers_begin(handle.transfers, transfer.handle)
                    guard transfer.isCancelled.load(ordering: .relaxed) else { continue }
                    end(transfer.number) { _ in throw CancellationError() }
                case .cancel(let transfer):
                    end(transfer.number) { _ in throw CancellationError() }
                }
            }
            transfers_go_on(handle.transfers)
            for (transfer, _) in active.values { transfer.handOnPiece() }
            var code = CURLE_OK
            while case let number = transfers_next_ended(handle.transfers, &code), number != 0 {
                end(number) { try $0.response(after: code) }
            }
            transfers_wait(handle.transfers, Limits.pollMilliseconds)
        }
    }

    private func takeOrders() -> [Order] {
        orders.withLock { orders in
            defer { orders = [] }
            return orders
        }
    }
}
