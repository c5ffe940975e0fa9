import CivilTime
import ICalendar

/// Writes the text of an object for somebody who may only see when its owner is busy.
///
/// Nothing is cut out of the stored text. A new text is written from the times that were read, so
/// that nothing we don't understand can leak.
public enum BusyText {
    /// The text with only the times of an object; nil if the object takes no time.
    ///
    /// - Parameters:
    ///   - text: The object: events with their overrides, and the zones they name.
    ///   - uid: The `UID` to write instead of the object's own, which stays secret.
    ///   - member: In a group's calendar, the account whose time counts: it is taken by events that
    ///     the account is asked to and didn't say no to, by those that no account is asked to, and
    ///     by candidates that the account said yes to. nil for a person's calendar.
    /// - Returns: A calendar object with the same times and nothing else.
    public static func text(of text: String, uid: String, member: String? = nil) -> String? {
        let calendars = CalendarText.parse(text).components.filter { $0.isNamed(.calendar) }
        let events = calendars.flatMap { $0.components(named: .event) }
        guard events.contains(where: { $0.takesTime(of: member) }) else { return nil }
        var writer = BusyWriter(
            uid: uid,
            member: member,
            zones: BusyZones(calendars.flatMap { $0.components(named: .timeZone) })
        )
        let written = writer.events(events)
        guard !written.isEmpty else { return nil }
        let head = [
            Property(name: "VERSION", rawValue: "2.0"),
            Property(name: "PRODID", rawValue: CalendarText.productID),
        ]
        let calendar = Component(
            .calendar,
            nodes: head.map { .property($0) } + writer.zones.written.map { .component($0) }
                + written.map { .component($0) }
        )
        return String(decoding: CalendarText.write([calendar]), as: UTF8.self)
    }

    /// Whether anything in an object is marked as not public (RFC 5545 section 3.8.1.3).
    ///
    /// Unknown words count as private, as that section says, and so does a `CLASS` that can't be
    /// read.
    public static func isPrivate(_ text: String) -> Bool {
        guard CalendarText.mentions(text, "class") else { return false }
        return CalendarText.parse(text).components.contains { $0.isMarkedPrivate }
    }
}

/// Writes events that have the times of others and nothing else.
private struct BusyWriter {
    let uid: String
    let member: String?
    var zones: BusyZones

    /// The events that take time.
    ///
    /// An override that takes none becomes an `EXDATE` of the master.
    mutating func events(_ events: [Component]) -> [Component] {
        let overrides = events.filter { $0.first(.recurrenceID) != nil }
        let masterTakesTime = events.contains {
            $0.takesTime(of: member) && $0.first(.recurrenceID) == nil
        }
        let free = overrides.filter { !$0.takesTime(of: member) }
        var written: [Component] = []
        for event in events {
            let isOverride = event.first(.recurrenceID) != nil
            if event.takesTime(of: member) {
                let dates = isOverride ? [] : free.filter { !$0.isForAllAfter }
                if let event = self.event(event, without: dates) { written.append(event) }
            } else if isOverride, masterTakesTime, event.isForAllAfter {
                // An EXDATE can't exclude all later dates, so this stays a cancelled override.
                if let event = self.event(event, isCancelled: true) { written.append(event) }
            }
        }
        return written
    }

    private mutating func event(
        _ event: Component,
        without free: [Component] = [],
        isCancelled: Bool = false
    ) -> Component? {
        guard let start = event.time(.dateTimeStart) else { return nil }
        var properties = [
            Property(name: "UID", rawValue: uid),
            // Required. The real one would reveal when the event was written.
            Property(name: "DTSTAMP", rawValue: "19700101T000000Z"),
        ]
        if let id = event.time(.recurrenceID) {
            let property = Property.time("RECURRENCE-ID", zones.named(id))
            let isForAllAfter = event.isForAllAfter
            properties.append(
                isForAllAfter ? property.setting("RANGE", to: ["THISANDFUTURE"]) : property
            )
        }
        properties.append(.time("DTSTART", zones.named(start)))
        if let end = event.time(.dateTimeEnd) {
            properties.append(.time("DTEND", zones.named(end)))
        } else if let duration = event.first(.duration)?.duration {
            properties.append(Property(name: "DURATION", rawValue: duration.text))
        }
        for name in [PropertyName.recurrenceRule, .exceptionRule] {
            for rule in event.all(name).compactMap({ $0.rule }) {
                properties.append(.rule(rule, name: name.text))
            }
        }
        for line in event.all(.recurrenceDates) { properties += dates(line) }
        let excluded = event.times(.exceptionDates) + free.compactMap { $0.time(.recurrenceID) }
        for time in excluded { properties.append(.time("EXDATE", zones.named(time))) }
        if isCancelled || event.isCancelled {
            properties.append(Property(name: "STATUS", rawValue: "CANCELLED"))
        }
        properties.append(Property(name: "CLASS", rawValue: "PRIVATE"))
        return Component(.event, nodes: properties.map { .property($0) })
    }

