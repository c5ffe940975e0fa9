import NIOCore
import Synchronization

/// What a page has received of a live stream.
final class LivePage: Sendable {
    private let octets = Mutex<[UInt8]>([])

    func receive(_ buffer: ByteBuffer) { octets.withLock { $0 += buffer.readableBytesView } }

    var text: String { String(decoding: octets.withLock { $0 }, as: UTF8.self) }

    /// The identifiers of the stream's messages, in their order.
    var ids: [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map {
            String($0.dropFirst(4))
        }
    }

    var hrefs: [String] {
        text.split(separator: "\"href\":\"").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }
    }

    /// The versions of the settings, in the order they came.
    var settings: [String] {
        text.split(separator: "event: settings\ndata: {\"etag\":\"").dropFirst()
            .map { String($0.prefix { $0 != "}" }.dropLast()).replacing("\\", with: "") }
    }

    /// Waits until a condition holds; false if it doesn't within half a minute.
    func waits(for isTrue: (LivePage) -> Bool) async throws -> Bool {
        for _ in 0..<3000 {
            if isTrue(self) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
