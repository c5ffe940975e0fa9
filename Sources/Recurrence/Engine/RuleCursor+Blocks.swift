internal import CivilTime

extension RuleCursor {
    /// Fills the first block at or after `begin` that has a match; backward, the last at or before.
    ///
    /// Jumps over blocks on days and hours that don't match, and over those that INTERVAL skips.
    ///
    /// - Returns: False if there is no such block, or if the steps are used up.
    mutating func fillBlock(from begin: Int64, forward: Bool) -> Bool {
        let size = plan.kind.unitsPerBlock
        let step: Int64 = forward ? 1 : -1
        var block = begin
        let end = periodsEnd
        while block <= end, block >= plan.firstPeriod,
            abs(block - begin) <= plan.cyclePeriods, take()
        {
            guard let allowed = allowedBlock(from: block, forward: forward) else { return false }
            block = allowed
            var units = UInt64.max
            if plan.interval > 1 {
                let unit = nearestUnit(of: block, size: size, forward: forward)
                let unitBlock = unit.floorQuotient(size)
                if unitBlock != block {
                    block = unitBlock
                    continue
                }
                units = strides(in: block, size: size, holding: unit)
            }
            if fillUnits(block, units) {
                period = block
                if forward, remaining != .max { count() }
                return true
            }
            block += step
        }
        return false
    }

    /// The rule's first unit in a block or after it; backward, the last one in it or before it.
    ///
    /// Only INTERVAL decides; filters aren't applied.
    private func nearestUnit(of block: Int64, size: Int64, forward: Bool) -> Int64 {
        let edge = (forward ? block * size : block * size + size - 1) - plan.firstUnit
        let quotient = edge.floorQuotient(plan.interval)
        let isHit = quotient * plan.interval == edge
        return plan.firstUnit + (quotient + (forward && !isHit ? 1 : 0)) * plan.interval
    }

    /// The slots of the rule's units in a block; `unit` is one of them.
    private func strides(in block: Int64, size: Int64, holding unit: Int64) -> UInt64 {
        let slot = unit - block * size
        return plan.stride << UInt64(slot % plan.interval)
    }

    /// Sets `bits` to the units that the filters allow; false if that's none.
    private mutating func fillUnits(_ block: Int64, _ units: UInt64) -> Bool {
        // `Int` has 32 bits in WebAssembly, too few for the minutes of late years.
        let perDay = plan.kind.blocksPerDay
        let day = plan.kind == .days ? block * 64 : block.floorQuotient(perDay)
        let ofDay = plan.kind == .days ? 0 : block - day * perDay
        firstDay = Int32(truncatingIfNeeded: day)
        var word = units
        switch plan.kind {
        case .days:
            if !plan.days.isUnlimited { word &= dayWord(from: Int(firstDay)) }
        case .hours:
            word &= plan.clock.hours
        case .minutes:
            baseSecond = Int32(truncatingIfNeeded: ofDay * 3_600)
            word &= plan.clock.minutes
        default:
            baseSecond = Int32(truncatingIfNeeded: ofDay * 60)
            word &= plan.clock.seconds
        }
        bits = DayBits(word: word)
        return word != 0
    }

    /// The first block at or after `block` that may have a match; backward, the last at or before.
    private mutating func allowedBlock(from block: Int64, forward: Bool) -> Int64? {
        guard plan.kind != .days else { return block }
        let perDay = plan.kind.blocksPerDay
        var block = block
        while take() {
            let day = block.floorQuotient(perDay)
            guard let match = matchingDay(from: Int(day), forward: forward) else { return nil }
            if Int64(match) != day {
                block = Int64(match) * perDay + (forward ? 0 : perDay - 1)
            }
            guard perDay > 1, plan.clock.isLimited else { return block }
            let start = Int64(match) * perDay
            if let found = allowedBlock(ofDay: Int(block - start), forward: forward) {
                return start + Int64(found)
            }
            block = forward ? start + perDay : start - 1
        }
        return nil
    }

    /// The same within a day, whose blocks are its hours or its minutes.
    private func allowedBlock(ofDay block: Int, forward: Bool) -> Int? {
        var block = block
        let perHour = plan.kind == .seconds ? 60 : 1
        while (0..<24 * perHour).contains(block) {
            let hour = block / perHour
            if plan.clock.hours & (1 << UInt64(hour)) == 0 {
                block = forward ? (hour + 1) * perHour : hour * perHour - 1
            } else if perHour == 60, plan.clock.minutes & (1 << UInt64(block % 60)) == 0 {
                block += forward ? 1 : -1
            } else {
                return block
            }
        }
        return nil
    }

    /// The first matching day at or after `day`; backward, the last at or before it.
    ///
    /// - Returns: Nil if there is none within 400 years or, forward, within the window.
    private mutating func matchingDay(from day: Int, forward: Bool) -> Int? {
        if plan.days.isUnlimited { return day }
        var end = day + (forward ? 1 : -1) * (Limits.cycleDays + 64)
        if forward, periodsEnd < .max {
            end = min(end, Int(periodsEnd.floorQuotient(plan.kind.blocksPerDay)))
        }
        var begin = day
        while forward ? begin <= end : begin >= end, take() {
            let word = dayWord(from: forward ? begin : begin - 63)
            if word != 0 {
                return forward
                    ? begin + word.trailingZeroBitCount : begin - word.leadingZeroBitCount
            }
            begin += forward ? 64 : -64
        }
        return nil
    }
}
