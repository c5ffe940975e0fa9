import CivilTime

/// Gathers the components of a file by UID.
struct ObjectSplitter {
    /// A component that was found sound.
    private struct Entry {
        var component: Component
        let isException: Bool
    }

    /// The components of one UID.
    private struct Group {
        let uid: [UInt8]
        /// The calendar they stand in, without its components.
        let head: [Node]
        /// Which calendar of the file they stand in.
        let calendar: Int
        var entries: [Entry] = []
        /// Where among the entries each one is, by the octets of its RECURRENCE-ID.
        var placeOf: [[UInt8]: Int] = [:]
        var hasDroppedMaster = false
    }

    private var log: ProblemLog
    private let zones: ZoneCatalogue?
    private var groups: [Group] = []
    private var groupOfUID: [[UInt8]: Int] = [:]
    private var zonesOfCalendars: [FileZones] = []

    init(problems: [Problem], zones: ZoneCatalogue?) {
        log = ProblemLog(continuing: problems)
        self.zones = zones
    }

    /// Everything noted so far, in the order of the lines.
    var problems: [Problem] { log.sorted }

    mutating func note(_ kind: Problem.Kind, line: Int) {
        log.note(kind, line: line)
    }

    /// Takes the components of one VCALENDAR.
    mutating func take(_ calendar: Component) {
        let head = Self.head(of: calendar)
        zonesOfCalendars.append(FileZones(of: calendar, known: zones))
        for case .component(let component) in calendar.nodes
        where !component.isNamed(.timeZone) {
            take(component, head: head)
        }
    }

    private mutating func take(_ component: Component, head: [Node]) {
        let isEvent = component.isNamed(.event)
        let isTask = component.isNamed(.task) || component.isNamed(.journal)
        let written = component.first(.uid)?.trimmedOctets ?? []
        guard isEvent || isTask || !written.isEmpty else {
            return note(.unknownComponent(component: component.name), line: component.line)
        }
        let isException = component.first(.recurrenceID) != nil
        let isSound = ComponentCheck(component, isEvent: isEvent)
            .run(zones: &zonesOfCalendars[zonesOfCalendars.count - 1], log: &log)
        guard isSound else {
            if !isException, !written.isEmpty {
                groups[groupIndex(of: written, head: head)].hasDroppedMaster = true
            }
            return
        }
        var component = component
        if written.isEmpty {
            note(.missingUID(component: component.name), line: component.line)
        }
        let uid = written.isEmpty ? component.identify() : written
        let entry = Entry(component: component, isException: isException)
        add(entry, to: groupIndex(of: uid, head: head), head: head)
    }

    private mutating func groupIndex(of uid: [UInt8], head: [Node]) -> Int {
        if let index = groupOfUID[uid] { return index }
        groups.append(Group(uid: uid, head: head, calendar: zonesOfCalendars.count - 1))
        groupOfUID[uid] = groups.count - 1
        return groups.count - 1
    }

    /// Adds a component, unless the group has the same one already.
    private mutating func add(_ entry: Entry, to index: Int, head: [Node]) {
        let component = entry.component
        let key = component.occurrenceKey
        guard let twin = groups[index].placeOf[key] else {
            groups[index].placeOf[key] = groups[index].entries.count
            groups[index].entries.append(entry)
            return
        }
        let other = groups[index].entries[twin].component
        if !entry.isException, component.isOtherEvent(than: other) {
            addRenamed(component, head: head)
            return
        }
        let isNewer = component.isNewer(than: other)
        let dropped = isNewer ? other : component
        note(.duplicate(component: dropped.name), line: dropped.line)
        if isNewer { groups[index].entries[twin] = entry }
    }

    /// Gives an event that only shares its UID with another one a UID of its own.
    private mutating func addRenamed(_ component: Component, head: [Node]) {
        note(.sharedUID, line: component.line)
        var component = component
        let index = groupIndex(of: component.identify(), head: head)
        guard groups[index].entries.isEmpty else { return }
        groups[index].placeOf[component.occurrenceKey] = 0
        groups[index].entries.append(Entry(component: component, isException: false))
    }

    /// The objects, after exceptions of what was dropped are dropped too.
    mutating func finish(droppedUIDs: [[UInt8]]) -> [CalendarObject] {
        for uid in droppedUIDs {
            if let index = groupOfUID[uid] { groups[index].hasDroppedMaster = true }
        }
        var objects: [CalendarObject] = []
        objects.reserveCapacity(groups.count)
        for group in groups where !group.entries.isEmpty {
            if group.hasDroppedMaster, group.entries.allSatisfy({ $0.isException }) {
                for entry in group.entries {
                    note(.exceptionOfDropped, line: entry.component.line)
                }
            } else {
                objects.append(object(of: group))
            }
        }
        return objects
    }

    private func object(of group: Group) -> CalendarObject {
        var calendar = Component(name: "VCALENDAR", nodes: group.head)
        let components = group.entries.map { $0.component }
        for zone in zonesOfCalendars[group.calendar].zones(usedBy: components) {
            calendar.append(zone)
        }
        for component in components { calendar.append(component) }
        return CalendarObject(
            uid: TextValue.unescaped(group.uid[...]),
            calendar: calendar
        )
    }

    /// What an object keeps of the calendar around it.
    ///
    /// Name, colour and method speak of the file, not of an event in it.
    private static func head(of calendar: Component) -> [Node] {
        let version = calendar.first(.version) ?? Property(name: "VERSION", rawValue: "2.0")
        let product =
            calendar.first(.productID) ?? Property(name: "PRODID", rawValue: CalendarText.productID)
        let properties = [version, product] + calendar.all(.calendarScale).prefix(1)
        return properties.map { .property($0) }
    }
}