    /// The times of an `RDATE` line, which may be periods.
    private mutating func dates(_ line: Property) -> [Property] {
        var properties: [Property] = []
        if line.valueOctets.contains(0x2F) {
            for period in line.periods {
                let end: CalendarPeriod.End =
                    switch period.end {
                    case .time(let time): .time(zones.named(time))
                    case .duration: period.end
                    }
                let named = CalendarPeriod(start: zones.named(period.start), end: end)
                properties.append(.periods(.recurrenceDates, [named]))
            }
        } else {
            for time in line.times { properties.append(.time("RDATE", zones.named(time))) }
        }
        return properties
    }
}

/// Gives zones names that reveal nothing, and defines those that aren't in the zone database.
private struct BusyZones {
    private let descriptions: [Component]
    private(set) var written: [Component] = []
    /// The new name for each old one; nil if its times become floating.
    private var names: [ZoneID: ZoneID?] = [:]

    init(_ descriptions: [Component]) { self.descriptions = descriptions }

    mutating func named(_ time: CalendarTime) -> CalendarTime {
        guard case .zoned(let civil, let zone) = time else { return time }
        guard let name = name(of: zone) else { return .floating(civil) }
        return .zoned(civil, name)
    }

    private mutating func name(of zone: ZoneID) -> ZoneID? {
        if ZoneNames.contains(zone) { return zone }
        if let known = names[zone] { return known }
        let name = knownName(of: zone) ?? described(zone)
        names[zone] = .some(name)
        return name
    }

    /// The name in the zone database for a name that another program uses.
    private func knownName(of zone: ZoneID) -> ZoneID? {
        guard let name = ZoneCatalogue.ianaName(for: zone.name) else { return nil }
        let known = ZoneID(name)
        return ZoneNames.contains(known) ? known : nil
    }

    private mutating func described(_ zone: ZoneID) -> ZoneID? {
        let description = descriptions.first { component in
            component.first(.zoneID).map { ZoneID($0.textValue) } == zone
        }
        let observances = description?.components.compactMap { $0.observance } ?? []
        guard !observances.isEmpty else { return nil }
        let name = "Zone-\(written.count + 1)"
        let id = Node.property(Property(name: "TZID", rawValue: name))
        written.append(
            Component(.timeZone, nodes: [id] + observances.map { .component($0) })
        )
        return ZoneID(name)
    }
}

extension Component {
    /// Whether an event takes time (RFC 5545 section 3.8.2.7): that of one member, or of whoever
    /// owns the calendar if `member` is nil.
    fileprivate func takesTime(of member: String?) -> Bool {
        guard first(.transparency)?.trimmedWord != Keyword("TRANSPARENT") else { return false }
        guard let member else { return true }
        let answers = all(.attendee).compactMap { ProposalAnswer($0) }
        if first(Candidate.identityName) != nil {
            return answers.contains { $0.member.account == member && $0.choice == .yes }
        }
        return answers.isEmpty
            || answers.contains { $0.member.account == member && $0.choice != .no }
    }

    fileprivate var isCancelled: Bool { first(.status)?.trimmedWord == Keyword("CANCELLED") }

    /// Whether an override applies to all later occurrences too (RFC 5545 section 3.2.13).
    fileprivate var isForAllAfter: Bool {
        first(.recurrenceID)?.isForThisAndFuture ?? false
    }

    /// A copy with only the start, offsets, rules and dates of an observance; nil if it isn't one
    /// or lacks its start or an offset.
    fileprivate var observance: Component? {
        guard let kind = knownName, kind == .standard || kind == .daylight,
            let start = time(.dateTimeStart), let before = first(.zoneOffsetFrom)?.offset,
            let after = first(.zoneOffsetTo)?.offset
        else { return nil }
        var properties = [
            Property.time("DTSTART", .floating(start.civil)),
            Property(name: "TZOFFSETFROM", rawValue: before.text),
            Property(name: "TZOFFSETTO", rawValue: after.text),
        ]
        for rule in rules { properties.append(.rule(rule)) }
        for time in times(.recurrenceDates) {
            if case .zoned(let civil, _) = time {
                properties.append(.time("RDATE", .floating(civil)))
            } else {
                properties.append(.time("RDATE", time))
            }
        }
        return Component(kind, nodes: properties.map { .property($0) })
    }

    /// Whether the component, or anything in it, is marked as not public.
    fileprivate var isMarkedPrivate: Bool {
        nodes.contains { node in
            switch node {
            case .component(let component): component.isMarkedPrivate
            case .property(let property):
                property.isNamed(.classification) && property.trimmedWord != Keyword("PUBLIC")
            case .unread(let line):
                line.raw.drop { $0 == 0x20 || $0 == 0x09 }.prefix(5)
                    .map { $0 | 0x20 } == Array("class".utf8)
            }
        }
    }
}

extension Property {
    /// The value as a word, without blanks around it.
    fileprivate var trimmedWord: Keyword {
        var octets = valueOctets
        while let last = octets.last, last == 0x20 || last == 0x09 { octets.removeLast() }
        while let first = octets.first, first == 0x20 || first == 0x09 { octets.removeFirst() }
        return Keyword(String(decoding: octets, as: UTF8.self))
    }
}
