import CivilTime

/// Gathers the components of a file by UID.
///
/// The components of one UID are held until the last of them has come, which the survey of the
/// file tells, and then become an object.
struct ObjectGatherer: Sendable {
    /// An object, and which one of the file it is.
    struct Numbered: Sendable {
        let number: Int
        let object: CalendarObject
    }

    /// The components of one UID.
    private struct Group {
        /// Which group of the file it is, by its first component.
        let number: Int
        /// Which calendar of the file they stand in.
        let calendar: Int
        /// How many components are still to come, unsound ones too.
        var missingCount: Int32
        var components: [Component] = []
        /// Where among the components each one is, by the octets of its RECURRENCE-ID.
        var placeOf: [[UInt8]: Int] = [:]
        var hasDroppedMaster: Bool
    }

    private var log: ProblemLog
    /// Whether what the RFC forbids is noted too where it does no harm.
    private let isStrict: Bool
    private let survey: CalendarSurvey
    private var zones: [FileZones]
    private var calendar = -1
    private var groups: [[UInt8]: Group] = [:]
    private var groupCount = 0
    private var objects: [Numbered] = []
    /// Digests of the UIDs that were derived for events that shared theirs with another one.
    private var derivedUIDs: Set<UInt64> = []

    init(_ survey: CalendarSurvey, zones: ZoneCatalogue?, isStrict: Bool) {
        self.survey = survey
        self.isStrict = isStrict
        self.zones = survey.heads.map { FileZones($0.zones, known: zones) }
        log = ProblemLog(continuing: survey.problems)
        if survey.isBare {
            calendar = 0
            log.note(.missingCalendar, line: survey.heads[0].line)
        } else if isStrict {
            for head in survey.heads { StrictCheck.check(head, log: &log) }
        }
    }

    /// Everything noted so far, in the order of the lines.
    var problems: [Problem] { log.sorted }

    /// Gives the objects that became whole since the last time.
    mutating func takeObjects() -> [Numbered] {
        let taken = objects
        objects.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func take(_ part: CalendarPart) {
        switch part {
        case .begin: calendar += 1
        case .component(let component): take(component)
        case .property, .unread, .dropped, .end: break
        }
    }

    /// Gives what is still held, when the file ends.
    mutating func finish() {
        let held = groups.sorted { $0.value.number < $1.value.number }
        groups = [:]
        for (uid, group) in held { give(group, uid: uid) }
    }

    // MARK: Components

    private mutating func take(_ component: Component) {
        guard calendar >= 0, !survey.heads.isEmpty else { return refuse(component) }
        guard !component.isNamed(.timeZone) else { return }
        guard survey.isBare ? component.isObjectByName : component.canBeObject else {
            let kind = Problem.Kind.unknownComponent(component: component.name)
            return log.note(kind, line: component.line)
        }
        let isEvent = component.isNamed(.event)
        let isException = component.first(.recurrenceID) != nil
        let hasUID = component.first(.uid)?.trimmedOctets.isEmpty == false
        let uid = component.uidOctets
        let isSound = ComponentCheck(component, isEvent: isEvent, isStrict: isStrict)
            .run(zones: &zones[calendar], log: &log)
        if isSound, !hasUID {
            log.note(.missingUID(component: component.name), line: component.line)
        }
        var group = groups.removeValue(forKey: uid) ?? newGroup(uid)
        group.missingCount -= 1
        if isSound {
            let identified = hasUID ? component : component.identified
            add(group.missingCount > 0 ? identified.detached : identified, to: &group)
        } else if !isException, hasUID {
            group.hasDroppedMaster = true
        }
        if group.missingCount > 0 {
            groups[uid] = group
        } else {
            give(group, uid: uid)
        }
    }

    /// Notes what stands outside of every calendar.
    private mutating func refuse(_ component: Component) {
        guard survey.heads.isEmpty else {
            return log.note(.outsideComponent, line: component.line)
        }
        let isNoted = log.problems.contains { $0.kind == .notACalendar }
        if !isNoted { log.note(.notACalendar, line: 1) }
    }

    private mutating func newGroup(_ uid: [UInt8]) -> Group {
        groupCount += 1
        let digest = Digest.of(uid)
        return Group(
            number: groupCount,
            calendar: calendar,
            missingCount: survey.componentCounts[digest] ?? 1,
            hasDroppedMaster: survey.droppedUIDs.contains(digest)
        )
    }

    /// Adds a component, unless the group has the same one already.
    private mutating func add(_ component: Component, to group: inout Group) {
        let key = component.occurrenceKey
        guard let twin = group.placeOf[key] else {
            group.placeOf[key] = group.components.count
            group.components.append(component)
            return
        }
        let other = group.components[twin]
        if key.isEmpty, component.isOtherEvent(than: other) {
            giveRenamed(component, calendar: group.calendar)
            return
        }
        let isNewer = component.isNewer(than: other)
        let dropped = isNewer ? other : component
        log.note(.duplicate(component: dropped.name), line: dropped.line)
        if isNewer { group.components[twin] = component }
    }

    /// Gives an event that only shares its UID with another one a UID of its own.
    private mutating func giveRenamed(_ component: Component, calendar: Int) {
        log.note(.sharedUID, line: component.line)
        let renamed = component.identified
        let uid = renamed.uidOctets
        guard derivedUIDs.insert(Digest.of(uid)).inserted else { return }
        groupCount += 1
        objects.append(
            Numbered(number: groupCount, object: object([renamed], uid: uid, calendar: calendar))
        )
    }

    // MARK: Objects

    /// Makes an object of a group, unless all it has are exceptions of what was dropped.
    private mutating func give(_ group: Group, uid: [UInt8]) {
        let components = group.components
        guard !components.isEmpty else { return }
        if group.hasDroppedMaster, components.allSatisfy({ $0.first(.recurrenceID) != nil }) {
            for component in components { log.note(.exceptionOfDropped, line: component.line) }
            return
        }
        if isStrict { StrictCheck.checkTogether(components, log: &log) }
        let object = object(components, uid: uid, calendar: group.calendar)
        objects.append(Numbered(number: group.number, object: object))
    }

    private func object(
        _ components: [Component],
        uid: [UInt8],
        calendar: Int
    ) -> CalendarObject {
        var nodes = survey.heads[calendar].nodes
        nodes += zones[calendar].zones(usedBy: components).map { .component($0) }
        nodes += components.map { .component($0) }
        return CalendarObject(
            uid: TextValue.unescaped(uid[...]),
            calendar: Component(name: "VCALENDAR", nodes: nodes)
        )
    }
}
