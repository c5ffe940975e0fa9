import ICalendar
import ServerBase
import Store

/// What a feed says of each of its events, as numbers that change with their texts.
///
/// What is as it was needn't be read again. That holds only where each event stands for itself, under the UID that
/// it has in the calendar: of any other feed all is read each time.
struct FeedOutline: Hashable, Sendable {
    /// A UID as the feed writes it, unfolded and without blanks around it.
    typealias UIDOctets = [UInt8]

    /// Of everything around the events, such as time zones.
    fileprivate(set) var frame = UInt64(0)
    fileprivate(set) var events: [UIDOctets: UInt64] = [:]

    /// Whether what is around the events is as in another outline.
    func hasSameFrame(as other: FeedOutline) -> Bool { frame == other.frame }

    /// The events that another outline says something else of, or doesn't have.
    func changed(since other: FeedOutline) -> Set<UIDOctets> {
        Set(events.lazy.filter { other.events[$0.key] != $0.value }.map(\.key))
    }

    /// The UIDs that are written so.
    static func uids(_ written: some Sequence<UIDOctets>) -> [String] {
        written.compactMap { uid in
            let text =
                Array("BEGIN:VEVENT\r\nUID:".utf8) + uid + Array("\r\nEND:VEVENT\r\n".utf8)
            return CalendarText.parse(text).components.first?.first(.uid)?.textValue
        }
    }
}

/// Divides a feed into its events and what is around them, without reading either.
struct FeedScan {
    private(set) var outline = FeedOutline()
    private let octets: [UInt8]
    /// The events, each with its UID.
    private var blocks: [(uid: FeedOutline.UIDOctets, range: Range<Int>)] = []

    /// Nil if there are too many events, if some event has no UID or an unusual one, or if two describe the same:
    /// which of them counts, and under which UID, depends on both.
    init?(_ octets: [UInt8]) {
        self.octets = octets
        var scanner = Scanner(octets: octets)
        guard scanner.scan(), scanner.blocks.count <= Limits.externalEventsMax else { return nil }
        blocks = scanner.blocks.map { ($0.uid, $0.range) }
        outline.frame = scanner.frame.value
        var described: Set<[UInt8]> = []
        for block in scanner.blocks {
            let what = block.uid + [0x0A] + block.occurrence
            guard described.insert(what).inserted else { return nil }
            var digest = FeedDigest()
            digest.add(outline.events[block.uid] ?? 0)
            digest.add(block.digest.value)
            outline.events[block.uid] = digest.value
        }
    }

    /// The feed with only some of its events.
    func with(_ wanted: Set<FeedOutline.UIDOctets>) -> [UInt8] {
        var kept: [UInt8] = []
        var place = 0
        for block in blocks where !wanted.contains(block.uid) {
            kept += octets[place..<block.range.lowerBound]
            place = block.range.upperBound
        }
        return kept + octets[place...]
    }

    private struct Scanner {
        struct Block {
            var uid: FeedOutline.UIDOctets = []
            /// The time of the occurrence that it replaces, without its zone; empty for a series.
            var occurrence: [UInt8] = []
            var range: Range<Int>
            var digest = FeedDigest()
        }

        /// A property that tells what an event describes.
        private enum Part {
            case uid
            case occurrence
        }

        let octets: [UInt8]
        private(set) var blocks: [Block] = []
        private(set) var frame = FeedDigest()
        private var depth = 0
        private var calendarCount = 0
        private var block: Block?
        private var isSkipping = false
        /// What the line that is being read tells.
        private var part: Part?

        init(octets: [UInt8]) { self.octets = octets }

        /// Returns false if it can't be divided.
        mutating func scan() -> Bool {
            var start = 0
            while start < octets.count {
                var end = start
                while end < octets.count, octets[end] != 0x0A { end += 1 }
                let next = min(end + 1, octets.count)
                if end > start, octets[end - 1] == 0x0D { end -= 1 }
                guard take(start..<end, next: next) else { return false }
                start = next
            }
            return depth == 0 && block == nil
        }

        /// Takes a line; the next one begins at a place.
        private mutating func take(_ line: Range<Int>, next: Int) -> Bool {
            let isContinued =
                !line.isEmpty
                && (octets[line.lowerBound] == 0x20 || octets[line.lowerBound] == 0x09)
            if isContinued {
                add(line.dropFirst())
            } else if begins(line, Self.begin) {
                depth += 1
                if depth == 1 { calendarCount += 1 }
                // Each calendar of a file may describe the same zone in another way.
                guard calendarCount < 2 else { return false }
                if depth == 2, !begins(line, Self.beginZone) { block = Block(range: line) }
            } else if begins(line, Self.end) {
                depth -= 1
                guard depth >= 0 else { return false }
                if depth == 1, let ended = block {
                    return end(ended, at: next)
                }
            }
            guard isContinued || begin(line) else { return false }
            guard !isSkipping else { return true }
            if block == nil {
                frame.add(octets, line)
            } else {
                block?.digest.add(octets, line)
            }
            return true
        }

