/// The container of PNG (ISO/IEC 15948): a signature and chunks.
enum PNGFile {
    private static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    /// The chunks needed to show the picture.
    ///
    /// Texts, times, profiles and animation are dropped.
    private static let kept: Set<String> = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
    /// The bit depths allowed for each colour type (table 11.1).
    private static let depths: [Int: Set<Int>] = [
        0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
    ]

    /// The file without metadata, or nil if it isn't a PNG.
    static func cleaned(_ octets: [UInt8]) -> [UInt8]? {
        var reader = OctetReader(octets)
        guard reader.octets(signature.count) == signature else { return nil }
        var out = signature
        var isFirst = true
        var hasImage = false
        while let length = reader.number(octetCount: 4), let name = reader.octets(4),
            let body = reader.octets(length), let check = reader.octets(4)
        {
            let kind = String(decoding: name, as: UTF8.self)
            guard isFirst == (kind == "IHDR"), !isFirst || isHeader(body) else { return nil }
            isFirst = false
            hasImage = hasImage || (kind == "IDAT" && length > 0)
            if kept.contains(kind) { out += bigEndian(length) + name + body + check }
            if kind == "IEND" { return hasImage && length == 0 ? out : nil }
        }
        return nil
    }

    /// Width, height, bit depth, colour type, compression, filter and interlace.
    private static func isHeader(_ body: [UInt8]) -> Bool {
        var reader = OctetReader(body)
        guard body.count == 13, let width = reader.number(octetCount: 4),
            let height = reader.number(octetCount: 4), CleanPicture.isAllowed(side: width),
            CleanPicture.isAllowed(side: height)
        else { return false }
        let rest = body[8...].map(Int.init)
        return depths[rest[1]]?.contains(rest[0]) == true && rest[2] == 0 && rest[3] == 0
            && rest[4] <= 1
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
