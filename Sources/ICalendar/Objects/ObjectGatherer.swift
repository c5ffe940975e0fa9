import CivilTime

/// Groups the components of a file into objects by UID.
///
/// The survey of the file tells how many components each UID has. They are held until the last one
/// has been read, and then become an object.
struct ObjectGatherer: Sendable {
    /// An object and its place in the file.
    struct Numbered: Sendable {
        let number: Int
        let object: CalendarObject
    }

    /// The components of one UID.
    private struct Group {
        /// The octets of the UID.
        let uid: [UInt8]
        /// The group's number; groups are counted in the order of their first components.
        let number: Int
        /// The index of the file's calendar that the first component is in.
        let calendar: Int
        /// How many components are still to be read, including invalid ones.
        var missingCount: Int32
        var components: [Component] = []
        /// The index of each component by its ``Component/occurrenceKey``.
        var indexOfKey: [[UInt8]: Int] = [:]
        var hasDroppedMaster: Bool
    }

    private var log: ProblemLog
    /// Whether to note harmless violations of the RFC too.
    private let isStrict: Bool
    private let survey: CalendarSurvey
    private var zones: [FileZones]
    private var calendar = -1
    private var message = MessageMark()
    /// The components that are held, grouped by ``MessageMark/key(of:)``.
    private var groups: [[UInt8]: Group] = [:]
    private var groupCount = 0
    private var objects: [Numbered] = []
    /// Digests of the new UIDs of events that had the UID of a different event.
    private var derivedUIDs: Set<UInt64> = []

    init(_ survey: CalendarSurvey, zones: ZoneCatalogue?, isStrict: Bool) {
        self.survey = survey
        self.isStrict = isStrict
        self.zones = survey.heads.map { FileZones($0.zones, known: zones) }
        log = ProblemLog(continuing: survey.problems)
        for calendar in self.zones {
            for line in calendar.placeLines {
                log.note(.otherForm(property: "VTIMEZONE"), line: line)
            }
        }
        if survey.isBare {
            calendar = 0
            log.note(.missingCalendar, line: survey.heads[0].line)
        } else if isStrict {
            for head in survey.heads { StrictCheck.check(head, log: &log) }
        }
    }

    /// The problems so far, in the order of the lines.
    var problems: [Problem] { log.sorted }

