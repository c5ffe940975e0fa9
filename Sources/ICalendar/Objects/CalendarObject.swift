public import CivilTime

/// One event, task or journal entry with everything that belongs to it.
///
/// Its VCALENDAR has the components of one UID, which are the master and its overrides, and the
/// VTIMEZONEs that they refer to. RFC 4791 section 4.1 calls this a calendar object.
public struct CalendarObject: Hashable, Sendable {
    /// The UID that the components share.
    public let uid: String
    /// The VCALENDAR.
    public let calendar: Component
    /// The purpose of the message (`METHOD`), such as `REPLY`; nil if the object isn't a message
    /// (RFC 5546 section 1.4).
    ///
    /// In an object read from a file, ``calendar`` no longer has the `METHOD` line. The method
    /// doesn't count when objects are compared.
    public let method: Keyword?

    /// Makes an object of a VCALENDAR; nil when it is another component or nothing in it has a UID.
    public init?(_ calendar: Component) {
        guard calendar.isNamed(.calendar) else { return nil }
        for case .component(let component) in calendar.nodes {
            guard let uid = component.first(.uid)?.textValue, !uid.isEmpty else { continue }
            let method = calendar.first(.method).map { Keyword($0.textValue) }
            self.init(uid: uid, calendar: calendar, method: method)
            return
        }
        return nil
    }

    init(uid: String, calendar: Component, method: Keyword?) {
        self.uid = uid
        self.calendar = calendar
        self.method = method
    }

    /// Compares the UIDs and the calendars, but not the methods.
    public static func == (left: CalendarObject, right: CalendarObject) -> Bool {
        left.uid == right.uid && left.calendar == right.calendar
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(uid)
        hasher.combine(calendar)
    }

    /// The events: the master and its overrides, in order.
    public var events: [VEvent] {
        calendar.components(named: .event).compactMap { VEvent($0) }
    }

    /// The event without a RECURRENCE-ID; nil when the object has only overrides.
    public var master: VEvent? {
        events.first { $0.component.first(.recurrenceID) == nil }
    }

    /// The overrides: events that replace one occurrence each (RFC 5545 section 3.8.4.4).
    public var overrides: [VEvent] {
        events.filter { $0.component.first(.recurrenceID) != nil }
    }

    /// The zone that a time of this object names: the known one, or else as the object describes
    /// it.
    ///
    /// A name such as `Customized Time Zone` means something else in every object, so a described
    /// zone must not be put into a catalogue that objects share.
    public func zone(_ id: ZoneID, known: ZoneCatalogue) -> Zone? {
        if let zone = known.zone(id) { return zone }
        for zone in calendar.components(named: .timeZone) {
            guard let name = zone.first(.zoneID)?.textValue, ZoneID(name) == id else { continue }
            return zone.zone(known: known)
        }
        return nil
    }

    /// Whether two objects have the same content, no matter which program wrote them.
    ///
    /// Their components must be equal, octet for octet. The calendar's properties and VTIMEZONEs
    /// with a well-known name don't count: they change when a calendar is exported and imported
    /// again.
    public func hasSameContent(as other: CalendarObject) -> Bool {
        content == other.content && ownZones == other.ownZones
    }

    /// The components other than VTIMEZONEs.
    private var content: [Component] {
        calendar.components.filter { !$0.isNamed(.timeZone) }
    }

    /// The VTIMEZONEs whose names don't tell which zone they mean.
    private var ownZones: [Component] {
        calendar.components(named: .timeZone).filter { zone in
            guard let name = zone.first(.zoneID)?.textValue else { return false }
            return ZoneCatalogue.ianaName(for: name) == nil
        }
    }

    /// The object as iCalendar text.
    public var text: [UInt8] { CalendarText.write([calendar]) }
}
