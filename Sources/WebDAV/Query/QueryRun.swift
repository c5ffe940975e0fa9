package import CivilTime
import ICalendar

/// What the objects of one report share: the zones, and how much work is left.
///
/// Everything that is examined counts. When the work is used up, the report is refused: an answer
/// that leaves something out would be taken for the whole truth.
package struct QueryRun: Sendable {
    /// The zone of dates and floating times (RFC 4791, 7.3).
    package let floatingZone: Zone
    /// The steps that are left.
    package private(set) var stepsLeft: Int
    /// The instances that may still be written out.
    package private(set) var instancesLeft = Limits.instancesMax
    private var instanceOctetsLeft = Limits.instanceOctetsMax
    private let loadZone: @Sendable (ZoneID) -> Zone?
    private var named: [[UInt8]: Zone?] = [:]
    private var described: [Component: Zone?] = [:]

    /// Begins a report.
    ///
    /// - Parameters:
    ///   - floatingZone: The zone of dates and floating times.
    ///   - stepsMax: How much work it may take; nil for the limit of a report.
    ///   - loadZone: Finds a zone by the name in a `TZID`; nil if there's none.
    package init(
        floatingZone: Zone = .utc,
        stepsMax: Int? = nil,
        loadZone: @escaping @Sendable (ZoneID) -> Zone?
    ) {
        self.floatingZone = floatingZone
        stepsLeft = stepsMax ?? Limits.stepsMax
        self.loadZone = loadZone
    }

    /// Takes steps; throws when there aren't that many left.
    mutating func take(steps: Int) throws(QueryError) {
        stepsLeft -= steps
        guard stepsLeft >= 0 else { throw .tooMuchWork }
    }

    /// Takes the room for an instance that is written out.
    mutating func takeInstance(octets: Int) throws(QueryError) {
        instancesLeft -= 1
        instanceOctetsLeft -= octets
        guard instancesLeft >= 0, instanceOctetsLeft >= 0 else {
            throw .tooManyInstances(max: Limits.instancesMax)
        }
    }

    // MARK: Zones

    /// The zone that a time of an object is read in.
    ///
    /// A known zone comes before the object's own description of it, which is often out of date. A
    /// time in a zone that nobody knows is read as floating.
    mutating func zone(
        of time: CalendarTime,
        in calendar: Component
    ) throws(QueryError) -> Zone {
        switch time {
        case .date, .floating: return floatingZone
        case .utc: return .utc
        case .zoned(_, let id):
            if let found = named[id.octets] ?? load(id) { return found }
            return try describedZone(id, in: calendar) ?? floatingZone
        }
    }

    /// The instant of a time of an object.
    mutating func instant(
        of time: CalendarTime,
        in calendar: Component
    ) throws(QueryError) -> Instant {
        time.instant(in: try zone(of: time, in: calendar))
    }

    private mutating func load(_ id: ZoneID) -> Zone? {
        let zone = loadZone(id)
        if named.count < Limits.zonesMax { named[id.octets] = .some(zone) }
        return zone
    }

    private mutating func describedZone(
        _ id: ZoneID,
        in calendar: Component
    ) throws(QueryError) -> Zone? {
        let description = calendar.components(named: .timeZone).first { component in
            component.first(.zoneID).map { ZoneID($0.textValue) } == id
        }
        guard let description else { return nil }
        if let found = described[description] { return found }
        try take(steps: Limits.stepsOfOwnZone)
        let zone = description.zone(known: nil)
        if described.count < Limits.zonesMax { described[description] = .some(zone) }
        return zone
    }
}

extension QueryRun {
    /// The zone in a request's `timezone`: a calendar that holds one VTIMEZONE (RFC 4791, 9.8).
    package static func zone(inCalendar text: String) throws(QueryError) -> Zone {
        let calendars = CalendarText.parse(text).components
        guard calendars.count == 1, calendars[0].isNamed(.calendar),
            calendars[0].components.count == 1,
            let zone = calendars[0].components(named: .timeZone).first?.zone(known: nil)
        else { throw .invalidTimeZone }
        return zone
    }
}