    /// Returns the objects that were completed since the last call.
    mutating func takeObjects() -> [Numbered] {
        let taken = objects
        objects.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func take(_ part: CalendarPart) {
        switch part {
        case .begin:
            calendar += 1
            message.begin()
        case .component(let component): take(component)
        case .property(let property): message.note(property)
        case .unread, .dropped, .end: break
        }
    }

    /// Completes the groups that are still held at the end of the file.
    mutating func finish() {
        let held = groups.sorted { $0.value.number < $1.value.number }
        groups = [:]
        for (_, group) in held { complete(group) }
    }

    // MARK: Components

    private mutating func take(_ component: Component) {
        guard calendar >= 0, !survey.heads.isEmpty else { return refuse(component) }
        guard !component.isNamed(.timeZone) else { return }
        guard survey.isBare ? component.isEventTaskOrJournal : component.canBeObject else {
            let kind = Problem.Kind.unknownComponent(component: component.name)
            return log.note(kind, line: component.line)
        }
        let isEvent = component.isNamed(.event)
        let isOverride = component.first(.recurrenceID) != nil
        let hasUID = component.first(.uid)?.trimmedOctets.isEmpty == false
        let uid = component.uidOctets
        var check = ComponentCheck(
            component,
            isEvent: isEvent,
            mayLackStart: method.map { !$0.describesEvents } ?? false,
            isStrict: isStrict
        )
        log.component = component
        defer { log.component = nil }
        let accepted = check.run(zones: &zones[calendar], log: &log)
        if accepted != nil, !hasUID {
            log.note(.missingUID(component: component.name), line: component.line)
        }
        let key = message.key(of: uid)
        var group = groups.removeValue(forKey: key) ?? newGroup(uid, key)
        group.missingCount -= 1
        if let accepted {
            let identified = hasUID ? accepted : accepted.withDerivedUID
            add(group.missingCount > 0 ? identified.detached : identified, to: &group)
        } else if !isOverride, hasUID {
            group.hasDroppedMaster = true
        }
        if group.missingCount > 0 {
            groups[key] = group
        } else {
            complete(group)
        }
    }

    /// Notes a component that is outside of every calendar.
    private mutating func refuse(_ component: Component) {
        guard survey.heads.isEmpty else {
            return log.note(.outsideComponent, line: component.line)
        }
        let isNoted = log.problems.contains { $0.kind == .notACalendar }
        if !isNoted { log.note(.notACalendar, line: 1) }
    }

    /// The method of the calendar that is being read; nil if it isn't a message.
    private var method: Keyword? { survey.heads[calendar].method }

    private mutating func newGroup(_ uid: [UInt8], _ key: [UInt8]) -> Group {
        groupCount += 1
        return Group(
            uid: uid,
            number: groupCount,
            calendar: calendar,
            missingCount: survey.componentCounts[Digest.of(key)] ?? 1,
            hasDroppedMaster: survey.droppedUIDs.contains(Digest.of(uid))
        )
    }

    /// Adds a component to its group.
    ///
    /// Of two versions of the same one, only the newer one stays. A different event with the same
    /// UID becomes an object of its own.
    private mutating func add(_ component: Component, to group: inout Group) {
        let key = component.occurrenceKey
        guard let index = group.indexOfKey[key] else {
            group.indexOfKey[key] = group.components.count
            group.components.append(component)
            return
        }
        let other = group.components[index]
        if key.isEmpty, method?.isOneMessage != true, component.isDifferentEvent(from: other) {
            completeRenamed(component)
            return
        }
        let isNewer = component.isNewer(than: other)
        let dropped = isNewer ? other : component
        log.note(.duplicate(component: dropped.name), line: dropped.line)
        if isNewer { group.components[index] = component }
    }

    /// Completes an event under a new UID, because a different event has its UID.
    private mutating func completeRenamed(_ component: Component) {
        log.note(.sharedUID, line: component.line)
        let renamed = component.withDerivedUID
        let uid = renamed.uidOctets
        guard derivedUIDs.insert(Digest.of(uid)).inserted else { return }
        groupCount += 1
        objects.append(
            Numbered(number: groupCount, object: object([renamed], uid: uid, calendar: calendar))
        )
    }

    // MARK: Objects

    /// Makes an object of a group, unless it has nothing left but overrides of a dropped master.
    private mutating func complete(_ group: Group) {
        var components = group.components
        guard !components.isEmpty else { return }
        if group.hasDroppedMaster, components.allSatisfy({ $0.first(.recurrenceID) != nil }) {
            for component in components {
                log.component = component
                log.note(.overrideOfDropped, line: component.line)
            }
            log.component = nil
            return
        }
        findSeries(among: &components)
        if isStrict { StrictCheck.checkTogether(components, log: &log) }
        let object = object(components, uid: group.uid, calendar: group.calendar)
        objects.append(Numbered(number: group.number, object: object))
    }

    /// Makes the series of an exception that has a rule, if the file has no other series for it.
    ///
    /// Some programs write such an event for the rest of a series whose beginning they leave out.
    private mutating func findSeries(among components: inout [Component]) {
        defer { log.component = nil }
        let hasSeries = components.contains { $0.first(.recurrenceID) == nil }
        var isFound = hasSeries
        for (place, component) in components.enumerated() {
            guard component.first(.recurrenceID) != nil, component.first(.recurrenceRule) != nil
            else { continue }
            log.component = component
            if isFound || component.first(.recurrenceRule)?.rule == nil {
                ComponentCheck.noteRules(ofOverride: component, log: &log)
                continue
            }
            isFound = true
            log.note(.seriesOfOverride, line: component.first(.recurrenceID)?.line ?? 0)
            components[place].remove(.recurrenceID)
        }
    }

    private func object(
        _ components: [Component],
        uid: [UInt8],
        calendar: Int
    ) -> CalendarObject {
        let places = zones[calendar].places
        let components = places.isEmpty ? components : components.map { $0.renamingZones(places) }
        var nodes = survey.heads[calendar].nodes
        nodes += zones[calendar].zones(usedBy: components).map { .component($0) }
        nodes += components.map { .component($0) }
        return CalendarObject(
            uid: TextValue.unescaped(uid[...]),
            calendar: Component(name: "VCALENDAR", nodes: nodes),
            method: survey.heads[calendar].method
        )
    }
}
