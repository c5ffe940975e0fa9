public import CivilTime
import Recurrence

extension Agenda {
    /// Adds a calendar, or replaces the one with its identity; whether it shows is kept.
    public mutating func putCalendar(_ calendar: CalendarCollection) {
        var calendar = calendar
        if let known = calendars[calendar.id] { calendar.isVisible = known.isVisible }
        calendars[calendar.id] = calendar
        revision += 1
    }

    /// Shows or hides a calendar; one that is not known is left alone.
    public mutating func showCalendar(_ id: CalendarID, _ isVisible: Bool) {
        calendars[id]?.isVisible = isVisible
        revision += 1
    }

    /// Removes a calendar with all that is in it.
    public mutating func removeCalendar(_ id: CalendarID) {
        for object in slotByObject.keys where object.calendar == id { removeObject(object) }
        calendars[id] = nil
        revision += 1
    }

    /// Adds an object, or replaces the one at its address.
    ///
    /// - Returns: Whether the text holds an event; if not, nothing is changed.
    @discardableResult
    public mutating func putObject(_ id: ObjectID, etag: String, text: [UInt8]) -> Bool {
        if let slot = slotByObject[id], let known = slots[Int(slot)], known.text == text {
            slots[Int(slot)]?.etag = etag
            return true
        }
        guard let series = Series(id: id, etag: etag, text: text, zones: zones) else {
            return false
        }
        store(series)
        return true
    }

    /// Removes the object at an address, if there is one.
    public mutating func removeObject(_ id: ObjectID) {
        guard let slot = slotByObject.removeValue(forKey: id) else { return }
        unindex(slot)
        slots[Int(slot)] = nil
        freeSlots.append(slot)
        revision += 1
    }

    /// Makes a zone known; events that named it and were read as floating move to their real time.
    public mutating func addZone(_ zone: Zone) {
        zones.add(zone)
        for case let old? in slots {
            guard old.missingZones.contains(where: { zones.zone($0) != nil }),
                let series = Series(id: old.id, etag: old.etag, text: old.text, zones: zones)
            else { continue }
            store(series)
        }
        revision += 1
    }

    /// Changes the zone the agenda is seen in.
    public mutating func setZone(_ zone: Zone) {
        self.zone = zone
        // The index holds days by the viewer's clock, so that all of it is old.
        index = WindowIndex()
        repeatingSlots = []
        for slot in slots.indices { enter(Int32(slot)) }
        revision += 1
    }

    /// Notes the entity tag that the server gave after a change.
    public mutating func confirm(_ id: ObjectID, etag: String) {
        guard let slot = slotByObject[id] else { return }
        slots[Int(slot)]?.etag = etag
    }

    /// Puts a series into its place and into the index.
    mutating func store(_ series: Series) {
        let slot: Int32
        if let known = slotByObject[series.id] {
            slot = known
            unindex(slot)
            slots[Int(slot)] = series
        } else if let free = freeSlots.popLast() {
            slot = free
            slots[Int(slot)] = series
        } else {
            slot = Int32(slots.count)
            slots.append(series)
        }
        slotByObject[series.id] = slot
        enter(slot)
        revision += 1
    }

    private mutating func enter(_ slot: Int32) {
        guard let series = slots[Int(slot)] else { return }
        if series.recurrence != nil {
            repeatingSlots.append(repeatingEntry(of: series, in: slot))
        }
        for entry in fixedEntries(of: series, in: slot) { index.insert(entry) }
    }

    private mutating func unindex(_ slot: Int32) {
        guard let series = slots[Int(slot)] else { return }
        if series.recurrence != nil { repeatingSlots.removeAll { $0.slot == slot } }
        for entry in fixedEntries(of: series, in: slot) { index.remove(entry) }
    }

    /// The index's entries for the times that no rule makes.
    private func fixedEntries(of series: Series, in slot: Int32) -> [IndexEntry] {
        var entries: [IndexEntry] = []
        if let master = series.master, series.recurrence == nil {
            entries.append(entry(master, of: series, slot, part: -1))
        }
        for (part, override) in series.overrides.enumerated() {
            entries.append(entry(override, of: series, slot, part: Int32(part)))
        }
        return entries
    }

    private func entry(_ event: Event, of series: Series, _ slot: Int32, part: Int32) -> IndexEntry
    {
        let span = span(of: event, startingAt: event.start, in: series)
        let lastInstantDay = EventOccurrence.lastDate(from: span.start, to: span.end)
        return IndexEntry(
            slot: slot,
            part: part,
            firstDay: Int32(span.start.date.daysSinceEpoch),
            lastDay: Int32(lastInstantDay.daysSinceEpoch)
        )
    }

    private func repeatingEntry(of series: Series, in slot: Int32) -> RepeatingEntry {
        let starts = [series.master?.start].compactMap { $0 } + (series.recurrence?.dates ?? [])
        let first = starts.map { $0.civil.date.daysSinceEpoch }.min() ?? 0
        var last = Int(Int32.max)
        if let end = series.lastStart, let master = series.master {
            let day = Int((Double(end.secondsSinceEpoch) / 86_400).rounded(.down))
            last = min(last, day + master.length.daysAtLeastCovering + 1)
        }
        return RepeatingEntry(slot: slot, firstDay: Int32(first - 2), lastDay: Int32(last))
    }
}
