import CZlib
import ServerBase

/// Compresses bytes to gzip (RFC 1952).
///
/// Only one task may use it at a time.
final class GzipStream {
    /// How much output to give before more input comes.
    enum Flush {
        /// Flushes everything so far, so that the reader doesn't wait for more.
        case soFar
        /// Flushes everything and ends the stream.
        case end
    }

    /// About half of zlib's highest level (9), for a third of its time.
    private static let level: Int32 = 4
    /// The largest window, plus 16 to ask for a gzip header.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    // zlib keeps a pointer to this, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let outcome = deflateInit2_(
            stream,
            Self.level,
            Z_DEFLATED,
            Self.windowBits,
            Self.memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        precondition(outcome == Z_OK, "zlib has the memory it asks for")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes and returns the output.
    func compress(_ octets: [UInt8], _ flush: Flush) -> [UInt8] {
        var octets = octets
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Limits.compressedPieceBytes)
        octets.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let count = piece.withUnsafeMutableBufferPointer { output in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    deflate(stream, flush == .end ? Z_FINISH : Z_SYNC_FLUSH)
                    return output.count - Int(stream.pointee.avail_out)
                }
                result += piece[..<count]
            } while stream.pointee.avail_out == 0
            stream.pointee.next_in = nil
            stream.pointee.next_out = nil
        }
        return result
    }
}
