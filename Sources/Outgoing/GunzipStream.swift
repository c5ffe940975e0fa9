import CZlib

/// Decompresses gzip (RFC 1952).
///
/// Only one task may use it at a time.
final class GunzipStream {
    /// The largest window, plus 16 to expect a gzip header.
    private static let windowBits: Int32 = 15 + 16

    /// Every compressed file begins with this.
    private static let firstOctet: UInt8 = 0x1F

    // zlib keeps a pointer to this, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: Limits.decompressedPieceBytes)

    /// Whether all that came in so far is whole.
    private(set) var isAtEnd = false

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let outcome = inflateInit2_(stream, Self.windowBits, ZLIB_VERSION, size)
        precondition(outcome == Z_OK, "zlib has the memory it asks for")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decompresses a piece and appends the output.
    ///
    /// Several compressed files after each other are one (RFC 1952, 2.2); anything else after the
    /// end is passed over.
    ///
    /// - Parameters:
    ///   - piece: The next octets.
    ///   - output: Where the output goes.
    ///   - countMax: How many octets the output may have.
    /// - Returns: False if the output would have more octets.
    /// - Throws: ``OutgoingError/codingNotValid`` for octets that aren't gzip.
    func read(
        _ piece: [UInt8],
        into output: inout [UInt8],
        countMax: Int
    ) throws(OutgoingError) -> Bool {
        var rest = piece[...]
        var isOutputFull = false
        while !rest.isEmpty || isOutputFull {
            if isAtEnd {
                guard rest.first == Self.firstOctet else { return true }
                inflateReset(stream)
                isAtEnd = false
            }
            let (status, count) = inflate(&rest)
            guard output.count + count <= countMax else { return false }
            output += room[..<count]
            switch status {
            case Z_STREAM_END: isAtEnd = true
            case Z_OK, Z_BUF_ERROR: break
            default: throw .codingNotValid
            }
            isOutputFull = count == room.count && !isAtEnd
        }
        return true
    }

    /// Decompresses as much as there is room for, and returns how many octets that are.
    private func inflate(_ rest: inout ArraySlice<UInt8>) -> (status: Int32, count: Int) {
        let givenCount = rest.count
        let (status, leftCount, spaceCount) = rest.withUnsafeMutableBufferPointer { input in
            room.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                return (status, Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
            }
        }
        rest = rest.dropFirst(givenCount - leftCount)
        return (status, room.count - spaceCount)
    }
}
