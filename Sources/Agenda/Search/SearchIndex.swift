import ICalendar

/// The folded texts of many events in one piece of memory, so that looking through all of them is
/// one walk over octets.
///
/// A text that is taken out leaves a hole, and when half of it all is holes they are closed.
struct SearchIndex: Sendable {
    /// An event's text, and whose it is.
    struct Entry: Sendable {
        fileprivate(set) var start: Int32
        fileprivate(set) var end: Int32
        /// The place of the object in the agenda; negative when the text was taken out.
        fileprivate(set) var slot: Int32
        /// Which of the object's events it is of.
        let masterIndex: Int32
        /// 0 for the master, from 1 on the overrides.
        let part: Int32

        /// Whether two are the master and the overrides of one event.
        func isOfSameEvent(as other: Entry) -> Bool {
            slot == other.slot && masterIndex == other.masterIndex
        }
    }

    /// The texts, each behind a zero, which no text has in it.
    private var octets: [UInt8] = []
    /// In the order of the octets; those of an object stand together.
    private var entries: [Entry] = []
    /// By slot the first entry, negative when there is none yet, and how many there are.
    private var firsts: [Int32] = []
    private var counts: [Int32] = []
    /// How many octets belong to texts that were taken out.
    private var holeOctets = 0

    /// Whether the texts of an object are there.
    func has(_ slot: Int) -> Bool { slot < firsts.count && firsts[slot] >= 0 }

    /// Folds the texts of an object and puts them in; those of another one at its place must have
    /// been taken out.
    mutating func add(_ object: Component, slot: Int) {
        while firsts.count <= slot {
            firsts.append(-1)
            counts.append(0)
        }
        firsts[slot] = Int32(entries.count)
        var masters: [Component] = []
        var overrides: [Component] = []
        for case .component(let component) in object.nodes {
            guard let event = EventProperties(component) else { continue }
            if event.recurrenceID == nil {
                masters.append(component)
            } else if event.status != .cancelled {
                // The same overrides as a series has: cancelled ones are no events.
                overrides.append(component)
            }
        }
        if let master = masters.first { add(master, slot, masterIndex: 0, part: 0) }
        for (place, override) in overrides.enumerated() {
            add(override, slot, masterIndex: 0, part: place + 1)
        }
        for (masterIndex, master) in masters.enumerated().dropFirst() {
            add(master, slot, masterIndex: masterIndex, part: 0)
        }
        counts[slot] = Int32(entries.count) - firsts[slot]
    }

    /// What of an event is searched, a line each, so that no word reaches over two.
    private mutating func add(_ event: Component, _ slot: Int, masterIndex: Int, part: Int) {
        octets.append(0)
        let start = octets.count
        for case .property(let property) in event.nodes {
            switch property.knownName {
            case .summary, .location, .description, .url, .categories:
                if octets.count > start { octets.append(0x0A) }
                FoldedText.fold(property.textOctets, into: &octets)
            default: break
            }
        }
        entries.append(
            Entry(
                start: Int32(start),
                end: Int32(octets.count),
                slot: Int32(slot),
                masterIndex: Int32(masterIndex),
                part: Int32(part)
            )
        )
    }

    /// Takes the texts of an object out, if they are there.
    mutating func remove(_ slot: Int) {
        guard has(slot) else { return }
        let first = Int(firsts[slot])
        for place in first..<(first + Int(counts[slot])) {
            entries[place].slot = -1
            holeOctets += Int(entries[place].end - entries[place].start) + 1
        }
        firsts[slot] = -1
        counts[slot] = 0
        if holeOctets > octets.count / 2 { closeHoles() }
    }

    private mutating func closeHoles() {
        var kept = SearchIndex()
        kept.firsts = Array(repeating: -1, count: firsts.count)
        kept.counts = counts
        for entry in entries where entry.slot >= 0 {
            kept.octets.append(0)
            var moved = entry
            moved.start = Int32(kept.octets.count)
            kept.octets += octets[Int(entry.start)..<Int(entry.end)]
            moved.end = Int32(kept.octets.count)
            let slot = Int(entry.slot)
            if kept.firsts[slot] < 0 { kept.firsts[slot] = Int32(kept.entries.count) }
            kept.entries.append(moved)
        }
        for slot in firsts.indices where firsts[slot] >= 0 && counts[slot] == 0 {
            kept.firsts[slot] = Int32(kept.entries.count)
        }
        self = kept
    }

    // MARK: Looking

    /// Whether two texts are the same, but for case and accents.
    func isSameText(_ one: Entry, _ other: Entry) -> Bool {
        let text = octets[Int(other.start)..<Int(other.end)]
        return octets[Int(one.start)..<Int(one.end)].elementsEqual(text)
    }

    /// The texts that have all the words, in the order of the octets.
    func entries(having words: [[UInt8]]) -> [Entry] {
        // The longest word is the rarest, as a rule; the others are looked for where it is.
        guard let longest = words.max(by: { $0.count < $1.count }), !longest.isEmpty else {
            return []
        }
        let needle = Needle(longest)
        let others = words.filter { $0 != longest }.map { Needle($0) }
        var found: [Entry] = []
        var from = 0
        var place = 0
        while let hit = needle.first(in: octets, from: from, to: octets.count) {
            while entries[place].end <= hit { place += 1 }
            let entry = entries[place]
            if entry.slot >= 0, others.allSatisfy({ $0.isIn(octets, entry) }) {
                found.append(entry)
            }
            from = Int(entry.end)
        }
        return found
    }
}

/// A word that is looked for by its rarest octet.
private struct Needle {
    private let word: [UInt8]
    private let rarest: UInt8
    /// Where in the word its rarest octet is.
    private let offset: Int

    init(_ word: [UInt8]) {
        self.word = word
        var best = 0
        for place in word.indices where Self.rank(word[place]) < Self.rank(word[best]) {
            best = place
        }
        offset = best
        rarest = word[best]
    }

    /// How often an octet is met in texts of European languages, roughly.
    private static func rank(_ octet: UInt8) -> Int {
        guard octet >= 0x61, octet <= 0x7A else { return octet < 0x80 ? 8 : 12 }
        return Self.ranks[Int(octet - 0x61)]
    }

    /// From a to z.
    private static let ranks: [Int] = [
        22, 10, 16, 17, 26, 12, 11, 15, 24, 3, 7, 18, 13, 25, 19, 9, 1, 21, 20, 23, 14, 6, 8, 2,
        5, 4,
    ]

    func isIn(_ octets: [UInt8], _ entry: SearchIndex.Entry) -> Bool {
        first(in: octets, from: Int(entry.start), to: Int(entry.end)) != nil
    }

    /// Where the word begins first at or after a place.
    func first(in octets: [UInt8], from: Int, to: Int) -> Int? {
        var index = from + offset
        let end = to - (word.count - offset - 1)
        while index < end {
            if octets[index] == rarest, matches(octets, at: index - offset) {
                return index - offset
            }
            index += 1
        }
        return nil
    }

    private func matches(_ octets: [UInt8], at start: Int) -> Bool {
        for place in word.indices where octets[start + place] != word[place] { return false }
        return true
    }
}
