import Agenda
import CivilTime
package import ICalendar
package import Store

/// Parses one calendar object and extracts what queries need.
package enum ObjectReader {
    /// The object in a text that holds exactly one complete object.
    ///
    /// The text is stored as it is, but for values that other programs couldn't read: those are
    /// repaired as in a file. What needs more than that is refused. A calendar program may store only
    /// what RFC 4791, 4.1 calls a calendar object resource.
    package static func draft(
        of octets: [UInt8],
        asResource isResource: Bool = false
    ) throws(ServerError) -> ObjectDraft {
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw .notValid([ObjectProblem(.notText).ofRefusal])
        }
        guard !octets.contains(0) else { throw .notValid([ObjectProblem(.nul).ofRefusal]) }
        let contents = CalendarFile.read(octets)
        let problems = contents.problems.filter { $0.outcome != .kept && !$0.isOfValues }
        guard problems.isEmpty else {
            throw .notValid(
                problems.prefix(Limits.objectProblemsMax).map { ObjectProblem($0).ofRefusal }
            )
        }
        guard let object = contents.objects.first, contents.objects.count == 1 else {
            let count = contents.objects.count
            throw .notValid([ObjectProblem(.notOne(count: count)).ofRefusal])
        }
        guard object.events.allSatisfy({ $0.start != nil }) else {
            throw .notValid([ObjectProblem(Problem(line: 1, kind: .missingStart))])
        }
        // The text is stored as it is, with what belongs to no event.
        let components = CalendarText.parse(octets).components
        let size = ObjectPartCount(of: octets, components)
        let refusal =
            refusal(of: object, size) ?? (isResource ? refusalAsResource(components) : nil)
        if let refusal { throw .notValid([ObjectProblem(refusal).ofRefusal]) }
        guard contents.problems.contains(where: \.isOfValues) else {
            return draft(of: object, text: text, octets: octets)
        }
        let repaired = CalendarText.write(Self.repaired(components, by: object))
        return draft(
            of: object,
            text: String(decoding: repaired, as: UTF8.self),
            octets: repaired
        )
    }

    /// The calendar around an object as it was sent, with the components as they were repaired.
    private static func repaired(
        _ calendars: [Component],
        by object: CalendarObject
    ) -> [Component] {
        var components = object.calendar.components.filter { !$0.isNamed(.timeZone) }[...]
        let zones = object.calendar.components(named: .timeZone)
        return calendars.map { calendar in
            var calendar = calendar
            calendar.mapComponents { component in
                component.first(.uid) == nil ? component : components.popFirst() ?? component
            }
            calendar.removeComponents { $0.isNamed(.timeZone) && !zones.contains($0) }
            return calendar
        }
    }

    /// An object of an imported file, or the reason it is refused.
    package static func draft(of object: CalendarObject) -> Result<ObjectDraft, ObjectProblem> {
        let octets = object.text
        let line = object.events.first?.component.line ?? 1
        guard octets.count <= Limits.objectBytesMax else {
            let max = Limits.objectBytesMax
            let problem = ObjectProblem(.eventTooLong(octetsMax: max), line: line)
            return .failure(problem.named(after: object))
        }
        guard !octets.contains(0) else {
            return .failure(ObjectProblem(.nul, line: line).named(after: object))
        }
        let text = String(decoding: octets, as: UTF8.self)
        if let refusal = refusal(of: object, ObjectPartCount(of: octets, [object.calendar])) {
            return .failure(ObjectProblem(refusal, line: line).named(after: object))
        }
        return .success(draft(of: object, text: text, octets: octets))
    }

    private static func refusal(
        of object: CalendarObject,
        _ count: ObjectPartCount
    ) -> ObjectRefusal? {
        guard object.uid.utf8.count <= Limits.uidBytesMax else {
            return .uidTooLong(max: Limits.uidBytesMax)
        }
        return count.refusal
    }

    private static func refusalAsResource(_ components: [Component]) -> ObjectRefusal? {
        guard components.allSatisfy({ $0.first(.method) == nil }) else { return .isMessage }
        let kinds = Set(
            components.flatMap(\.nodes).compactMap { node -> String? in
                guard case .component(let component) = node, !component.isNamed(.timeZone) else {
                    return nil
                }
                return component.name
            }
        )
        return kinds.count > 1 ? .mixedKinds : nil
    }

    /// Whether two texts hold equivalent objects, so that importing one over the other would only
    /// change its author.
    @Sendable
    package static func isSame(_ kept: String, _ new: String) -> Bool {
        guard let kept = object(of: kept), let new = object(of: new) else { return false }
        return new.hasSameContent(as: kept)
    }

    private static func object(of text: String) -> CalendarObject? {
        CalendarText.parse(text).components.first.flatMap(CalendarObject.init)
    }

    private static func draft(
        of object: CalendarObject,
        text: String,
        octets: [UInt8]
    ) -> ObjectDraft {
        let span = ObjectSpan(of: object)
        return ObjectDraft(
            uid: object.uid,
            etag: "\"\(sha256Text(octets).prefix(32))\"",
            ical: text,
            firstSecond: span.firstSecond,
            lastSecond: span.lastSecond,
            component: object.kind,
            hasAttendees: object.hasAttendees,
            proposal: Candidate.mark(of: object)
        )
    }
}

extension CalendarObject {
    /// The kind of its components: `VEVENT`, `VTODO`, `VJOURNAL` or another one.
    fileprivate var kind: String {
        for case .component(let component) in calendar.nodes where !component.isNamed(.timeZone) {
            return component.name.uppercased()
        }
        return "VEVENT"
    }

    /// Whether somebody is invited to one of its components.
    fileprivate var hasAttendees: Bool {
        calendar.nodes.contains { node in
            guard case .component(let component) = node else { return false }
            return component.first(.attendee) != nil
        }
    }
}

extension ObjectProblem: Error {
    package init(_ problem: Problem) {
        self.init(
            line: problem.line,
            code: problem.code,
            values: problem.values,
            message: problem.message,
            outcome: problem.outcome.word
        )
        name(problem.event)
    }

    /// Says which event it is in.
    fileprivate mutating func name(_ event: EventName?) {
        title = event?.title ?? ""
        start = event?.startText ?? ""
    }

    /// The same problem, with the event of an object that it is in.
    ///
    /// A message may say which date it's about and no more.
    package func named(after object: CalendarObject) -> ObjectProblem {
        var problem = self
        let component = object.events.first?.component
        problem.name(component.flatMap { EventName($0) })
        if problem.start.isEmpty, let date = component?.time(.recurrenceID) {
            problem.start = date.isDate ? date.civil.date.text : date.civil.text
        }
        return problem
    }
}
