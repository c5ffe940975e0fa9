public import CivilTime

/// A first pass over a whole file, which finds what is needed to split it into objects.
///
/// What belongs to an event may be anywhere in a file: its time zone after it, its overrides at the
/// other end. So a file too long to hold in memory is read twice: for a survey, which takes a few
/// bytes per event, and then by ``CalendarObjects``, which returns its objects.
///
/// ```swift
/// var survey = CalendarSurvey()
/// for piece in pieces { survey.take(piece) }
/// survey.finish()
/// var objects = CalendarObjects(survey, zones: catalogue(of: survey.zoneNames))
/// for piece in pieces { for object in objects.take(piece) { keep(object) } }
/// for object in objects.finish() { keep(object) }
/// ```
public struct CalendarSurvey: Sendable {
    private var stream: CalendarStream
    /// The charset of lines that aren't in UTF-8; nil if none was declared.
    let charset: Charset?
    private var problemsBefore: [Problem] = []
    private var names = ZoneNames()
    private var suggestions = Suggestions()
    /// How many components each object has, by the digest of its key (``MessageMark``).
    private(set) var componentCounts: [UInt64: Int32] = [:]
    /// Digests of the UIDs of events that are left out.
    private(set) var droppedUIDs: Set<UInt64> = []
    /// The message that is being read.
    private var message = MessageMark()
    /// What objects keep of the calendar around them, for each calendar of the file.
    var heads: [CalendarHead] { isBare ? [bareHead].compactMap { $0 } : ownHeads }
    /// Whether the file has events but no VCALENDAR.
    var isBare: Bool { ownHeads.isEmpty && bareHead != nil }
    private var ownHeads: [CalendarHead] = []
    /// Replaces the head of the calendar for events that have none.
    private var bareHead: CalendarHead?
    /// The VTIMEZONEs before the first of these events.
    private var bareZones: [Component] = []

    /// Makes a survey at the beginning of a file.
    ///
    /// - Parameter charset: The charset of lines that aren't in UTF-8; nil if none was declared.
    public init(charset: Charset? = nil) {
        self.charset = charset
        stream = CalendarStream(charset: charset)
    }

    init(problems: [Problem]) {
        self.init()
        problemsBefore = problems
    }

    /// Reads the next piece of the file.
    public mutating func take(_ piece: [UInt8]) {
        for part in stream.take(piece) { note(part) }
    }

    /// Finishes the file.
    public mutating func finish() {
        for part in stream.finish() { note(part) }
        problemsBefore = stream.problems
    }

    /// The problems of the text, in the order of its lines; ``CalendarObjects`` finds those of the
    /// events.
    public var problems: [Problem] { problemsBefore }

    /// About how many objects the file has: invalid ones count too, events that share a UID count
    /// once.
    public var objectCount: Int { componentCounts.count }

    /// The zones that times name with `TZID`, each once, in the order of the text.
    public var zoneNames: [ZoneID] { names.names }

    /// The name the file gives the calendar: `NAME` (RFC 7986) or `X-WR-CALNAME`.
    public var suggestedName: String? { suggestions.name ?? suggestions.otherName }

    /// The colour the file gives the calendar: a CSS name, or `#RRGGBB`.
    public var suggestedColor: String? {
        guard let color = suggestions.color else { return suggestions.otherColor }
        return ColorName.own(suggestions.ownColor, writtenAs: color) ?? color
    }

    /// The zone that `X-WR-TIMEZONE` names; floating times stay floating anyway.
    public var suggestedZoneName: String? { suggestions.zoneName }

    /// How often the file's author suggests fetching it again: `REFRESH-INTERVAL` (RFC 7986, 5.7),
    /// or `X-PUBLISHED-TTL`.
    public var refreshInterval: CalendarDuration? {
        (suggestions.interval ?? suggestions.otherInterval).flatMap { CalendarDuration($0) }
    }

    mutating func note(_ part: CalendarPart) {
        switch part {
        case .begin(let calendar):
            message.begin()
            ownHeads.append(CalendarHead(line: calendar.line))
        case .property(let property):
            suggestions.note(property)
            message.note(property)
            ownHeads[ownHeads.count - 1].note(property)
        case .component(let component): note(component)
        case .dropped(let uid): droppedUIDs.insert(Digest.of(uid))
        case .unread, .end: break
        }
    }

    private mutating func note(_ component: Component) {
        names.collect(from: component, withLocations: true)
        if component.isNamed(.timeZone) {
            note(zone: component)
        } else if component.canBeObject {
            if ownHeads.isEmpty, component.isEventTaskOrJournal { noteBare(component) }
            let key = message.key(of: component.uidOctets)
            componentCounts[Digest.of(key), default: 0] += 1
        }
    }
}

