import CivilTime
import ICalendar

/// The answers in the organizer's stored object, to be kept when the organizer writes it again.
///
/// An answer holds for a date as it was. Moving a date asks for new answers (RFC 6638 section
/// 3.2.8). All other dates keep their answers, including those that the organizer's program hasn't
/// seen (section 3.2.10).
struct EarlierAnswers {
    private let old: SchedulingObject
    private let new: SchedulingObject
    private let person: Set<CalendarAddress>
    private let before: [OccurrenceName?: Component]
    private let oldOccurrences: SeriesOccurrences
    /// Whether the series as a whole asks again.
    private let isSeriesMoved: Bool
    /// The exceptions that have another name in the new object, by their times.
    private let renamed: [Span: Component]

    /// When a component happens.
    private struct Span: Hashable {
        let start: Instant
        let end: Instant?
    }

    init(of old: SchedulingObject, for new: SchedulingObject, except person: Set<CalendarAddress>) {
        (self.old, self.new, self.person) = (old, new, person)
        let before = old.componentsByName
        self.before = before
        oldOccurrences = old.occurrences()
        isSeriesMoved =
            if let master = new.master, let known = old.master {
                new.isRescheduled(master, from: known, of: old)
            } else { false }
        let names = Set(new.parts.map { $0.name })
        var renamed: [Span: Component] = [:]
        for part in old.overrides where !names.contains(part.name) {
            if let span = Self.span(of: part.component, in: old) { renamed[span] = part.component }
        }
        self.renamed = renamed
    }

    /// The new object with the answers that still count.
    ///
    /// Its `SEQUENCE` is raised where the program forgot that, and never lowered.
    func settled() -> SchedulingObject {
        let settled = new.mapParts { component(for: $0) }
        let missing = missing(in: settled)
        return missing.isEmpty ? settled : settled.replacingParts(settled.parts + missing)
    }

    // MARK: Components that are there

    private func component(for part: SchedulingObject.Part) -> Component {
        guard let (baseline, isMoved) = baseline(of: part) else { return part.component }
        var component = part.component.keepingAnswers(of: baseline, except: person)
        if isMoved { component = component.askingAgain(except: person) }
        guard component.first(.organizer) != nil else { return component }
        let least = baseline.sequence + (isMoved ? 1 : 0)
        return component.sequence < least ? component.numbered(least) : component
    }

    /// The earlier form of a component, and whether it asks again; nil if people are invited to it
    /// for the first time.
    private func baseline(of part: SchedulingObject.Part) -> (Component, isMoved: Bool)? {
        let component = part.component
        if let known = before[part.name] {
            return (known, new.isRescheduled(component, from: known, of: old))
        }
        guard let name = part.name, let head = before[nil] ?? old.parts.first?.component else {
            return nil
        }
        // After the series has moved, an exception has another name even if its own time stayed.
        if let known = Self.span(of: component, in: new).flatMap({ renamed[$0] }) {
            return (known, false)
        }
        guard old.master != nil else { return nil }
        if isSeriesMoved {
            let stays = staying(component)
            return (stays ?? head, isMoved: stays == nil)
        }
        guard let instance = old.instance(name),
            name.isForThisAndFuture || oldOccurrences.has(instance)
        else { return (head, isMoved: true) }
        return (instance, new.isRescheduled(component, from: instance, of: old))
    }

    /// The date of the old series at which an exception of the moved series stayed; nil if it moved
    /// with the others.
    private func staying(_ component: Component) -> Component? {
        guard let start = component.time(.dateTimeStart),
            let replaced = component.time(.recurrenceID),
            new.zones.instant(of: start) != new.zones.instant(of: replaced)
        else { return nil }
        let name = new.zones.name(of: start, in: old.master?.time(.dateTimeStart))
        guard before[name] == nil, let instance = old.instance(name), oldOccurrences.has(instance),
            !new.isRescheduled(component, from: instance, of: old)
        else { return nil }
        return instance
    }

    // MARK: Exceptions that are missing

    /// The exceptions that the new text lacks although their dates continue and people answered
    /// them separately.
    ///
    /// An answer to one date makes such an exception, which the organizer's program may not have
    /// seen. If the date had been moved and now happens with the series again, it asks again.
    private func missing(in settled: SchedulingObject) -> [SchedulingObject.Part] {
        guard settled.master != nil else { return [] }
        let present = Set(settled.parts.map { $0.name })
        let spans = Set(settled.overrides.compactMap { Self.span(of: $0.component, in: settled) })
        let occurrences = settled.occurrences()
        return old.overrides.compactMap { part in
            guard let name = part.name, !name.isForThisAndFuture, !present.contains(name),
                !part.component.isCancelled,
                !(Self.span(of: part.component, in: old).map(spans.contains) ?? false),
                let instance = settled.instance(name), occurrences.has(instance),
                let component = missing(part.component, of: instance, in: settled)
            else { return nil }
            return SchedulingObject.Part(name: name, component: component)
        }
    }

