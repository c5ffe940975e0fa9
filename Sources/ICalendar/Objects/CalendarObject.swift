public import CivilTime

/// One event, task or journal entry with all that belongs to it.
///
/// A VCALENDAR that has the components of one UID, that is the master and its exceptions, and
/// the VTIMEZONEs they refer to: what RFC 4791 section 4.1 calls a calendar object.
public struct CalendarObject: Hashable, Sendable {
    /// The UID that the components share.
    public let uid: String
    /// The VCALENDAR.
    public let calendar: Component

    /// Takes a VCALENDAR that holds one object; nil when no component in it has a UID.
    public init?(_ calendar: Component) {
        guard calendar.isNamed(.calendar) else { return nil }
        for case .component(let component) in calendar.nodes {
            guard let uid = component.first(.uid)?.textValue, !uid.isEmpty else { continue }
            self.init(uid: uid, calendar: calendar)
            return
        }
        return nil
    }

    init(uid: String, calendar: Component) {
        self.uid = uid
        self.calendar = calendar
    }

    /// The events: the master and its exceptions, in order.
    public var events: [VEvent] {
        calendar.components(named: .event).compactMap { VEvent($0) }
    }

    /// The event that the exceptions are exceptions of; nil when there are only those.
    public var master: VEvent? {
        events.first { $0.component.first(.recurrenceID) == nil }
    }

    /// The exceptions: single occurrences that differ (RFC 5545 section 3.8.4.4).
    public var exceptions: [VEvent] {
        events.filter { $0.component.first(.recurrenceID) != nil }
    }

    /// The zone a time of this object names: the known one, or else as the object describes it.
    ///
    /// A name such as `Customized Time Zone` means something else in every object, so zones out of
    /// descriptions must not be put into a catalogue that objects share.
    public func zone(_ id: ZoneID, known: ZoneCatalogue) -> Zone? {
        if let zone = known.zone(id) { return zone }
        for zone in calendar.components(named: .timeZone) {
            guard let name = zone.first(.zoneID)?.textValue, ZoneID(name) == id else { continue }
            return zone.zone(known: known)
        }
        return nil
    }

    /// Whether the object says what another one does, though another program wrote it down.
    ///
    /// The events and what else there is must be the same, octet for octet. Who wrote them
    /// (`PRODID`) and how a zone is described that its name already tells do not count: both change
    /// when a calendar is exported and imported again.
    public func saysTheSame(as other: CalendarObject) -> Bool {
        content == other.content && ownZones == other.ownZones
    }

    /// The components that are no zones.
    private var content: [Component] {
        calendar.components.filter { !$0.isNamed(.timeZone) }
    }

    /// The descriptions of zones whose names say nothing.
    private var ownZones: [Component] {
        calendar.components(named: .timeZone).filter { zone in
            guard let name = zone.first(.zoneID)?.textValue else { return false }
            return ZoneCatalogue.ianaName(for: name) == nil
        }
    }

    /// The object as iCalendar text.
    public var text: [UInt8] { CalendarText.write([calendar]) }
}