extension CalendarSurvey {
    private mutating func note(zone: Component) {
        if !ownHeads.isEmpty {
            ownHeads[ownHeads.count - 1].note(zone: zone)
        } else if bareHead != nil {
            bareHead?.note(zone: zone)
        } else if bareZones.count < Limits.zonesOfCalendarMax {
            bareZones.append(zone.detached)
        }
    }

    private mutating func noteBare(_ component: Component) {
        guard bareHead == nil else { return }
        var head = CalendarHead(line: component.line)
        for zone in bareZones { head.note(zone: zone) }
        bareHead = head
        bareZones = []
    }
}

/// What an object keeps of the calendar around it.
///
/// That excludes name, colour and method, which describe the file and not its events.
struct CalendarHead: Sendable {
    /// The line on which the calendar begins.
    let line: Int
    private var version: Property?
    private var product: Property?
    private var scale: Property?
    /// The purpose of the message (`METHOD`); nil if the calendar isn't a message.
    private(set) var method: Keyword?
    private(set) var zones: [Component] = []

    init(line: Int) {
        self.line = line
    }

    /// The required properties that this calendar lacks (RFC 5545 section 3.6).
    var missing: [PropertyName] {
        (version == nil ? [.version] : []) + (product == nil ? [.productID] : [])
    }

    mutating func note(_ property: Property) {
        switch property.knownName {
        case .version where version == nil: version = property.detached
        case .productID where product == nil: product = property.detached
        case .calendarScale where scale == nil: scale = property.detached
        case .method where method == nil: method = Keyword(property.textValue)
        default: break
        }
    }

    mutating func note(zone: Component) {
        guard zones.count < Limits.zonesOfCalendarMax else { return }
        zones.append(zone.detached)
    }

    /// The properties for a calendar with a single object.
    var nodes: [Node] {
        // A calendar of vCalendar 1.0 is rewritten, so it doesn't keep its version.
        let written = self.version.flatMap { $0.rawValue.isSame(ignoringCase: "1.0") ? nil : $0 }
        let version = written ?? Property(name: "VERSION", rawValue: "2.0")
        let product = self.product ?? Property(name: "PRODID", rawValue: CalendarText.productID)
        return [.property(version), .property(product)] + (scale.map { [.property($0)] } ?? [])
    }
}

/// What a file says about its calendar.
private struct Suggestions: Sendable {
    var name: String?
    var otherName: String?
    var color: String?
    var ownColor: String?
    var otherColor: String?
    var zoneName: String?
    var interval: String?
    var otherInterval: String?

    mutating func note(_ property: Property) {
        switch property.knownName {
        case .name: Self.set(&name, property)
        case .nonstandardCalendarName: Self.set(&otherName, property)
        case .color: Self.set(&color, property)
        case .nonstandardCalendarZone: Self.set(&zoneName, property)
        case .refreshInterval: Self.set(&interval, property)
        case nil where property.isNamed("X-PUBLISHED-TTL"): Self.set(&otherInterval, property)
        case nil where property.isNamed(ColorName.property): Self.set(&ownColor, property)
        case nil where property.isNamed("X-APPLE-CALENDAR-COLOR"):
            Self.set(&otherColor, property)
            otherColor = otherColor.map { Self.opaque($0) }
        default: break
        }
    }

    /// Sets a text unless it has been set before.
    private static func set(_ text: inout String?, _ property: Property) {
        guard text == nil else { return }
        let new = property.textValue
        if !new.isEmpty { text = new }
    }

    /// A colour without the opacity that Apple adds: `#RRGGBBAA` becomes `#RRGGBB`.
    private static func opaque(_ color: String) -> String {
        guard color.utf8.first == 0x23, color.utf8.count == 9 else { return color }
        return String(decoding: color.utf8.prefix(7), as: UTF8.self)
    }
}

/// A 64-bit digest (FNV-1a), so that a UID takes eight bytes.
///
/// It isn't safe against forgery, but a file with colliding UIDs harms only itself.
enum Digest {
    static func of(_ octets: some Sequence<UInt8>) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in octets { digest = (digest ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
        return digest
    }
}

extension Component {
    /// Whether this can be part of an object: an event, task or journal entry, or anything with a
    /// UID.
    var canBeObject: Bool {
        isEventTaskOrJournal || first(.uid)?.trimmedOctets.isEmpty == false
    }

    /// Whether this is an event, a task or a journal entry.
    var isEventTaskOrJournal: Bool {
        switch knownName {
        case .event, .task, .journal: true
        default: false
        }
    }

    /// The UID, or one derived from the content if there is none.
    var uidOctets: [UInt8] {
        let written = first(.uid)?.trimmedOctets ?? []
        return written.isEmpty ? derivedUID : written
    }
}
