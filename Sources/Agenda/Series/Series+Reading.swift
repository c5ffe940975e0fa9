public import CivilTime
import ICalendar
import Recurrence

extension Series {
    /// Reads a stored calendar object; nil if the text has no event with a start.
    ///
    /// - Parameters:
    ///   - id: Where it is stored.
    ///   - text: A `VCALENDAR` with the events of one `UID`.
    ///   - zones: The loaded zones. For other names, the object's own `VTIMEZONE`s are used.
    ///   - isUnanswered: Whether it's an invitation that the viewer hasn't answered, which takes nobody's
    ///     time.
    ///   - isOfGroup: Whether it's in a group's calendar. Only there a text can be a candidate of a
    ///     proposal: in all others people write what they like.
    public convenience init?(
        id: ObjectID,
        text: [UInt8],
        zones: ZoneCatalogue,
        isUnanswered: Bool = false,
        isOfGroup: Bool = false
    ) {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        let source = SeriesSource(
            id: id,
            text: text,
            isUnanswered: isUnanswered,
            isOfGroup: isOfGroup,
            zones: zones,
            timezones: object.components(named: .timeZone)
        )
        var masters: [EventProperties] = []
        var overrides: [EventProperties] = []
        for case .component(let component) in object.nodes {
            guard let event = EventProperties(component) else { continue }
            if event.recurrenceID == nil { masters.append(event) } else { overrides.append(event) }
        }
        guard !masters.isEmpty || !overrides.isEmpty else { return nil }
        var otherMasters: [Series] = []
        for masterIndex in masters.indices.dropFirst() {
            let reader = SeriesReader(source, masters[masterIndex], [])
            otherMasters.append(Series(source, reader, masterIndex: masterIndex, otherMasters: []))
        }
        let reader = SeriesReader(source, masters.first, overrides)
        self.init(source, reader, masterIndex: 0, otherMasters: otherMasters)
    }
}

/// What a series is read from.
struct SeriesSource {
    let id: ObjectID
    let text: [UInt8]
    let isUnanswered: Bool
    let isOfGroup: Bool
    let zones: ZoneCatalogue
    let timezones: [Component]
}

/// Collects the parts of a calendar object.
struct SeriesReader {
    let zones: ZoneCatalogue
    let timezones: [Component]
    private let isUnanswered: Bool
    private let isOfGroup: Bool
    private(set) var uid = ""
    private(set) var master: Event?
    private(set) var overrides: [Event] = []
    private(set) var found = NamedZones()
    private(set) var missing: [ZoneID] = []
    /// Whether there were too many rules, dates, overrides or zones, so that some were left out.
    private(set) var isPartial = false
    /// Whether rules or extra dates are among what was left out.
    private(set) var lacksStarts = false
    /// How many more of the object's own zones may be read.
    private var ownZonesLeft = Limits.ownZonesOfEventMax
    private var periods: [SeparateStart] = []
    private var ranges: [(replaced: CalendarTime, event: Event?)] = []
    private var rules: [RecurrenceRule] = []
    private var exceptionRules: [RecurrenceRule] = []
    private var dates: [CalendarTime] = []
    private var exceptions: [CalendarTime] = []

    init(_ source: SeriesSource, _ master: EventProperties?, _ overrides: [EventProperties]) {
        zones = source.zones
        timezones = source.timezones
        isUnanswered = source.isUnanswered
        isOfGroup = source.isOfGroup
        if let master { read(master) }
        for override in overrides { read(override) }
    }

    private mutating func read(_ event: EventProperties) {
        guard let start = event.start else { return }
        uid = event.uid ?? uid
        look(up: start)
        // For example, a flight starts in one zone and ends in another.
        if let end = event.writtenEnd { look(up: end) }
        guard let replaced = event.recurrenceID else {
            master = facts(of: event, start)
            readRecurrence(event)
            return
        }
        look(up: replaced)
        exceptions.append(exception(replaced))
        // RFC 5546, 3.2.5: a cancelled occurrence is removed from its series.
        let changed = event.status == .cancelled ? nil : facts(of: event, start)
        if let changed { overrides.append(changed) }
        if event.isForThisAndFuture { ranges.append((replaced, changed)) }
    }

