public import CivilTime

/// Everything one person can see: calendars and events, indexed for windows of time, with edits
/// that can be undone.
///
/// The agenda is a value and reads no clock: whoever holds it says what time it is and which zone
/// it is seen in. Every edit changes it at once and says what to tell the server; a refused edit
/// is taken back by ``revert(_:)``.
public struct Agenda: Sendable {
    /// The calendars by identity.
    public internal(set) var calendars: [CalendarID: CalendarCollection] = [:]
    /// The zones that are known.
    public internal(set) var zones = ZoneCatalogue()
    /// The account whose agenda it is; empty as long as nobody said.
    public internal(set) var account = ""
    /// The group that is looked at by itself, if one is.
    public internal(set) var groupView: GroupView?
    /// The fellow members that are switched off.
    var hiddenPeople: Set<String> = []
    /// The zone whose wall clock the viewer reads.
    public internal(set) var zone: Zone = .utc
    /// A number that grows with every change that a view may show.
    public internal(set) var revision = 0
    /// A number that grows with every change but the showing and hiding of calendars.
    public var contentRevision: Int { revision - visibilityChangeCount }
    var visibilityChangeCount = 0

    /// The series by place; a place is used again after its series is removed.
    var slots: [Series?] = []
    /// The entity tags of the objects by place; empty where the server has none yet.
    var etags: [String] = []
    /// What time the objects take, by place.
    var claims: [ObjectBusySpan] = []
    /// The calendars that ever had an object, numbered for the claims.
    var calendarNumbers: [CalendarID: Int32] = [:]
    var freeSlots: [Int32] = []
    var slotByObject: [ObjectID: Int32] = [:]
    /// How many series name a zone that is not known.
    var missingCounts: [ZoneID: Int] = [:]
    /// Objects that name a zone which is not known: they are not shown before it is.
    var waiting: [ObjectID: WaitingObject] = [:]
    /// The zones that nobody has; what names them is shown without.
    var zonesOfNobody: Set<String> = []
    var index = WindowIndex()
    /// The folded texts of those series that were made ready for searching.
    var searchIndex = SearchIndex()

    var done: [Edit] = []
    var undone: [Edit] = []
    /// Edits that can't be undone or done again any more, but that a server may still refuse.
    var retired: [Edit] = []
    var editCount = 0

    /// An agenda with nothing in it, seen in UTC.
    public init() {}

    /// How many objects there are.
    public var objectCount: Int { slotByObject.count }

    /// The series stored at an address.
    public func series(_ id: ObjectID) -> Series? {
        slotByObject[id].flatMap { slots[Int($0)] }
    }

    /// The entity tag the server gave for the object at an address; empty for an object that it does
    /// not have yet, nil when there is no such object.
    public func etag(of id: ObjectID) -> String? {
        slotByObject[id].map { etags[Int($0)] }
    }

    /// The zones that events name and that are not known yet, by the names of the zone database
    /// where there is one, in order; without those that nobody has.
    public var missingZones: [ZoneID] {
        var names: Set<String> = []
        for id in missingCounts.keys { names.insert(Self.zoneName(id)) }
        for object in waiting.values { names.formUnion(object.zones) }
        return names.subtracting(zonesOfNobody).sorted().map { ZoneID($0) }
    }

    /// The name of a zone in the zone database, where it has one.
    static func zoneName(_ id: ZoneID) -> String {
        ZoneCatalogue.ianaName(for: id.name) ?? id.name
    }
}
