public import CivilTime
import Recurrence

extension Agenda {
    /// Adds a calendar, or replaces the one with its identity, which stays switched on or off.
    public mutating func putCalendar(_ calendar: CalendarCollection) {
        var calendar = calendar
        if let known = calendars[calendar.id] { calendar.isVisible = known.isVisible }
        calendar.isShown = isShown(calendar)
        let sharer = sharer(of: calendar.id)
        let level = calendars[calendar.id]?.level
        calendars[calendar.id] = calendar
        let mayHaveEvents = calendarNumbers[calendar.id] != nil || !waiting.isEmpty
        if calendar.sharer != sharer, mayHaveEvents { countSharedTexts() }
        if (level == .group) != (calendar.level == .group) { readAgain(in: calendar.id) }
        revision += 1
    }

    /// Shows or hides a calendar; does nothing if there is no such calendar.
    public mutating func showCalendar(_ id: CalendarID, _ isVisible: Bool) {
        if var calendar = calendars[id] {
            calendar.isVisible = isVisible
            calendar.isShown = isShown(calendar)
            calendars[id] = calendar
        }
        revision += 1
        visibilityChangeCount += 1
    }

    /// Removes a calendar with everything in it.
    public mutating func removeCalendar(_ id: CalendarID) {
        // A snapshot of the keys, because the loop removes objects from the table.
        for object in slotByObject.keys where object.calendar == id { removeObject(object) }
        for object in waiting.keys where object.calendar == id { setWaiting(object, nil) }
        calendars[id] = nil
        revision += 1
    }

    /// Adds an object, or replaces the one at its address.
    ///
    /// - Returns: Whether the text holds an event; if not, nothing is changed.
    @discardableResult
    public mutating func putObject(
        _ id: ObjectID,
        etag: String,
        text: [UInt8],
        isUnanswered: Bool = false
    ) -> Bool {
        put(id, etag: etag, text: text, isUnanswered: isUnanswered, waits: false) != .noEvent
    }

    /// Adds an object, or replaces the one at its address.
    ///
    /// If it names a zone that isn't loaded, it has to wait: it would be shown at a wrong time. If it's
    /// somebody else's and there is no room for it, it's left out.
    ///
    /// `isUnanswered` says that it's an invitation that the viewer hasn't answered.
    public mutating func load(
        _ id: ObjectID,
        etag: String,
        text: [UInt8],
        isUnanswered: Bool = false
    ) -> LoadOutcome {
        if let sharer = sharer(of: id.calendar) {
            let old = cost(of: waiting[id]?.text ?? series(id)?.text)
            guard sharedTextBudget.hasRoom(for: cost(of: text), insteadOf: old, of: sharer) else {
                removeObject(id)
                return .leftOut
            }
        }
        return put(id, etag: etag, text: text, isUnanswered: isUnanswered, waits: true)
    }

    private mutating func put(
        _ id: ObjectID,
        etag: String,
        text: [UInt8],
        isUnanswered: Bool,
        waits: Bool
    ) -> LoadOutcome {
        let slot = slotByObject[id]
        if let slot, let known = slots[Int(slot)], known.text == text,
            known.isUnanswered == isUnanswered
        {
            etags[Int(slot)] = etag
            setWaiting(id, nil)
            return .shown
        }
        guard let series = read(id, text, isUnanswered: isUnanswered) else { return .noEvent }
        let zones = noteLoadableZones(of: series)
        if waits, !zones.isEmpty {
            let waiting = WaitingObject(
                etag: etag,
                text: text,
                isUnanswered: isUnanswered,
                zones: zones
            )
            setWaiting(id, waiting)
            return .waiting
        }
        etags[Int(store(series, in: slot))] = etag
        setWaiting(id, nil)
        return .shown
    }

    /// Reads a text by the rules of its calendar; nil if it has no event with a start.
    func read(_ id: ObjectID, _ text: [UInt8], isUnanswered: Bool = false) -> Series? {
        Series(
            id: id,
            text: text,
            zones: zones,
            isUnanswered: isUnanswered,
            isOfGroup: calendars[id.calendar]?.level == .group
        )
    }

