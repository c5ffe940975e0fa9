public import CivilTime

/// Everything that one account can see: calendars and events, indexed for windows of time, with
/// edits that can be undone.
///
/// The agenda is a value and reads no clock: the caller passes in the time and the viewer's zone.
/// An edit changes the agenda at once and returns the changes to send to the server; ``revert(_:)``
/// takes back one that the server refuses.
public struct Agenda: Sendable {
    /// The calendars, by their identity.
    public internal(set) var calendars: [CalendarID: CalendarCollection] = [:]
    /// The zones that have been loaded.
    public internal(set) var zones = ZoneCatalogue()
    /// The viewer's account; empty until ``setAccount(_:)`` is called.
    public internal(set) var account = ""
    /// The name and address in which the viewer invites others; nil until ``setHost(_:)`` is called.
    public internal(set) var host: Guest?
    /// The group that is viewed on its own, if any.
    public internal(set) var groupView: GroupView?
    /// The viewer's zone: its wall clock decides which day a time is on.
    public internal(set) var zone: Zone = .utc
    /// A number that grows with every change that may affect a view.
    public internal(set) var revision = 0
    /// A number that grows with every change except showing or hiding calendars.
    public var contentRevision: Int { revision - visibilityChangeCount }
    var visibilityChangeCount = 0

    /// The series by slot; the slot of a removed series is used again.
    var slots: [Series?] = []
    /// The entity tags of the objects by slot; empty until the server has given one.
    var etags: [String] = []
    /// The time that each object takes, by slot.
    var busySpans: [ObjectBusySpan] = []
    /// A number for each calendar that ever had an object; ``busySpans`` use it.
    var calendarNumbers: [CalendarID: Int32] = [:]
    var freeSlots: [Int32] = []
    /// The slots of series that may happen on any day, because not all of their text is read.
    var slotsLackingStarts: Set<Int32> = []
    /// When the alarms of an object may ring, by slot.
    var alarmSpans: [AlarmSpan] = []
    var slotByObject: [ObjectID: Int32] = [:]
    /// Zones that events name and that aren't loaded yet but might be, by their names in the zone
    /// database.
    var loadableZones: Set<String> = []
    /// How many names that the zone database doesn't have were ever added to ``loadableZones``.
    var strangeZoneCount = 0
    /// Objects that aren't shown until the zones they name are loaded.
    var waiting: [ObjectID: WaitingObject] = [:]
    /// Objects whose zones are settled, but that haven't been parsed yet.
    var readyObjects: [ObjectID] = []
    /// The zones that can't be loaded from anywhere; objects that name them no longer wait for
    /// them.
    var unavailableZones: Set<String> = []
    /// What others' events cost, including those in ``waiting``.
    var sharedTextBudget = SharedTextBudget()
    var index = WindowIndex()
    /// The folded texts of the series that are ready to be searched.
    var searchIndex = SearchIndex()

    var done: [Edit] = []
    /// The other steps that can be undone or redone, in the order in which they were done or undone.
    var otherSteps: [OtherStep] = []
    /// The highest order that a step has had.
    var stepCount = 0
    var undone: [Edit] = []
    /// Edits that can no longer be undone or redone, but that the server may still refuse.
    var retired: [Edit] = []
    var editCount = 0

    /// Creates an empty agenda, seen in UTC.
    public init() {}

    /// The number of stored objects.
    public var objectCount: Int { slotByObject.count }

    /// What is stored at an address, also if it waits for a time zone.
    public func storedObject(_ id: ObjectID) -> (etag: String, text: [UInt8], isUnanswered: Bool)? {
        if let waiting = waiting[id] { return (waiting.etag, waiting.text, waiting.isUnanswered) }
        return series(id).map { (etag(of: id) ?? "", $0.text, $0.isUnanswered) }
    }

    /// The addresses of all objects, also of those that wait for a time zone.
    public var objects: [ObjectID] {
        Array(slotByObject.keys) + waiting.keys.filter { slotByObject[$0] == nil }
    }

    /// The series stored at an address.
    public func series(_ id: ObjectID) -> Series? {
        slotByObject[id].flatMap { slots[Int($0)] }
    }

    /// The numbers of the viewer's own calendars.
    ///
    /// Their events come first, because nobody else can add to them.
    var ownCalendarNumbers: Set<Int32> {
        Set(calendarNumbers.lazy.filter { self.calendars[$0.key]?.level == .own }.map { $0.value })
    }

    /// The calendar of the viewer's own that has an event with one of some UIDs; nil if none does.
    public func ownCalendar(withUID uids: Set<String>) -> CalendarID? {
        for case let series? in slots where uids.contains(series.uid) {
            let calendar = series.id.calendar
            if calendars[calendar]?.level == .own { return calendar }
        }
        return nil
    }

    /// The entity tag that the server gave the object at an address; empty if it hasn't given one
    /// yet, nil if there is no such object.
    public func etag(of id: ObjectID) -> String? {
        slotByObject[id].map { etags[Int($0)] }
    }
}