    /// The overrides that apply to all later occurrences, by the instants that they replace.
    mutating func sortedRanges() -> [RangeOverride] {
        if ranges.count > Limits.rangesMax {
            isPartial = true
            ranges.removeSubrange(Limits.rangesMax...)
        }
        let sorted = ranges.map { replaced, event in
            let from = inMasterForm(replaced)
            let days = event?.start.civil.date.days(since: from.civil.date) ?? 0
            return RangeOverride(
                instant: from.instant(in: zone(of: from)),
                event: event,
                // One day more for the time of day, and one for the difference between zones.
                daysMax: days.magnitude > 0 ? Int(days.magnitude) + 2 : 2
            )
        }
        return sorted.sorted { $0.instant < $1.instant }
    }

    /// The starts with index entries of their own, in order; of two at one instant, the first.
    func separateStarts() -> [SeparateStart] {
        guard let start = master?.start else { return [] }
        var all = periods
        if dates.isEmpty, ranges.isEmpty, rules.count == 1,
            YearlySeriesWeeks.excludesStart(start.civil.date, from: rules[0])
        {
            all.append(SeparateStart(instant: start.instant(in: zone(of: start)), length: nil))
        }
        guard all.count > 1 else { return all }
        let order = all.indices.sorted { (all[$0].instant, $0) < (all[$1].instant, $1) }
        var separateStarts: [SeparateStart] = []
        separateStarts.reserveCapacity(all.count)
        for place in order where separateStarts.last?.instant != all[place].instant {
            separateStarts.append(all[place])
        }
        return separateStarts
    }

    private func inMasterForm(_ time: CalendarTime) -> CalendarTime {
        guard let start = master?.start else { return time }
        if start.isDate { return .date(time.civil.date) }
        guard case .date(let date) = time else { return time }
        return start.replacingCivil(CivilDateTime(date: date, time: start.civil.time))
    }

    /// The times of the master, or nil if it happens once.
    func recurrence() -> RecurrenceSet? {
        guard let start = master?.start, !rules.isEmpty || !dates.isEmpty || !exceptions.isEmpty
        else { return nil }
        return RecurrenceSet(
            start: start,
            rules: rules,
            exceptionRules: exceptionRules,
            dates: dates,
            exceptions: exceptions,
            zone: zone(of: start),
            budget: .bounded
        )
    }

    /// An upper bound of the last start, if the ends of the rules give one or few steps lead there.
    func lastStart(of recurrence: RecurrenceSet?) -> Instant? {
        let isNear = rules.allSatisfy { rule in
            switch rule.end {
            case .never: false
            case .count(let count): count <= Limits.countedMax
            case .until: true
            }
        }
        guard isNear else { return nil }
        var last = master?.start.instant(in: zone(of: master?.start)) ?? .distantPast
        for rule in rules {
            switch rule.end {
            case .until(let time):
                // Two days more cover every reading of a date or a floating time.
                last = max(last, time.instant(in: .utc).adding(seconds: 2 * 86_400))
            case .never, .count: break
            }
        }
        if rules.contains(where: { if case .count = $0.end { true } else { false } }) {
            last = max(last, recurrence?.last?.instant ?? last)
        }
        for date in dates { last = max(last, date.instant(in: zone(of: date))) }
        return last
    }

    private mutating func readRecurrence(_ event: EventProperties) {
        // A rule that can't be read stays in the text; without another the event happens once.
        rules = followed(event.rules)
        lacksStarts = isPartial
        // RFC 5545 dropped EXRULE, but files by RFC 2445 have it.
        exceptionRules = followed(event.exceptionRules)
        for property in event.dates {
            let room = Limits.datesMax - dates.count
            let list = DateList(property, atMost: room + 1)
            if list.items.count > room {
                isPartial = true
                lacksStarts = true
            }
            guard room > 0 else { break }
            for item in list.items.prefix(room) {
                guard let time = item.time else { continue }
                look(up: time)
                dates.append(additional(time))
                let from = time.instant(in: zone(of: time))
                guard let length = length(of: item, in: list, from: from) else { continue }
                guard periods.count < Limits.periodsMax else {
                    isPartial = true
                    continue
                }
                periods.append(SeparateStart(instant: from, length: length))
            }
        }
        let known = exceptions.count
        for property in event.exceptionDates {
            let room = Limits.datesMax + known - exceptions.count
            let times = property.times(atMost: room + 1)
            if times.count > room { isPartial = true }
            guard room > 0 else { break }
            for time in times.prefix(room) {
                look(up: time)
                exceptions.append(exception(time))
            }
        }
    }

