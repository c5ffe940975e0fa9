import Testing

@testable import Outgoing
@testable import Server

@Suite("Decompressing")
struct GunzipStreamTests {
    private static let text = Array(String(repeating: "Füße 🦶 ", count: 5_000).utf8)

    /// What comes out of pieces of a size; nil if it's more than allowed.
    private static func output(
        _ octets: [UInt8],
        pieceCount: Int = .max,
        countMax: Int = .max
    ) throws -> (octets: [UInt8], isAtEnd: Bool)? {
        let stream = GunzipStream()
        var output: [UInt8] = []
        var rest = octets[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceCount))
            rest = rest.dropFirst(piece.count)
            guard try stream.read(piece, into: &output, countMax: countMax) else { return nil }
        }
        return (output, stream.isAtEnd)
    }

    @Test("Octets come out as they went in, in whatever pieces they come", arguments: [1, 7, .max])
    func roundTrip(pieceCount: Int) throws {
        let gzip = GzipStream().compress(Self.text, .end)
        let output = try #require(try Self.output(gzip, pieceCount: pieceCount))
        #expect(output.octets == Self.text)
        #expect(output.isAtEnd)
        let cut = try #require(try Self.output(gzip.dropLast(), pieceCount: pieceCount))
        #expect(!cut.isAtEnd)
    }

    @Test("Several compressed files are one, and anything else after the end is passed over")
    func members() throws {
        let gzip = GzipStream().compress(Self.text, .end)
        for pieceCount in [1, Int.max] {
            let two = try #require(try Self.output(gzip + gzip, pieceCount: pieceCount))
            #expect(two.octets == Self.text + Self.text)
            let more = try #require(try Self.output(gzip + [0, 0, 1], pieceCount: pieceCount))
            #expect(more.octets == Self.text)
            #expect(more.isAtEnd)
        }
    }

    @Test(
        "There may be as much output as allowed, and no more",
        arguments: [1, 100_000, 3_000_000]
    )
    func limit(count: Int) throws {
        let gzip = GzipStream().compress([UInt8](repeating: 0, count: count), .end)
        #expect(try Self.output(gzip, countMax: count)?.octets.count == count)
        #expect(try Self.output(gzip, countMax: count - 1) == nil)
    }

    @Test("Anything but gzip is refused")
    func refusal() {
        var broken = GzipStream().compress(Self.text, .end)
        broken[broken.count - 5] ^= 1
        for octets in [Self.text, [0x1F, 0x8B, 9, 0], broken] {
            #expect(throws: OutgoingError.codingNotValid) { try Self.output(octets) }
        }
    }
}
