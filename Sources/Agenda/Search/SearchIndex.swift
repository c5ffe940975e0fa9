import ICalendar

/// The folded texts of many events in one array, so that a search is one walk over its bytes.
///
/// A removed text leaves a hole. When holes take up half of the array, they are closed.
struct SearchIndex: Sendable {
    /// The text of one event: where it is in the array, and which event it belongs to.
    struct Entry: Sendable {
        fileprivate(set) var start: Int32
        fileprivate(set) var end: Int32
        /// The slot of the object in the agenda; negative once the text is removed.
        fileprivate(set) var slot: Int32
        /// The number of the object's master that it belongs to.
        let masterIndex: Int32
        /// 0 for the master; from 1 for its overrides.
        let part: Int32

        /// Whether both belong to the same master.
        func isOfSameEvent(as other: Entry) -> Bool {
            slot == other.slot && masterIndex == other.masterIndex
        }
    }

    /// The texts, each after a zero byte, which no text contains.
    private var octets: [UInt8] = []
    /// In the order of the octets; those of one object are next to each other.
    private var entries: [Entry] = []
    /// For each slot, its first entry (negative if there is none yet) and the number of its
    /// entries.
    private var firsts: [Int32] = []
    private var counts: [Int32] = []
    /// The number of octets that belong to removed texts.
    private var holeOctets = 0

    /// Whether the texts of an object are in the index.
    func has(_ slot: Int) -> Bool { slot < firsts.count && firsts[slot] >= 0 }

    /// Folds and adds the texts of an object.
    ///
    /// Those of an earlier object in its slot must have been removed.
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
                // `Series` leaves out cancelled overrides too, and their numbers have to agree.
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

    /// Adds the texts of an event that are searched, one per line so that no word spans two.
    private mutating func add(_ event: Component, _ slot: Int, masterIndex: Int, part: Int) {
        octets.append(0)
        let start = octets.count
        var guestsLeft = Limits.attendeesShownMax + 1
        for case .property(let property) in event.nodes {
            switch property.knownName {
            case .summary, .location, .url, .categories: add(property.textOctets, after: start)
            case .description:
                add(HTMLText.words(of: property.textOctets, isHTML: false), after: start)
            case nil where property.hasName("X-ALT-DESC"):
                add(HTMLText.words(of: property.textOctets, isHTML: true), after: start)
            case .attendee, .organizer:
                guard guestsLeft > 0 else { break }
                guestsLeft -= 1
                if let name = property.parameter("CN") { add(Array(name.utf8)[...], after: start) }
                add(property.mailAddress, after: start)
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

    /// Adds one text of the event whose texts begin at `start`, in a line of its own.
    private mutating func add(_ text: ArraySlice<UInt8>, after start: Int) {
        guard !text.isEmpty else { return }
        if octets.count > start { octets.append(0x0A) }
        FoldedText.fold(text, into: &octets)
    }

    /// Removes the texts of an object, if they are in the index.
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

    /// Whether two texts are the same except for case and accents.
    func isSameText(_ one: Entry, _ other: Entry) -> Bool {
        let text = octets[Int(other.start)..<Int(other.end)]
        return octets[Int(one.start)..<Int(one.end)].elementsEqual(text)
    }

    /// The texts that contain all the words, in the order of the octets.
    func entries(having words: [[UInt8]]) -> [Entry] {
        // The longest word is usually the rarest, so the others are only looked for in texts that
        // have it.
        guard let longest = words.max(by: { $0.count < $1.count }), !longest.isEmpty else {
            return []
        }
        let rarestWord = SearchWord(longest)
        let others = words.filter { $0 != longest }.map { SearchWord($0) }
        var found: [Entry] = []
        var from = 0
        var place = 0
        while let hit = rarestWord.first(in: octets, from: from, to: octets.count) {
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

extension SearchIndex {
    /// The texts that contain all the words if one wrong letter in each long one is forgiven.
    func entries(near words: [[UInt8]]) -> [Entry] {
        guard words.contains(where: { NearWord.isLongEnough($0) }) else { return [] }
        // Words too short to be forgiven are the fastest to look for, so they come first.
        let exact = words.filter { !NearWord.isLongEnough($0) }.map { SearchWord($0) }
        let near = words.filter { NearWord.isLongEnough($0) }.map { NearWord($0) }
        return entries.filter { entry in
            entry.slot >= 0 && exact.allSatisfy { $0.isIn(octets, entry) }
                && near.allSatisfy { $0.isIn(octets, from: Int(entry.start), to: Int(entry.end)) }
        }
    }
}

extension Property {
    /// The e-mail address of a guest or an organizer; empty for other kinds of address, which mean
    /// nothing to people.
    fileprivate var mailAddress: ArraySlice<UInt8> {
        let address = valueOctets
        let scheme = "mailto:".utf8
        guard address.count > scheme.count,
            zip(address, scheme).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return [] }
        return address.dropFirst(scheme.count)
    }
}

/// A word to search for, found by its rarest octet.
private struct SearchWord {
    private let word: [UInt8]
    private let rarest: UInt8
    /// The index of the rarest octet in the word.
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

    /// Roughly how common an octet is in texts of European languages; greater is more common.
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

    /// The first index between `from` and `to` at which the word begins.
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
