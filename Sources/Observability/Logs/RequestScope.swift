package import Hummingbird
import ServerBase
package import Store
import Synchronization

/// What is known of a request, for what is noted while it's worked on.
///
/// It's found from everywhere below the request, so nothing has to hand it on.
package final class RequestScope: Sendable {
    /// The request that is being worked on; nil outside of one.
    @TaskLocal package static var current: RequestScope?

    private struct State {
        var id = ""
        var address = ""
        var method = ""
        var endpoint: EndpointPath?
        var account: AccountID?
    }

    private let state = Mutex(State())

    package init() {}

    /// A name for the request, which its answer and its records in the log carry.
    package var id: String { state.withLock { $0.id } }

    /// The account that signed in with the request, or that it was signed in to.
    package var account: AccountID? { state.withLock { $0.account } }

    /// Where the request comes from, as failed sign-ins are counted.
    package var network: ClientNetwork { ClientNetwork(state.withLock { $0.address }) }

    /// The method and the route as it was declared, such as `DELETE /api/v1/groups/{group}`.
    var route: String {
        state.withLock { "\($0.method) \(RequestEnd.template($0.endpoint?.value))" }
    }

    package func begin(id: String, address: String, method: String, endpoint: EndpointPath) {
        state.withLock { state in
            state.id = id
            state.address = address
            state.method = method
            state.endpoint = endpoint
        }
    }

    package func note(_ account: AccountID) { state.withLock { $0.account = account } }
}

/// The IDs of requests.
package enum RequestIdentifier {
    package static let name = "X-Request-ID"

    /// A new ID of 128 random bits.
    package static func made(by generator: inout some RandomNumberGenerator) -> String {
        let halves = [generator.next(), generator.next()] as [UInt64]
        return halves.map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }

    /// An ID that a proxy sent; nil if it's empty, too long, or has unusual characters.
    package static func checked(_ text: String?) -> String? {
        guard let text, (1...Limits.requestIDLengthMax).contains(text.utf8.count) else {
            return nil
        }
        let isPlain = text.utf8.allSatisfy { octet in
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: marks.contains(octet)
            }
        }
        return isPlain ? text : nil
    }

    private static let marks: [UInt8] = Array("-_.:+/=@".utf8)
}
