import NIOCore

/// The limits of requests to other servers.
enum Limits {
    /// Bytes of a URL that comes from outside.
    static let addressBytesMax = 2000
    /// How long another server may take to respond, if the request doesn't say.
    static let timeout = TimeAmount.seconds(10)
    /// Bytes of another server's response, if the request doesn't say.
    static let responseBytesMax = 256 * 1024
    /// Bytes of a response's header.
    static let headerBytesMax = 64 * 1024
    /// How long the thread that transfers waits at most when nothing moves.
    static let pollMilliseconds: Int32 = 60_000
    /// Bytes kept of another server's error.
    static let errorBytesMax = 64 * 1024
    /// Names of other servers looked up at once; more wait.
    static let lookupsAtOnceMax = 8
    /// Bytes that are decompressed at once.
    static let decompressedPieceBytes = 32 * 1024
}
