/// The container of JPEG (ITU-T T.81, annex B): markers with segments, and scans.
enum JPEGFile {
    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        static let adobe: UInt8 = 0xEE
        /// Baseline, extended and progressive, which every browser shows.
        static let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2]
        /// Quantisation tables, Huffman tables and the restart interval.
        static let tables: Set<UInt8> = [0xC4, 0xDB, 0xDD]
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
        /// Application segments and comments, where cameras write places, dates and names.
        static let metadata = Set<UInt8>(0xE0...0xEF).union([0xFE])
    }

    /// The file without metadata, or nil if it isn't a JPEG.
    static func cleaned(_ octets: [UInt8]) -> [UInt8]? {
        var reader = OctetReader(octets)
        guard reader.octets(2) == [0xFF, Marker.start] else { return nil }
        var out: [UInt8] = [0xFF, Marker.start]
        var frameCount = 0
        var hasScan = false
        while let marker = nextMarker(&reader) {
            if marker == Marker.end {
                return frameCount == 1 && hasScan ? out + [0xFF, marker] : nil
            }
            guard let length = reader.number(octetCount: 2), length >= 2,
                let body = reader.octets(length - 2)
            else { return nil }
            let segment = [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
            switch marker {
            case _ where Marker.frames.contains(marker):
                guard isFrame(body) else { return nil }
                frameCount += 1
                out += segment
            case Marker.scan:
                hasScan = true
                out += segment + scan(&reader)
            case _ where Marker.tables.contains(marker) || isColourHint(marker, body):
                out += segment
            case _ where Marker.metadata.contains(marker):
                break
            default:
                return nil
            }
        }
        return nil
    }

    /// Any number of fill bytes may precede a marker.
    private static func nextMarker(_ reader: inout OctetReader) -> UInt8? {
        guard reader.octet() == 0xFF else { return nil }
        while let octet = reader.octet() {
            if octet != 0xFF { return octet == 0 ? nil : octet }
        }
        return nil
    }

    /// Precision, height, width and number of components: grey or colour, eight bits.
    private static func isFrame(_ body: [UInt8]) -> Bool {
        var reader = OctetReader(body)
        guard reader.octet() == 8, let height = reader.number(octetCount: 2),
            let width = reader.number(octetCount: 2), let components = reader.octet()
        else { return false }
        return CleanPicture.isAllowed(side: height) && CleanPicture.isAllowed(side: width)
            && (components == 1 || components == 3) && body.count == 6 + 3 * Int(components)
    }

    /// Whether a segment says how colours are encoded; without it they would come out wrong.
    private static func isColourHint(_ marker: UInt8, _ body: [UInt8]) -> Bool {
        marker == Marker.adobe && body.count == 12 && body.starts(with: "Adobe".utf8)
    }

    /// The coded bytes up to the next marker that isn't a restart.
    private static func scan(_ reader: inout OctetReader) -> [UInt8] {
        var out: [UInt8] = []
        while let octet = reader.octet() {
            guard octet == 0xFF else {
                out.append(octet)
                continue
            }
            guard let next = reader.octet() else { break }
            guard next == 0 || Marker.restarts.contains(next) else {
                reader.stepBack()
                reader.stepBack()
                break
            }
            out += [octet, next]
        }
        return out
    }
}
