package import CivilTime
package import ICalendar

/// A request for other people's free and busy times (RFC 6638 section 5, RFC 5546 section 3.3.2).
package struct FreeBusyRequest: Hashable, Sendable {
    /// Why a request can't be answered.
    package enum Problem: Error, Hashable, Sendable {
        /// It isn't a VCALENDAR with one VFREEBUSY and `METHOD:REQUEST`, or lacks a part.
        case notARequest
        /// It asks about more people than allowed.
        case tooManyAttendees(max: Int)
        /// It asks about no time, or about more than allowed.
        case span(secondsMax: Int64)
    }

    /// A person whose times are requested.
    package struct Attendee: Hashable, Sendable {
        /// The addresses; the first is the one as written.
        package let addresses: [CalendarAddress]
        /// The attendee's line in the request, for the answer.
        package let property: Property

        /// The address as the request writes it.
        package var written: String { property.rawValue }
    }

    /// The person who asks.
    package let organizer: Property
    /// The people whose times are requested, in the order of the request, each once.
    package let attendees: [Attendee]
    /// The span of time.
    package let span: Range<Instant>
    private let uid: Property

    /// Reads a request.
    ///
    /// RFC 5545 section 3.8.2.4 requires times in UTC, but some programs write local times.
    ///
    /// - Parameters:
    ///   - calendar: What was posted to the outbox.
    ///   - zone: The zone of local times that don't name one.
    ///   - zones: The zones that its times name.
    /// - Throws: Why it can't be answered.
    package init(
        _ calendar: Component,
        floatingIn zone: Zone = .utc,
        zones: ZoneCatalogue = ZoneCatalogue()
    ) throws(Problem) {
        let parts = calendar.components.filter { !$0.isNamed(.timeZone) }
        guard SchedulingMessage.method(of: calendar) == .request, parts.count == 1,
            let question = parts.first, question.isNamed(.freeBusy),
            let organizer = question.first(.organizer), organizer.address != nil,
            let uid = question.first(.uid),
            let from = question.time(.dateTimeStart), !from.isDate,
            let to = question.time(.dateTimeEnd), !to.isDate
        else { throw .notARequest }
        let own = ObjectZones(of: calendar, known: zones)
        let start = from.instant(in: own.zone(of: from) ?? zone)
        let end = to.instant(in: own.zone(of: to) ?? zone)
        let seconds = end.secondsSinceEpoch - start.secondsSinceEpoch
        guard seconds > 0, seconds <= Limits.freeBusySecondsMax else {
            throw .span(secondsMax: Limits.freeBusySecondsMax)
        }
        var known: Set<CalendarAddress> = []
        var attendees: [Attendee] = []
        for property in question.all(.attendee) {
            guard let address = property.address, known.insert(address).inserted else { continue }
            attendees.append(Attendee(addresses: property.addresses, property: property))
        }
        guard !attendees.isEmpty else { throw .notARequest }
        guard attendees.count <= Limits.freeBusyAttendeesMax else {
            throw .tooManyAttendees(max: Limits.freeBusyAttendeesMax)
        }
        self.organizer = organizer
        self.attendees = attendees
        self.uid = uid
        span = start..<end
    }

    /// The answer about one attendee.
    ///
    /// - Parameters:
    ///   - attendee: The person whose times are reported.
    ///   - spans: When they're busy.
    ///   - now: The time of the answer.
    /// - Returns: A VCALENDAR with `METHOD:REPLY`.
    package func reply(
        about attendee: Attendee,
        _ spans: [VFreeBusy.Span],
        now: Instant
    ) -> Component {
        var answer = Component(.freeBusy)
        answer.append(uid)
        answer.append(.time("DTSTAMP", .utc(now)))
        answer.append(.time("DTSTART", .utc(span.lowerBound)))
        answer.append(.time("DTEND", .utc(span.upperBound)))
        answer.append(organizer.withoutServerParameters)
        answer.append(attendee.property.withoutServerParameters)
        if var view = VFreeBusy(answer) {
            view.spans = spans
            answer = view.component
        }
        let head = [
            Property(name: "VERSION", rawValue: "2.0"),
            Property(name: "PRODID", rawValue: CalendarText.productID),
            Property(name: "METHOD", rawValue: "REPLY"),
        ]
        return Component(.calendar, nodes: head.map { .property($0) } + [.component(answer)])
    }
}
