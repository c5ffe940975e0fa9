/// Collects a zone's transitions, storing each kind of local time once.
struct ZoneTableBuilder {
    private var starts: [Int64] = []
    private var kinds: [UInt16] = []
    private var localTimes: [ZoneTable.LocalTime] = []

    /// The index of a kind of local time, which is added if it is new.
    mutating func kind(offset: Int, abbreviation: String) -> UInt16 {
        let limit = Int(Limits.offsetSecondsMax)
        let clamped = Int32(min(max(offset, -limit), limit))
        let name = abbreviation.utf8.isEmpty ? Self.name(offset: Int(clamped)) : abbreviation
        let known = localTimes.firstIndex { time in
            time.offset == clamped && time.abbreviation.utf8.elementsEqual(name.utf8)
        }
        if let known { return UInt16(known) }
        // There is at most one kind more than there are transitions, so the index fits.
        localTimes.append(ZoneTable.LocalTime(offset: clamped, abbreviation: name))
        return UInt16(localTimes.count - 1)
    }

    /// Appends a transition that is not earlier than the last one.
    mutating func append(_ transition: Zone.Transition) {
        let kind = kind(
            offset: transition.offsetSeconds,
            abbreviation: transition.abbreviation
        )
        if starts.last == transition.instant.secondsSinceEpoch {
            kinds[kinds.count - 1] = kind
            return
        }
        starts.append(transition.instant.secondsSinceEpoch)
        kinds.append(kind)
    }

    func table(initialKind: UInt16, tail: PosixRule?, cycle: Zone.Cycle?) -> ZoneTable {
        var turn: Range<Int64>?
        if let cycle { turn = self.turn(of: cycle) }
        let end = turn?.upperBound ?? .max
        let count = starts.firstIndex { $0 >= end } ?? starts.count
        return ZoneTable(
            starts: Array(starts[..<count]),
            kinds: Array(kinds[..<count]),
            localTimes: localTimes,
            initialKind: initialKind,
            tail: tail,
            turn: turn
        )
    }

    /// The first round of a cycle, from its first transition on; nil if it has none.
    private func turn(of cycle: Zone.Cycle) -> Range<Int64>? {
        let first = CivilDate(year: cycle.startYear, month: 1, day: 1) ?? .max
        let start = CivilDateTime(date: first, time: .midnight).secondsSinceEpoch
        let length = Int64(cycle.years / 400 * 146_097) * 86_400
        guard let base = starts.first(where: { $0 >= start }), base < start + length
        else { return nil }
        return base..<(base + length)
    }

    /// An offset written as tzdata does when people have no name for it: `+01`, `-0330`, `UTC`.
    private static func name(offset: Int) -> String {
        if offset == 0 { return "UTC" }
        var bytes: [UInt8] = [offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
        let seconds = abs(offset)
        Digits.append(seconds / 3_600, width: 2, to: &bytes)
        if seconds % 3_600 != 0 { Digits.append(seconds / 60 % 60, width: 2, to: &bytes) }
        if seconds % 60 != 0 { Digits.append(seconds % 60, width: 2, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
