import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Accounts
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Pictures")
struct PictureTests {
    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) }
        return length + Array(name.utf8) + body + [1, 2, 3, 4]
    }

    private static func header(_ width: Int, _ height: Int, _ rest: [UInt8] = [8, 6, 0, 0, 0])
        -> [UInt8]
    {
        [width, height].flatMap { side in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
        } + rest
    }

    private static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    private static func png(_ header: [UInt8], _ chunks: [[UInt8]] = [], end: Bool = true)
        -> [UInt8]
    {
        signature + chunk("IHDR", header) + chunks.flatMap { $0 } + chunk("IDAT", [1, 2])
            + (end ? chunk("IEND", []) : [])
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    private static func frame(_ width: Int, _ height: Int, components: UInt8 = 3) -> [UInt8] {
        [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
            + [components] + (0..<components).flatMap { [$0, 0x11, 0] }
    }

    private static func jpeg(_ segments: [[UInt8]], tail: [UInt8] = [0xFF, 0xD9]) -> [UInt8] {
        let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [5, 0xFF, 0, 6, 0xFF, 0xD0, 7]
        return [0xFF, 0xD8] + segments.flatMap { $0 } + scan + tail
    }

    @Test("Metadata is removed from pictures")
    func metadata() throws {
        let secret = Array("Exif: 52.5 N 13.4 E, Anna's phone".utf8)
        let talk = ["tEXt", "eXIf", "iCCP", "tIME", "acTL"].map { Self.chunk($0, secret) }
        let png = Self.png(Self.header(16, 16), talk) + secret
        let cleanPNG = try #require(CleanPicture(png))
        #expect(cleanPNG.octets == Self.png(Self.header(16, 16)))
        #expect(cleanPNG.type == "image/png")

        let frame = Self.segment(0xC0, Self.frame(16, 16))
        let apps = [UInt8(0xE0), 0xE1, 0xED, 0xE2, 0xFE].map { Self.segment($0, secret) }
        let jpeg = Self.jpeg(apps + [frame]) + secret
        let cleanJPEG = try #require(CleanPicture(jpeg))
        #expect(cleanJPEG.octets == Self.jpeg([frame]))
        #expect(cleanJPEG.type == "image/jpeg")
    }

    @Test("A JPEG keeps its Adobe colour segment, but not other segments of that kind")
    func adobe() throws {
        let frame = Self.segment(0xC2, Self.frame(512, 1))
        let hint = Self.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
        let talk = Self.segment(0xEE, Array("Adobe was here".utf8))
        #expect(CleanPicture(Self.jpeg([talk, hint, frame]))?.octets == Self.jpeg([hint, frame]))
    }

    private static let refused: [[UInt8]] = [
        [], Array("GIF89a".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        signature, png(header(513, 1)), png(header(1, 513)), png(header(0, 1)),
        png(header(1, 1, [3, 6, 0, 0, 0])), png(header(1, 1, [8, 6, 1, 0, 0])),
        png(header(1, 1), end: false), png(header(1, 1), [chunk("IHDR", header(1, 1))]),
        signature + chunk("IDAT", [1]) + chunk("IEND", []),
        signature + chunk("IHDR", header(1, 1)) + chunk("IEND", []),
        signature + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8),
        jpeg([segment(0xC0, frame(513, 1))]), jpeg([segment(0xC0, frame(1, 0))]),
        jpeg([segment(0xC0, frame(1, 1, components: 4))]), jpeg([]),
        jpeg([segment(0xC0, frame(1, 1)), segment(0xC0, frame(1, 1))]),
        jpeg([segment(0xC3, frame(1, 1))]), jpeg([segment(0xC0, frame(1, 1))], tail: []),
        [0xFF, 0xD8] + segment(0xC0, frame(1, 1)) + [0xFF, 0xD9],
        [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0],
    ]

    @Test("Broken, large or unknown pictures are refused", arguments: refused)
    func refusals(octets: [UInt8]) {
        #expect(CleanPicture(octets) == nil)
    }

    @Test("A picture that is cut off anywhere is refused, and a changed octet does no harm")
    func damage() {
        let whole = [
            Self.png(Self.header(2, 2), [Self.chunk("PLTE", [1, 2, 3])]),
            Self.jpeg([Self.segment(0xDB, [0, 1]), Self.segment(0xC0, Self.frame(2, 2))]),
        ]
        for octets in whole {
            #expect(CleanPicture(octets) != nil)
            for count in 0..<octets.count {
                #expect(CleanPicture(Array(octets[..<count])) == nil)
                for value in [UInt8(0), 0x7F, 0xFF] {
                    var changed = octets
                    changed[count] = value
                    let clean = CleanPicture(changed)
                    #expect((clean?.octets.count ?? 0) <= changed.count)
                }
            }
        }
    }

    @Test("A picture is uploaded, replaced and removed, and strangers don't see it")
    func upload() async throws {
        try await TestServer.runSignedIn { visitor in
            let octets = Self.png(Self.header(64, 64), [Self.chunk("tEXt", [1])])
            func put(_ octets: [UInt8]) async throws -> TestResponse {
                try await visitor.client.execute(
                    uri: "/api/v1/account/picture",
                    method: .put,
                    headers: [.cookie: visitor.cookie],
                    body: ByteBuffer(bytes: octets)
                ) { $0 }
            }
            let first = try #require(try await put(octets).json["picture"]?.text)
            let shown = try await visitor.request(.get, first)
            #expect(shown.headers[.contentType] == "image/png")
            #expect(shown.headers[.xContentTypeOptions] == "nosniff")
            #expect(shown.headers[.cacheControl] == "private, max-age=3600")
            #expect(Array(shown.body.readableBytesView) == Self.png(Self.header(64, 64)))
            let second = try await put(Self.png(Self.header(32, 32))).json["picture"]?.text
            #expect(second != first)
            #expect(
                try await visitor.request(.get, "/api/v1/account").json["picture"]?.text == second
            )
            let session = try await visitor.request(.get, "/api/v1/session").json
            #expect(session["account"]?["picture"]?.text == second)

            let ben = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            let nobody = String(repeating: "0", count: 32)
            // Of somebody who isn't a fellow member, of no account, and of one without a picture.
            for path in [first, "/api/v1/accounts/\(nobody)/picture", ben.picturePath] {
                let answer = try await ben.request(.get, path)
                #expect(answer.status == .notFound)
                #expect(answer.problem == "/problems/not-found")
            }

            let large = [UInt8](repeating: 0, count: Limits.pictureBytesMax + 1)
            #expect(try await put(large).problem == "/problems/too-large")
            #expect(try await put([1, 2, 3]).problem == "/problems/not-valid")
            #expect(
                try await visitor.request(.delete, "/api/v1/account/picture").status == .noContent
            )
            #expect(try await visitor.request(.get, first).status == .notFound)
        }
    }
}

extension Visitor {
    fileprivate var picturePath: String { "/api/v1/accounts/\(account.id.text)/picture" }
}
