import Store

/// A picture of somebody, rewritten with nothing in it but what shows it.
///
/// The server has no decoder of pictures, and needs none: the page makes them small, and here the
/// container is taken apart and put together anew. Places, dates, cameras, previews and whatever
/// stands behind the end stay out.
struct CleanPicture: Hashable {
    let type: String
    let octets: [UInt8]

    /// Nothing but a PNG or JPEG of bounded sides is taken.
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

/// Reads octets from front to back, and never past the end.
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

    /// A number with its greatest octet first.
    mutating func number(octetCount: Int) -> Int? {
        octets(octetCount)?.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func stepBack() { position -= 1 }
}