        /// Ends an event; returns false if it has no UID.
        private mutating func end(_ ended: Block, at place: Int) -> Bool {
            var ended = ended
            ended.range = ended.range.lowerBound..<place
            ended.uid = Self.trimmed(ended.uid)
            // Behind the last colon, which no parameter of it comes after.
            let time = ended.occurrence.lastIndex(of: 0x3A).map { ended.occurrence[($0 + 1)...] }
            ended.occurrence = Self.trimmed(Array(time ?? []))
            blocks.append(ended)
            block = nil
            return !ended.uid.isEmpty
        }

        /// Notes what kind of property begins; returns false for a second UID, or one with parameters.
        private mutating func begin(_ line: Range<Int>) -> Bool {
            part = nil
            isSkipping = false
            guard let block, depth == 2 else { return true }
            if isProperty(line, Self.uid) {
                let value = line.dropFirst(Self.uid.count)
                guard block.uid.isEmpty, octets[value.lowerBound] == 0x3A else { return false }
                (part, isSkipping) = (.uid, true)
                add(value.dropFirst())
            } else if isProperty(line, Self.recurrenceID) {
                part = .occurrence
                add(line)
            } else {
                isSkipping = Self.stamps.contains { isProperty(line, $0) }
            }
            return true
        }

        /// Adds a part of a line to what it tells.
        private mutating func add(_ range: Range<Int>) {
            switch part {
            case nil: break
            case .uid: block?.uid += octets[range]
            case .occurrence: block?.occurrence += octets[range]
            }
        }

        private static func trimmed(_ text: [UInt8]) -> [UInt8] {
            let isBlank = { (octet: UInt8) in octet == 0x20 || octet == 0x09 }
            let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
            return Array(text[..<end].drop(while: isBlank))
        }

        private static let begin = Array("BEGIN:".utf8)
        private static let beginZone = Array("BEGIN:VTIMEZONE".utf8)
        private static let end = Array("END:".utf8)
        private static let uid = Array("UID".utf8)
        private static let recurrenceID = Array("RECURRENCE-ID".utf8)
        private static let stamps = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"].map {
            Array($0.utf8)
        }

        private func isProperty(_ line: Range<Int>, _ name: [UInt8]) -> Bool {
            guard line.count > name.count else { return false }
            let mark = octets[line.lowerBound + name.count]
            return (mark == 0x3A || mark == 0x3B) && begins(line, name)
        }

        /// Whether a line begins with a word, which is in capitals here and in either case there.
        private func begins(_ line: Range<Int>, _ word: [UInt8]) -> Bool {
            guard line.count >= word.count else { return false }
            for index in 0..<word.count {
                let octet = octets[line.lowerBound + index]
                guard octet == word[index] || octet & 0xDF == word[index] && octet >= 0x61 else {
                    return false
                }
            }
            return true
        }
    }
}

/// A number that changes with the octets that went into it (FNV-1a).
///
/// A publisher who makes two texts with the same number only hides a change from their own readers.
struct FeedDigest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ octets: [UInt8], _ range: Range<Int>) {
        var value = value
        for index in range { value = (value ^ UInt64(octets[index])) &* 0x100_0000_01B3 }
        self.value = (value ^ 0x0A) &* 0x100_0000_01B3
    }

    mutating func add(_ number: UInt64) {
        value = (value ^ number) &* 0x100_0000_01B3
        value ^= value >> 29
    }
}

/// The outlines of feeds as they were read last, for as long as there is room.
actor FeedOutlines {
    private struct Kept {
        let outline: FeedOutline
        /// The calendar as it was then: with another address, say, everything is read.
        let address: String
        let keepsReminders: Bool
        let runNumber: Int64
    }

    private var kept: [Store.CalendarID: Kept] = [:]
    private var eventCount = 0

    /// Takes out the outline of the reading before this one; nil if something else happened since.
    func take(for run: ReadingRun) -> FeedOutline? {
        guard let found = kept.removeValue(forKey: run.source.calendar) else { return nil }
        eventCount -= found.outline.events.count
        let isLast =
            found.runNumber == run.number - 1 && found.address == run.source.address
            && found.keepsReminders == run.source.keepsReminders
        return isLast ? found.outline : nil
    }

    /// Keeps the outline of what a reading has stored.
    func keep(_ outline: FeedOutline, after run: ReadingRun) {
        guard outline.events.count <= Limits.feedOutlineEventsMax else { return }
        if eventCount + outline.events.count > Limits.feedOutlineEventsMax {
            kept.removeAll()
            eventCount = 0
        }
        if let old = kept[run.source.calendar] { eventCount -= old.outline.events.count }
        kept[run.source.calendar] = Kept(
            outline: outline,
            address: run.source.address,
            keepsReminders: run.source.keepsReminders,
            runNumber: run.number
        )
        eventCount += outline.events.count
    }
}
