import CZlib

/// Octets on their way into gzip (RFC 1952).
///
/// One task has it at a time.
final class GzipStream {
    /// What comes out before more is put in.
    enum Flush {
        /// Everything so far, so that whoever reads does not wait for more.
        case soFar
        /// Everything, and the end.
        case end
    }

    /// Half of zlib's best costs a third of its time.
    private static let level: Int32 = 4
    /// The largest window, and 16 for gzip's own head.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    // zlib keeps where this stands, which therefore must not move.
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

    /// Puts octets in and gives what comes out.
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
