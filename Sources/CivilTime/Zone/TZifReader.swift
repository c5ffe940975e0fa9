/// Reads TZif version 2 or later: the 64-bit block and the footer (RFC 8536 section 3).
struct TZifReader {
    private let octets: [UInt8]
    private var position = 0

    /// The counts of a header, in file order.
    private struct Header {
        let utcIndicators: Int
        let standardIndicators: Int
        let leapSeconds: Int
        let transitions: Int
        let localTimes: Int
        let characters: Int

        func blockLength(timeLength: Int) -> Int {
            transitions * (timeLength + 1) + localTimes * 6 + characters
                + leapSeconds * (timeLength + 4) + standardIndicators + utcIndicators
        }
    }

    init(_ octets: [UInt8]) {
        self.octets = octets
    }

    mutating func readTable() throws(TZifError) -> ZoneTable {
        guard octets.count <= Limits.tzifLengthMax else { throw .tooLarge }
        let first = try readHeader()
        try skip(first.blockLength(timeLength: 4))
        let header = try readHeader()
        guard header.leapSeconds == 0 else { throw .leapSeconds }
        guard header.localTimes >= 1, header.characters >= 1 else { throw .invalidValue }
        let starts = try readStarts(header)
        let kinds = try readKinds(header)
        let localTimes = try readLocalTimes(header)
        try skip(header.standardIndicators + header.utcIndicators)
        let tail = try readFooter()
        return ZoneTable(
            starts: starts,
            kinds: kinds,
            localTimes: localTimes,
            initialKind: 0,
            tail: tail
        )
    }

    private mutating func readHeader() throws(TZifError) -> Header {
        guard octets.count - position >= 4,
            octets[position..<position + 4].elementsEqual([0x54, 0x5A, 0x69, 0x66])
        else { throw .notTZif }
        guard octets.count - position >= 44 else { throw .truncated }
        guard octets[position + 4] >= UInt8(ascii: "2") else { throw .unsupportedVersion }
        position += 20
        let header = Header(
            utcIndicators: try readCount(),
            standardIndicators: try readCount(),
            leapSeconds: try readCount(),
            transitions: try readCount(),
            localTimes: try readCount(),
            characters: try readCount()
        )
        guard header.transitions <= Limits.transitionsMax,
            header.localTimes <= Limits.localTimesMax
        else { throw .tooLarge }
        return header
    }

    private mutating func readStarts(_ header: Header) throws(TZifError) -> [Int64] {
        var starts: [Int64] = []
        starts.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions {
            let start = Int64(bitPattern: try readNumber(8))
            if let last = starts.last, start <= last { throw .unsortedTransitions }
            starts.append(start)
        }
        return starts
    }

    private mutating func readKinds(_ header: Header) throws(TZifError) -> [UInt16] {
        var kinds: [UInt16] = []
        kinds.reserveCapacity(header.transitions)
        for _ in 0..<header.transitions {
            let kind = try readNumber(1)
            guard kind < header.localTimes else { throw .invalidValue }
            kinds.append(UInt16(kind))
        }
        return kinds
    }

    private mutating func readLocalTimes(
        _ header: Header
    ) throws(TZifError) -> [ZoneTable.LocalTime] {
        let names = position + header.localTimes * 6
        let namesEnd = names + header.characters
        guard namesEnd <= octets.count else { throw .truncated }
        var times: [ZoneTable.LocalTime] = []
        for _ in 0..<header.localTimes {
            let offset = Int32(truncatingIfNeeded: try readNumber(4))
            _ = try readNumber(1)
            let index = names + Int(try readNumber(1))
            guard abs(Int64(offset)) <= Limits.offsetSecondsMax, index < namesEnd,
                let end = octets[index..<namesEnd].firstIndex(of: 0)
            else { throw .invalidValue }
            let name = String(decoding: octets[index..<end], as: UTF8.self)
            times.append(ZoneTable.LocalTime(offset: offset, abbreviation: name))
        }
        position = namesEnd
        return times
    }

    /// Reads the rule between two line feeds; nil if nothing is between them.
    private mutating func readFooter() throws(TZifError) -> PosixRule? {
        guard position < octets.count else { throw .truncated }
        guard octets[position] == 0x0A else { throw .invalidFooter }
        let rest = octets[(position + 1)...]
        guard let end = rest.firstIndex(of: 0x0A) else { throw .truncated }
        let text = rest[..<end]
        if text.isEmpty { return nil }
        guard let rule = PosixRule(ascii: text) else { throw .invalidFooter }
        return rule
    }

    private mutating func readCount() throws(TZifError) -> Int {
        let count = try readNumber(4)
        // No list is longer than the file. This check also keeps the sums below from overflowing.
        guard count <= UInt64(Limits.tzifLengthMax) else { throw .truncated }
        return Int(count)
    }

    private mutating func readNumber(_ length: Int) throws(TZifError) -> UInt64 {
        guard octets.count - position >= length else { throw .truncated }
        var number: UInt64 = 0
        for _ in 0..<length {
            number = number << 8 | UInt64(octets[position])
            position += 1
        }
        return number
    }

    private mutating func skip(_ length: Int) throws(TZifError) {
        guard octets.count - position >= length else { throw .truncated }
        position += length
    }
}

extension Zone {
    /// Reads a TZif file of version 2 or later, as installed by tzdata.
    ///
    /// The 64-bit block gives the listed transitions, the footer the rule for all later years.
    public init(id: ZoneID, tzif octets: [UInt8]) throws(TZifError) {
        var reader = TZifReader(octets)
        self.init(id: id, table: try reader.readTable())
    }
}
