package import NIOCore

/// A request from this server to another one.
package struct OutgoingRequest: Sendable {
    package let address: String
    /// The method; nil for a POST if there's a ``form`` or a ``body``, and for a GET otherwise.
    package var method: String?
    package var headers: [(name: String, value: String)] = []
    /// A form to send.
    package var form: String?
    /// Other octets to send, of the type that the headers say.
    package var body: [UInt8]?
    /// How long the response may take; nil for as long as it goes on coming.
    package var timeout: TimeAmount? = Limits.timeout
    /// How many seconds may pass in which nothing comes; nil for no limit but the timeout.
    package var silenceSecondsMax: Int?
    /// Gets the pieces of a successful response's body as they come, on the thread that transfers; the response has no
    /// octets then.
    ///
    /// It mustn't wait. Such a response isn't decompressed, and `bytesMax` counts what comes at once.
    package var takesPiece: (@Sendable ([UInt8]) -> Void)?
    /// Maximum size of the response, in bytes, also before it's decompressed.
    package var bytesMax = Limits.responseBytesMax
    /// Whether the response may be compressed.
    package var acceptsGzip = false
    /// The IP address to connect to, if the host was already resolved.
    package var pinned: (host: String, address: String)?

    package init(address: String, headers: [(name: String, value: String)] = []) {
        self.address = address
        self.headers = headers
    }
}

/// Another server's response.
package struct OutgoingResponse: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    /// The body, decompressed; of an error only its beginning.
    package let octets: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)] = [], octets: [UInt8]) {
        self.status = status
        self.headers = headers
        self.octets = octets
    }

    /// The value of a header, the first if there are several; nil if there is none.
    package func header(_ name: String) -> String? {
        let lowercased = name.lowercased()
        return headers.first { $0.name.lowercased() == lowercased }?.value
    }
}

/// Why another server gave no response.
package enum OutgoingError: Error, Hashable {
    /// The request has an address or a header that can't be sent.
    case notSent(reason: String)
    /// The server wasn't found, the connection broke, or its certificate isn't trusted.
    case notReached(reason: String)
    /// The response, compressed or not, has more bytes than this.
    case tooLarge(bytesMax: Int)
    /// It took longer than allowed.
    case tooSlow
    /// It isn't compressed as it says, or in a way that wasn't asked for.
    case codingNotValid
}
