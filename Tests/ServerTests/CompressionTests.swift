import CZlib
import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase

@Suite("Compressed answers")
struct CompressionTests {
    /// Decompresses gzip; nil if the octets aren't gzip or end early.
    private static func plain(_ octets: some Sequence<UInt8>) -> [UInt8]? {
        var octets = Array(octets)
        var result: [UInt8] = []
        var stream = z_stream()
        guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var outcome = Z_OK
        octets.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while outcome == Z_OK {
                var piece = [UInt8](repeating: 0, count: 4096)
                let count = piece.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    outcome = inflate(&stream, Z_NO_FLUSH)
                    return output.count - Int(stream.avail_out)
                }
                result += piece[..<count]
            }
        }
        return outcome == Z_STREAM_END ? result : nil
    }

    @Test(
        "Answers are compressed only for clients that accept gzip",
        arguments: [
            ("gzip", true), ("br, GZIP;q=0.5, *", true), ("gzip;q=0", false),
            ("gzip; Q=0.000", false),
            ("", false), ("identity", false), ("br", false),
        ]
    )
    func accepted(codings: String, isCompressed: Bool) async throws {
        try await TestServer.runSignedIn { visitor in
            for number in 0..<150 { try await visitor.create("event-\(number)") }
            let path = "/api/v1/sync"
            let whole = try await visitor.request(.get, path)
            #expect(whole.headers[.contentEncoding] == nil)
            let answer = try await visitor.request(
                .get,
                path,
                headers: ["Accept-Encoding": codings]
            )
            #expect(answer.headers[.contentEncoding] == (isCompressed ? "gzip" : nil))
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(whole.headers[.vary] == "Accept-Encoding")
            let octets = Array(answer.body.readableBytesView)
            let read = isCompressed ? try #require(Self.plain(octets)) : octets
            // On PostgreSQL, the token in the first line may be another.
            let lines = [read, Array(whole.body.readableBytesView)].map {
                $0.split(separator: UInt8(ascii: "\n"))
            }
            #expect(lines[0].count > 150 && lines[0].dropFirst() == lines[1].dropFirst())
            if isCompressed { #expect(octets.count * 5 < read.count) }
        }
    }

    @Test("Only answers larger than the limit are compressed", arguments: [-1, 0, 1])
    func size(beyond: Int) async throws {
        try await TestServer.runSignedIn { visitor in
            let count = Limits.plainAnswerBytesMax + beyond
            let text = #"{"a":""# + String(repeating: "a", count: count - 8) + #""}"#
            let kept = try await visitor.request(
                .put,
                "/api/v1/settings",
                text,
                headers: ["If-Match": "*"]
            )
            let answer = try await visitor.request(
                .get,
                "/api/v1/settings",
                headers: ["Accept-Encoding": "gzip"]
            )
            #expect(answer.headers[.contentEncoding] == (beyond > 0 ? "gzip" : nil))
            #expect(
                answer.headers[.eTag] == kept.headers[.eTag],
                "it is for the content, not its encoding"
            )
            #expect(kept.text.utf8.count == count)
        }
    }

    @Test(
        "Compressed answers arrive whole over a connection, and HEAD gets no body",
        arguments: [TestedPart.wholeServer]
    )
    func onTheWire(setup: TestedPart) async throws {
        try await TestServer.runSignedIn(setup) { visitor in
            for number in 0..<20 { try await visitor.create("event-\(number)") }
            for path in ["sync", "export", "zones?name=Europe/Berlin&name=Europe/Paris"] {
                for method in [HTTPRequest.Method.head, .get, .get] {
                    let answer = try await visitor.request(
                        method,
                        "/api/v1/" + path,
                        headers: ["Accept-Encoding": "gzip"]
                    )
                    #expect(answer.status == .ok)
                    #expect((answer.headers[.contentEncoding] == "gzip") == (method == .get))
                    let read = Self.plain(answer.body.readableBytesView)
                    #expect((read?.count ?? 0 > 1024) == (method == .get))
                }
            }
        }
    }

    @Test("The live stream isn't compressed, so that records aren't delayed")
    func live() async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .get,
                "/api/v1/live?since=\(TestServer.tokenOfNoLog)",
                headers: ["Accept-Encoding": "gzip"]
            )
            #expect(response.headers[.contentEncoding] == nil)
            #expect(response.text.hasSuffix("event: reset\ndata: {}\n\n"))
        }
    }

    @Test("A compressed stream can be read only after its end, and then is complete")
    func soFar() throws {
        let stream = GzipStream()
        var octets: [UInt8] = []
        var words: [String] = []
        for word in ["one ", String(repeating: "two ", count: 50_000), "", "three"] {
            octets += stream.compress(Array(word.utf8), .soFar)
            words.append(word)
            let whole = octets + GzipStream().compress([], .end)
            #expect(Self.plain(whole) == nil, "it has no end yet")
        }
        octets += stream.compress([], .end)
        let read = try #require(Self.plain(octets))
        #expect(String(decoding: read, as: UTF8.self) == words.joined())
    }
}