    /// Reads the texts of a calendar again, as when it turns out to be a group's.
    private mutating func readAgain(in calendar: CalendarID) {
        guard let number = calendarNumbers[calendar] else { return }
        for slot in slots.indices where busySpans[slot].calendar == number {
            guard let old = slots[slot],
                let series = read(old.id, old.text, isUnanswered: old.isUnanswered)
            else { continue }
            store(series, in: Int32(slot))
        }
    }

    /// Removes the object at an address, if there is one.
    public mutating func removeObject(_ id: ObjectID) {
        setWaiting(id, nil)
        guard let slot = slotByObject.removeValue(forKey: id) else { return }
        unindex(slot)
        count(-cost(of: slots[Int(slot)]?.text), in: id.calendar)
        slots[Int(slot)] = nil
        etags[Int(slot)] = ""
        freeSlots.append(slot)
        revision += 1
    }

    /// Adds a zone.
    ///
    /// Events that waited for it are shown, and those that were read as floating move to their real
    /// time: some at once, and the rest with ``showReady()``.
    public mutating func addZone(_ zone: Zone) {
        zones.add(zone)
        // Case doesn't matter in the name of a zone.
        let loaded = loadableZones.union(unavailableZones).filter {
            $0.utf8.count == zone.id.octets.count && zones.zone(ZoneID($0)) != nil
        }
        guard !loaded.isEmpty else { return }
        loadableZones.subtract(loaded)
        for old in slots.compactMap({ $0 })
        where old.missingZones.contains(where: { zones.zone($0) != nil }) {
            readyObjects.append(old.id)
        }
        stopWaiting(for: loaded)
        revision += 1
    }

    /// Changes the viewer's zone.
    public mutating func setZone(_ zone: Zone) {
        self.zone = zone
        // The index holds days by the viewer's clock, so all of it is out of date.
        index = WindowIndex()
        for slot in slots.indices { index(Int32(slot)) }
        revision += 1
    }

    /// Stores the entity tag that the server gave an object after a change.
    public mutating func confirm(_ id: ObjectID, etag: String) {
        guard let slot = slotByObject[id] else { return }
        etags[Int(slot)] = etag
    }

    /// Stores a series in the slot of its object, or in a new one, and indexes it; the slot's
    /// entity tag stays.
    ///
    /// - Returns: The slot.
    @discardableResult
    mutating func store(_ series: Series, in known: Int32?) -> Int32 {
        let slot: Int32
        count(cost(of: series.text), in: series.id.calendar)
        if let known {
            slot = known
            unindex(slot)
            count(-cost(of: slots[Int(slot)]?.text), in: series.id.calendar)
            slots[Int(slot)] = series
        } else if let free = freeSlots.popLast() {
            slot = free
            slots[Int(slot)] = series
            slotByObject[series.id] = slot
        } else {
            slot = Int32(slots.count)
            slots.append(series)
            etags.append("")
            // Filled in by `index(_:)` below.
            busySpans.append(ObjectBusySpan(calendar: -1))
            alarmSpans.append(AlarmSpan())
            slotByObject[series.id] = slot
        }
        index(slot)
        revision += 1
        return slot
    }

    private mutating func setWaiting(_ id: ObjectID, _ object: WaitingObject?) {
        guard object != nil || !waiting.isEmpty else { return }
        count(cost(of: object?.text) - cost(of: waiting[id]?.text), in: id.calendar)
        waiting[id] = object
    }

    /// Who shares a calendar's events; nil if they are the viewer's own.
    ///
    /// A calendar that isn't known yet counts as somebody else's.
    private func sharer(of calendar: CalendarID) -> String? {
        calendars[calendar].map { $0.sharer } ?? calendar.text
    }

    /// What an object costs; 0 if there is none.
    private func cost(of text: [UInt8]?) -> Int {
        text.map { SharedTextLimits.cost(ofBytes: $0.count) } ?? 0
    }

    /// Counts what a calendar's events cost from now on, if it's somebody else's.
    private mutating func count(_ cost: Int, in calendar: CalendarID) {
        guard cost != 0, let sharer = sharer(of: calendar) else { return }
        sharedTextBudget.add(cost, of: sharer)
    }