    /// The rules of some lines without duplicates, at most as many as are followed.
    private mutating func followed(_ lines: [Property]) -> [RecurrenceRule] {
        var followed: [RecurrenceRule] = []
        for line in lines {
            guard let rule = line.rule, !followed.contains(rule) else { continue }
            guard followed.count < Limits.rulesMax else {
                isPartial = true
                break
            }
            followed.append(rule)
        }
        return followed
    }

    /// An exception in a form that needs no zone other than the master's.
    ///
    /// In an all-day series only the written date counts: Exchange and others write a local
    /// midnight, which in another zone may be on the day before.
    private func exception(_ time: CalendarTime) -> CalendarTime {
        if master?.start.isDate == true { return .date(time.civil.date) }
        guard case .zoned(_, let id) = time, let zone = found.zone(id) else { return time }
        if case .zoned(_, id)? = master?.start { return time }
        return .utc(time.instant(in: zone))
    }

    /// An extra date in the master's zone, in which it is shown, named and edited.
    private func additional(_ time: CalendarTime) -> CalendarTime {
        let exact = exception(time)
        guard case .utc(let instant) = exact, case .zoned(_, let id)? = master?.start,
            let zone = found.zone(id)
        else { return exact }
        let civil = zone.civil(at: instant)
        // When the clock is set back, wall time can't name the second of two equal times; UTC can.
        return zone.instant(of: civil) == instant ? .zoned(civil, id) : exact
    }

    private func length(of item: DateList.Item, in list: DateList, from: Instant) -> EventLength? {
        guard master?.start.isDate == false else { return nil }
        return list.length(of: item, from: from) { $0.instant(in: zone(of: $0)) }
    }

    private func zone(of time: CalendarTime?) -> Zone {
        time?.zoneID.flatMap { found.zone($0) } ?? .utc
    }

    private mutating func look(up time: CalendarTime) {
        guard case .zoned(_, let id) = time, found.zone(id) == nil, !missing.contains(id) else {
            return
        }
        // No sensible event names more zones than this, and looking one up walks over all others.
        guard found.count + missing.count < Limits.zonesOfEventMax else {
            isPartial = true
            return
        }
        if let zone = zones.zone(id) {
            found.add(zone, as: id)
            return
        }
        var wanted = id
        if let own = timezones.first(where: { $0.first("TZID")?.textValue == id.name }) {
            if let location = own.first(.zoneLocation)?.textValue,
                location.utf8.count <= Limits.zoneNameBytesMax,
                ZoneCatalogue.ianaName(for: location) != nil
            {
                wanted = ZoneID(location)
            }
            guard !missing.contains(wanted) else { return }
            if ownZonesLeft > 0 {
                ownZonesLeft -= 1
                if let zone = own.zone(known: zones) { found.add(zone, as: id) }
            } else {
                isPartial = true
            }
        }
        // Ask for zones of the zone database even if the object defines them: many programs write
        // only this year's rules.
        if zones.zone(wanted) == nil,
            ZoneCatalogue.ianaName(for: wanted) != nil || found.zone(id) == nil
        {
            missing.append(wanted)
        }
    }

    private func facts(of event: EventProperties, _ start: CalendarTime) -> Event {
        Event(
            title: event.title,
            location: event.location,
            color: event.color,
            status: event.status,
            start: start,
            length: length(of: event, from: start),
            recurrenceID: event.recurrenceID,
            isTransparent: event.isTransparent,
            answers: event.answers(isOfGroup: isOfGroup),
            alarms: event.alarms,
            isForThisAndFuture: event.isForThisAndFuture,
            isUnanswered: isUnanswered
        )
    }

    private func length(of event: EventProperties, from start: CalendarTime) -> EventLength {
        if let duration = event.ownDuration, !start.isDate {
            return .nominal(days: duration.days, seconds: duration.seconds)
        }
        let end = event.end(from: start)
        if start.isDate { return .days(max(1, end.civil.date.days(since: start.civil.date))) }
        let endZone = end.zoneID.flatMap { found.zone($0) } ?? zone(of: start)
        let from = start.instant(in: zone(of: start))
        let to = end.instant(in: endZone)
        return .seconds(max(0, to.secondsSinceEpoch - from.secondsSinceEpoch))
    }
}
