import CivilTime
import ICalendar
import Recurrence

/// The properties of a `VEVENT` that say when it is and how it's shown, read in one pass over its
/// lines.
///
/// Looking up each property by name would walk over all lines a dozen times, which takes too long
/// for a page with ten thousand events.
struct EventProperties {
    private(set) var uid: String?
    private(set) var start: CalendarTime?
    private(set) var writtenEnd: CalendarTime?
    private(set) var duration: CalendarDuration?
    private(set) var recurrenceID: CalendarTime?
    private(set) var isForThisAndFuture = false
    private(set) var title = ""
    private(set) var location = ""
    private(set) var color: EventColor?
    private(set) var status = EventStatus.confirmed
    private(set) var rules: [Property] = []
    private(set) var exceptionRules: [Property] = []
    private(set) var dates: [Property] = []
    private(set) var exceptionDates: [Property] = []
    private(set) var isTransparent = false
    /// The alarms that remind of it, each once.
    private(set) var alarms: [EventAlarm] = []
    private var lastAcknowledged: CalendarTime?
    private var snoozedUntil: CalendarTime?
    private var proposal = ""
    private var asked: [EventAnswer] = []
    private var hasEnd = false
    /// The property names found so far, one bit each: of most properties only the first counts.
    private var seen: UInt64 = 0

    /// Reads a component; nil if it isn't an event or has no readable start.
    init?(_ component: Component) {
        guard component.isNamed(.event) else { return nil }
        for node in component.nodes {
            if case .component(let component) = node, alarms.count < Limits.remindersMax,
                let alarm = EventAlarm(component)
            {
                add(alarm)
            }
            guard case .property(let property) = node else { continue }
            guard let name = property.knownName else {
                readUnknown(property)
                continue
            }
            switch name {
            case .attendee:
                guard asked.count < Limits.attendeesShownMax,
                    let account = ProposalMember.account(property)
                else { break }
                let choice = property.parameter("PARTSTAT").flatMap { ProposalChoice(partStat: $0) }
                asked.append(EventAnswer(account: account, choice: choice))
            case .recurrenceRule: rules.append(property)
            case .exceptionRule: exceptionRules.append(property)
            case .recurrenceDates: dates.append(property)
            case .exceptionDates: exceptionDates.append(property)
            default:
                let bit = UInt64(1) << UInt64(name.rawValue)
                if seen & bit == 0 { read(property, name) }
                seen |= bit
            }
        }
        guard start != nil else { return nil }
        readThunderbirdsTimes()
    }

    /// Adds an alarm, unless another rings at the same times: then the later acknowledgement counts.
    private mutating func add(_ alarm: EventAlarm) {
        if let place = alarms.firstIndex(where: alarm.isSame) {
            alarms[place].acknowledge(alarm.acknowledged)
        } else {
            alarms.append(alarm)
        }
    }

    /// Reads a property whose name isn't known.
    ///
    /// This runs for every such property, so names are compared without making a string.
    private mutating func readUnknown(_ property: Property) {
        guard property.raw.first.map({ $0 | 0x20 == 0x78 }) == true else { return }
        if property.hasName(Candidate.identityName) { proposal = property.textValue }
        if property.hasName(ThunderbirdReminder.acknowledged) { lastAcknowledged = property.time }
        if property.hasName(ThunderbirdReminder.snoozedUntil) { snoozedUntil = property.time }
    }

    /// Applies what Thunderbird notes about the event's reminders outside its alarms.
    private mutating func readThunderbirdsTimes() {
        guard !alarms.isEmpty else { return }
        if case .utc(let instant)? = snoozedUntil { add(EventAlarm(snoozedUntil: instant)) }
        guard case .utc(let instant)? = lastAcknowledged else { return }
        for place in alarms.indices { alarms[place].acknowledge(instant) }
    }

    private mutating func read(_ property: Property, _ name: PropertyName) {
        switch name {
        case .uid: uid = property.shownText
        case .dateTimeStart: start = property.eventTime
        case .dateTimeEnd:
            hasEnd = true
            writtenEnd = property.eventTime
        case .duration: duration = property.duration
        case .recurrenceID:
            recurrenceID = property.eventTime
            isForThisAndFuture = property.isForThisAndFuture
        case .summary: title = property.shownText
        case .location: location = property.shownText
        case .color: color = EventColor(property.textValue)
        case .status: status = EventStatus(property)
        case .transparency: isTransparent = property.isTransparent
        default: break
        }
    }

    /// The exclusive end by `DTEND`, `DURATION` or the default of the RFC.
    func end(from start: CalendarTime) -> CalendarTime {
        VEvent.end(of: start, written: writtenEnd, duration: ownDuration)
    }

    /// The accounts that are asked, and in a group's calendar the identity of the proposal; nil if
    /// there is neither.
    func answers(isOfGroup: Bool) -> EventAnswers? {
        let identity = isOfGroup ? proposal : ""
        guard !asked.isEmpty || !identity.isEmpty else { return nil }
        return EventAnswers(identity: identity, list: asked)
    }

    /// The duration; nil if there is a `DTEND`.
    var ownDuration: CalendarDuration? { hasEnd ? nil : duration }
}

extension Property {
    /// The time; floating if the name of its zone is absurdly long.
    fileprivate var eventTime: CalendarTime? {
        guard case .zoned(let civil, let zone) = time else { return time }
        return zone.name.utf8.count > Limits.zoneNameBytesMax
            ? .floating(civil) : .zoned(civil, zone)
    }

    /// The text, shortened to what views show, since they copy it for each occurrence, and with
    /// blanks for the control characters that RFC 5545, 3.1 doesn't allow.
    fileprivate var shownText: String {
        let text = textValue
        let isPlain = text.utf8.allSatisfy { !$0.isForbiddenControl }
        guard text.utf8.count > Limits.titleBytesMax || !isPlain else { return text }
        var octets = text.utf8.map { $0.isForbiddenControl ? 0x20 : $0 }
        if octets.count > Limits.titleBytesMax {
            var end = Limits.titleBytesMax
            // Don't cut within a character.
            while end > 0, octets[end] & 0xC0 == 0x80 { end -= 1 }
            octets.removeSubrange(end...)
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Whether it has a name, in any case.
    func hasName(_ name: String) -> Bool {
        let name = name.utf8
        let line = raw
        guard line.count > name.count, zip(line, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else {
            return false
        }
        let end = line[line.startIndex + name.count]
        return end == 0x3A || end == 0x3B
    }

    /// Whether the value of a `TRANSP` is `TRANSPARENT`, which leaves the time free.
    fileprivate var isTransparent: Bool {
        let wanted = "TRANSPARENT".utf8
        let value = valueOctets
        return value.count == wanted.count
            && zip(value, wanted).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}

extension UInt8 {
    /// Whether it's a control character that no text may have: all but tab and line break.
    fileprivate var isForbiddenControl: Bool {
        self < 0x20 && self != 0x09 && self != 0x0A || self == 0x7F
    }
}