    /// Counts all of others' events anew, as when a calendar turns out to be somebody else's.
    private mutating func countSharedTexts() {
        sharedTextBudget = SharedTextBudget(sharedTextBudget.limits)
        for case let series? in slots { count(cost(of: series.text), in: series.id.calendar) }
        for (id, object) in waiting { count(cost(of: object.text), in: id.calendar) }
    }

    /// Takes a series out of the index and the search index.
    private mutating func unindex(_ slot: Int32) {
        searchIndex.remove(Int(slot))
        slotsLackingStarts.remove(slot)
        alarmSpans[Int(slot)] = AlarmSpan()
        guard let series = slots[Int(slot)] else { return }
        for part in entries(of: series, in: slot) { index.remove(part.entry, phase: part.phase) }
    }

    private mutating func index(_ slot: Int32) {
        guard let series = slots[Int(slot)] else { return }
        let busySpan = ObjectBusySpan(calendar: number(of: series.id.calendar))
        busySpans[Int(slot)] = busySpan
        if series.lacksStarts { slotsLackingStarts.insert(slot) }
        alarmSpans[Int(slot)] = series.alarmSpan
        if let master = series.master, !series.isRepeating, series.overrides.isEmpty,
            series.otherMasters.isEmpty
        {
            // Nearly all events happen once: they need no list of entries.
            busySpans[Int(slot)] = busySpan.taking(master, of: series)
            let part = IndexPart.master(series.masterIndex, repeats: false)
            return index.insert(entry(master, of: series, slot, part), phase: nil)
        }
        for part in entries(of: series, in: slot) { index.insert(part.entry, phase: part.phase) }
    }

    /// The number that ``busySpans`` use for a calendar.
    private mutating func number(of calendar: CalendarID) -> Int32 {
        if let known = calendarNumbers[calendar] { return known }
        let number = Int32(calendarNumbers.count)
        calendarNumbers[calendar] = number
        return number
    }

    /// The index entries for everything in an object.
    private func entries(
        of series: Series,
        in slot: Int32
    ) -> [(entry: IndexEntry, phase: YearlySeriesWeeks?)] {
        var entries: [(entry: IndexEntry, phase: YearlySeriesWeeks?)] = []
        var separateStartsBefore = 0
        for each in [series] + series.otherMasters {
            guard let master = each.master else { continue }
            if each.recurrence == nil {
                let part = IndexPart.master(each.masterIndex, repeats: false)
                entries.append((entry(master, of: each, slot, part), nil))
                continue
            }
            entries.append((repeatingEntry(of: each, in: slot), YearlySeriesWeeks(of: each)))
            for (place, single) in each.separateStarts.enumerated() {
                guard let found = occurrence(single, of: each) else { continue }
                let part = IndexPart.single(separateStartsBefore + place)
                let entry = IndexEntry(slot, part, from: found.firstDate, through: found.lastDate)
                entries.append((entry, nil))
            }
            separateStartsBefore += each.separateStarts.count
        }
        for (place, override) in series.overrides.enumerated() {
            entries.append((entry(override, of: series, slot, .override(place)), nil))
        }
        return entries
    }

    private func entry(
        _ event: Event,
        of series: Series,
        _ slot: Int32,
        _ part: IndexPart
    ) -> IndexEntry {
        let span = span(of: event, startingAt: event.start, in: series)
        let last = EventOccurrence.lastDate(from: span.start, to: span.end)
        return IndexEntry(slot, part, from: span.start.date, through: last)
    }

    private func repeatingEntry(of series: Series, in slot: Int32) -> IndexEntry {
        let starts = [series.master?.start].compactMap { $0 } + (series.recurrence?.dates ?? [])
        let reach = series.ranges.reduce(0) { max($0, $1.daysMax) }
        let first = (starts.map { $0.civil.date.daysSinceEpoch }.min() ?? 0) - 2 - reach
        var last = Int(Int32.max)
        if let end = series.lastStart {
            let day = Int((Double(end.secondsSinceEpoch) / 86_400).rounded(.down))
            last = min(last, day + series.lengthDaysMax + 1 + reach)
        }
        return IndexEntry(
            slot: slot,
            part: .master(series.masterIndex, repeats: true),
            firstDay: Int32(first),
            lastDay: Int32(max(first, last))
        )
    }
}
