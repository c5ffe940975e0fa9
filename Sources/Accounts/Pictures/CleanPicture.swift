import ServerBase
import Store

/// A picture, rewritten without metadata.
///
/// The server needs no image decoder: the page scales pictures down, and the server only rebuilds the
/// container. That drops locations, dates, camera models, previews and trailing data.
struct CleanPicture: Hashable {
    let type: String
    let octets: [UInt8]

    /// Accepts only PNG and JPEG with limited width and height.
    init?(_ octets: [UInt8]) {
        if let png = PNGFile.cleaned(octets) {
            self.init(type: "image/png", octets: png)
        } else if let jpeg = JPEGFile.cleaned(octets) {
            self.init(type: "image/jpeg", octets: jpeg)
        } else {
            return nil
        }
    }

    private init(type: String, octets: [UInt8]) {
        self.type = type
        self.octets = octets
    }

    static func isAllowed(side: Int) -> Bool { (1...Limits.pictureSidesMax).contains(side) }
}

/// Reads bytes from front to back, never past the end.
struct OctetReader {
    private let octets: [UInt8]
    private(set) var position = 0

    init(_ octets: [UInt8]) { self.octets = octets }

    var isAtEnd: Bool { position == octets.count }

    mutating func octet() -> UInt8? {
        guard position < octets.count else { return nil }
        position += 1
        return octets[position - 1]
    }

    mutating func octets(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= octets.count - position else { return nil }
        position += count
        return Array(octets[position - count..<position])
    }

    /// A big-endian number.
    mutating func number(octetCount: Int) -> Int? {
        octets(octetCount)?.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func stepBack() { position -= 1 }
}