    private func missing(
        _ known: Component,
        of instance: Component,
        in settled: SchedulingObject
    ) -> Component? {
        let isMoved = settled.isRescheduled(instance, from: known, of: old)
        let component: Component
        if isMoved {
            component = instance.askingAgain(except: person)
            guard !isSeriesMoved, component != instance else { return nil }
        } else {
            guard known.hasAnswers(otherThan: old.master, except: person) else { return nil }
            component = instance.keepingAnswers(of: known, except: person, withMarks: true)
            guard component != instance else { return nil }
        }
        return component.numbered(max(instance.sequence, known.sequence + (isMoved ? 1 : 0)))
    }

    private static func span(of component: Component, in object: SchedulingObject) -> Span? {
        component.time(.dateTimeStart).map { start in
            Span(start: object.zones.instant(of: start), end: object.end(of: component))
        }
    }
}

extension Component {
    /// The component with the stored answers of the guests whom the server reaches.
    ///
    /// A program may not have seen the latest answers, and the organizer may not give them for
    /// others. For a guest whom the server doesn't reach, the organizer may: the guest may have
    /// answered by telephone.
    ///
    /// - Parameters:
    ///   - old: The component that has the answers.
    ///   - person: The organizer's addresses; they do give their own answer.
    ///   - isWithMarks: Whether to keep the mark that an answer made the component, too.
    /// - Returns: The component with these answers.
    func keepingAnswers(
        of old: Component,
        except person: Set<CalendarAddress>,
        withMarks isWithMarks: Bool = false
    ) -> Component {
        var answers: [CalendarAddress: Property] = [:]
        for attendee in old.all(.attendee) where attendee.isReached {
            if let address = attendee.address { answers[address] = attendee }
        }
        guard !answers.isEmpty else { return self }
        var unseen: Set<CalendarAddress> = []
        var kept = mapAttendees { attendee in
            guard attendee.scheduleAgent == .server, !attendee.isParticipant(person),
                let address = attendee.address, let answer = answers[address]
            else { return attendee }
            if answer.partStat == .delegated, attendee.values(of: "DELEGATED-TO").isEmpty {
                unseen.insert(address)
            }
            return attendee.taking(answer, withMarks: isWithMarks)
        }
        for delegate in old.all(.attendee)
        where delegate.isDelegate(of: unseen) && kept.attendee(Set(delegate.addresses)) == nil {
            kept.append(delegate)
        }
        return kept
    }

    /// The component with everybody's answer reset, except the organizer's.
    func askingAgain(except person: Set<CalendarAddress>) -> Component {
        mapAttendees { attendee in
            attendee.scheduleAgent == .server && !attendee.isParticipant(person)
                ? attendee.answered(.needsAction) : attendee
        }
    }

    /// Whether somebody answered it differently from the series.
    fileprivate func hasAnswers(
        otherThan master: Component?,
        except person: Set<CalendarAddress>
    ) -> Bool {
        all(.attendee).contains { attendee in
            guard attendee.isReached, !attendee.isParticipant(person) else { return false }
            let toAll = master?.attendee(Set(attendee.addresses))
            return attendee.partStat != toAll?.partStat
                || attendee.parameter(Property.commentParameter)
                    != toAll?.parameter(Property.commentParameter)
        }
    }
}

extension Property {
    /// An attendee's line with the answer of another line, and with what the server notes about it.
    fileprivate func taking(_ answer: Property, withMarks isWithMarks: Bool) -> Property {
        var taken = self
        if parameter("SCHEDULE-STATUS") == nil, let status = answer.parameter("SCHEDULE-STATUS") {
            taken = taken.setting("SCHEDULE-STATUS", to: [status])
        }
        if isWithMarks, let mark = answer.parameter(Property.madeOverrideParameter) {
            taken = taken.setting(Property.madeOverrideParameter, to: [mark])
        }
        guard partStat != answer.partStat || isWithMarks else { return taken }
        taken = taken.answered(answer.partStat)
        for name in [Property.commentParameter, "DELEGATED-TO"] {
            let values = answer.values(of: name)
            if values != taken.values(of: name) { taken = taken.setting(name, to: values) }
        }
        return taken
    }
}
