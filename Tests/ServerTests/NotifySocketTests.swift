import Dispatch
import Foundation
import Logging
import Testing

@testable import Server
@testable import ServerBase

@Suite("The service manager's socket")
struct NotifySocketTests {
    /// A socket of a service manager, at a path.
    private final class Manager: Sendable {
        let path: String
        private let descriptor: Int32

        init() throws {
            path = FileManager.default.temporaryDirectory
                .appending(path: "notify-\(UUID().uuidString.prefix(8))").path(
                    percentEncoded: false
                )
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let status = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size)
                }
            }
            try #require(status == 0)
            var longest = timeval(tv_sec: 300, tv_usec: 0)
            let timeSize = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &longest, timeSize)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        /// The next message; empty if none comes for five minutes.
        ///
        /// Beside all other tests it may take more than one.
        func nextMessage() async -> String {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { [descriptor] in
                    var bytes = [UInt8](repeating: 0, count: 1_000)
                    let count = recv(descriptor, &bytes, bytes.count, 0)
                    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                    continuation.resume(returning: text)
                }
            }
        }
    }

    @Test("While the database is prepared, the server asks again and again for more time to start")
    func moreTime() async throws {
        let manager = try Manager()
        let environment = ["NOTIFY_SOCKET": manager.path]
        let logger = Logger(label: "test")
        let socket = NotifySocket(environment: environment, processID: 1, logger: logger)
        let messages = try await #require(socket).askingForTime(every: .milliseconds(20)) {
            [await manager.nextMessage(), await manager.nextMessage()]
        }
        let message = "EXTEND_TIMEOUT_USEC=60000\nSTATUS=Preparing the database"
        #expect(messages == [message, message])
    }
}
