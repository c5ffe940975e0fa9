import ICalendar
import Store

/// What a feed says of each of its events, as numbers that change with their texts.
///
/// What is as it was needn't be read again. Equal numbers mean equal texts only within one process, and
/// only as good as certainly.
struct FeedOutline: Hashable, Sendable {
    /// A UID as the feed writes it: the whole line.
    typealias UIDLine = [UInt8]

    /// Of everything around the events, such as time zones.
    fileprivate(set) var frame = 0
    fileprivate(set) var events: [UIDLine: Int] = [:]

    /// Whether what is around the events is as in another outline.
    func hasSameFrame(as other: FeedOutline) -> Bool { frame == other.frame }

    /// The events that another outline says something else of, or doesn't have.
    func changed(since other: FeedOutline) -> Set<UIDLine> {
        Set(events.lazy.filter { other.events[$0.key] != $0.value }.map(\.key))
    }

    /// The UIDs that some lines say.
    static func uids(_ lines: some Sequence<UIDLine>) -> [String] {
        lines.compactMap { line in
            let text = Array("BEGIN:VEVENT\r\n".utf8) + line + Array("\r\nEND:VEVENT\r\n".utf8)
            return CalendarText.parse(text).components.first?.first(.uid)?.textValue
        }
    }
}

/// Divides a feed into its events and what is around them, without reading either.
struct FeedScan {
    private(set) var outline = FeedOutline()
    private let octets: [UInt8]
    /// The events, each with the line of its UID.
    private var blocks: [(uid: FeedOutline.UIDLine, range: Range<Int>)] = []

    /// Nil if some event has no UID, or if there are too many.
    init?(_ octets: [UInt8]) {
        self.octets = octets
        var scanner = Scanner()
        let isWhole = octets.withUnsafeBufferPointer { buffer in
            scanner.scan(buffer)
        }
        guard isWhole, scanner.blocks.count <= Limits.sourceEventsMax else { return nil }
        blocks = scanner.blocks.map { ($0.uid, $0.range) }
        outline.frame = scanner.frame.finalize()
        for block in scanner.blocks {
            var hasher = Hasher()
            hasher.combine(outline.events[block.uid] ?? 0)
            hasher.combine(block.number)
            outline.events[block.uid] = hasher.finalize()
        }
    }

    /// The feed with only some of its events.
    func with(_ wanted: Set<FeedOutline.UIDLine>) -> [UInt8] {
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
            var uid: FeedOutline.UIDLine
            var range: Range<Int>
            var number: Int
        }

        private(set) var blocks: [Block] = []
        private(set) var frame = Hasher()
        private var depth = 0
        private var block: (start: Int, uid: FeedOutline.UIDLine, hasher: Hasher)?
        private var isSkipping = false
        private var isUID = false

        /// Returns false if it can't be divided.
        mutating func scan(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
            var start = 0
            while start < octets.count {
                var end = start
                while end < octets.count, octets[end] != 0x0A { end += 1 }
                let next = min(end + 1, octets.count)
                if end > start, octets[end - 1] == 0x0D { end -= 1 }
                let line = UnsafeBufferPointer(rebasing: octets[start..<end])
                guard take(line, from: start, to: next) else { return false }
                start = next
            }
            return depth == 0 && block == nil
        }

        private mutating func take(
            _ line: UnsafeBufferPointer<UInt8>,
            from start: Int,
            to end: Int
        ) -> Bool {
            let isContinued = line.first == 0x20 || line.first == 0x09
            if isContinued {
                if isUID { block?.uid += [0x0D, 0x0A] + Array(line) }
            } else if Self.begins(line, "BEGIN:") {
                depth += 1
                if depth == 2, !Self.begins(line, "BEGIN:VTIMEZONE") {
                    block = (start, [], Hasher())
                }
            } else if Self.begins(line, "END:") {
                depth -= 1
                guard depth >= 0 else { return false }
                if depth == 1, let ended = block {
                    guard !ended.uid.isEmpty else { return false }
                    blocks.append(
                        Block(
                            uid: ended.uid,
                            range: ended.start..<end,
                            number: ended.hasher.finalize()
                        )
                    )
                    block = nil
                    return true
                }
            }
            if !isContinued { begin(line) }
            guard !isSkipping else { return true }
            if block == nil {
                frame.combine(bytes: UnsafeRawBufferPointer(line))
                frame.combine(0 as UInt8)
            } else {
                block?.hasher.combine(bytes: UnsafeRawBufferPointer(line))
                block?.hasher.combine(0 as UInt8)
            }
            return true
        }

        /// Notes what kind of property begins.
        private mutating func begin(_ line: UnsafeBufferPointer<UInt8>) {
            isUID = block != nil && depth == 2 && Self.isProperty(line, "UID")
            if isUID { block?.uid = Array(line) }
            isSkipping =
                isUID
                || block != nil && depth == 2
                    && ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"].contains {
                        Self.isProperty(line, $0)
                    }
        }

        private static func isProperty(
            _ line: UnsafeBufferPointer<UInt8>,
            _ name: StaticString
        ) -> Bool {
            let count = name.utf8CodeUnitCount
            guard line.count > count, line[count] == 0x3A || line[count] == 0x3B else {
                return false
            }
            return begins(line, name)
        }

        /// Whether a line begins with a word, which is in capitals here and in either case there.
        private static func begins(
            _ line: UnsafeBufferPointer<UInt8>,
            _ word: StaticString
        ) -> Bool {
            guard line.count >= word.utf8CodeUnitCount else { return false }
            for index in 0..<word.utf8CodeUnitCount {
                let octet = line[index]
                let capital = 0x61...0x7A ~= octet ? octet - 0x20 : octet
                guard capital == word.utf8Start[index] else { return false }
            }
            return true
        }
    }
}

/// The outlines of feeds as they were read last, for as long as there is room.
actor FeedOutlines {
    private struct Kept {
        let outline: FeedOutline
        /// The source as it was then: with another address, say, everything is read.
        let address: String
        let keepsReminders: Bool
        let runNumber: Int64
    }

    private var kept: [Store.CalendarID: Kept] = [:]
    private var eventCount = 0

    /// Takes out the outline of the reading before this one; nil if something else happened since.
    func take(for run: SourceRun) -> FeedOutline? {
        guard let found = kept.removeValue(forKey: run.source.calendar) else { return nil }
        eventCount -= found.outline.events.count
        let isLast =
            found.runNumber == run.number - 1 && found.address == run.source.address
            && found.keepsReminders == run.source.keepsReminders
        return isLast ? found.outline : nil
    }

    /// Keeps the outline of what a reading has stored.
    func keep(_ outline: FeedOutline, after run: SourceRun) {
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
