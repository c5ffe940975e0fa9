package import CivilTime
import ICalendar

/// The state that the objects of one report share: the zones, and how much work is left.
///
/// Everything that is examined counts. An object that takes too much work fails alone, so one dense
/// event in a group's calendar doesn't spoil the report for anybody.
package struct ReportContext: Sendable {
    /// The most instances of one object that are written out (RFC 4791, 5.2.8).
    package static let instancesOfObjectMax = Limits.instancesOfObjectMax

    /// The zone of dates and floating times (RFC 4791, 7.3).
    package private(set) var floatingZone: Zone
    private var steps: WorkAllowance
    private var instances = WorkAllowance(
        own: Limits.instancesOwn,
        objectMax: Limits.instancesOfObjectMax,
        shared: Limits.instancesSharedMax
    )
    private var instanceOctets = WorkAllowance(
        own: Limits.instanceOctetsOwn,
        objectMax: Limits.instanceOctetsOfObjectMax,
        shared: Limits.instanceOctetsSharedMax
    )
    private let loadZone: @Sendable (ZoneID) -> Zone?
    private var named: [[UInt8]: Zone?] = [:]
    private var described: [Component: Zone?] = [:]

    /// Begins a report.
    ///
    /// - Parameters:
    ///   - floatingZone: The zone of dates and floating times.
    ///   - stepsOfObjectMax: How much work one object may take; nil for the limit.
    ///   - loadZone: Finds a zone by the name in a `TZID`; nil if there's none.
    package init(
        floatingZone: Zone = .utc,
        stepsOfObjectMax: Int? = nil,
        loadZone: @escaping @Sendable (ZoneID) -> Zone?
    ) {
        self.floatingZone = floatingZone
        steps = WorkAllowance(
            own: Limits.stepsOwn,
            objectMax: stepsOfObjectMax ?? Limits.stepsOfObjectMax,
            shared: Limits.stepsSharedMax
        )
        self.loadZone = loadZone
    }

    /// Begins the objects of another calendar, whose dates and floating times are read in a zone.
    package mutating func beginCalendar(floatingZone: Zone) {
        self.floatingZone = floatingZone
    }

    /// The steps that the current object may still take.
    package var stepsLeft: Int { steps.left }

    /// Begins the next object, or another question about the same one.
    mutating func beginObject() {
        steps.beginObject()
        instances.beginObject()
        instanceOctets.beginObject()
    }

    /// Takes steps; throws when the present object may not take that many.
    mutating func take(steps count: Int) throws(QueryError) {
        guard steps.take(count) else { throw .tooMuchWork }
    }

    /// Takes the room for an instance that is written out.
    mutating func takeInstance(octets: Int) throws(QueryError) {
        guard instances.take(1), instanceOctets.take(octets) else { throw .tooManyInstances }
    }

    // MARK: Zones

    /// The zone that a time of an object is read in.
    ///
    /// A known zone is preferred to the object's own description of it, which is often out of date.
    /// A time in an unknown zone is read as floating.
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

extension ReportContext {
    /// The zone in a request's `timezone`: a calendar that holds one VTIMEZONE (RFC 4791, 9.8).
    ///
    /// All of it has to be readable: a zone that lacks one of two observances is wrong for half of
    /// the year.
    package static func zone(inCalendar text: String) throws(QueryError) -> Zone {
        let result = CalendarText.parse(text)
        let calendars = result.components
        guard calendars.count == 1, calendars[0].isNamed(.calendar),
            calendars[0].components.count == 1,
            let description = calendars[0].components(named: .timeZone).first,
            !result.problems.contains(where: { $0.outcome == .dropped }),
            description.components.allSatisfy({ $0.isWholeObservance }),
            let zone = description.zone(known: nil)
        else { throw .invalidTimeZone }
        return zone
    }
}

extension Component {
    /// Whether the component is a `STANDARD` or `DAYLIGHT` with a start and both offsets (RFC 5545,
    /// 3.6.5), or isn't an observance at all.
    fileprivate var isWholeObservance: Bool {
        guard isNamed("STANDARD") || isNamed("DAYLIGHT") else { return true }
        return time("DTSTART") != nil
            && ["TZOFFSETFROM", "TZOFFSETTO"].allSatisfy { first($0)?.isOffset == true }
    }
}

extension Property {
    /// Whether the value is `+HHMM` or `+HHMMSS`, or the same with a minus (RFC 5545, 3.3.14).
    fileprivate var isOffset: Bool {
        let octets = Array(rawValue.utf8)
        guard let sign = octets.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        return (octets.count == 5 || octets.count == 7)
            && octets.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
