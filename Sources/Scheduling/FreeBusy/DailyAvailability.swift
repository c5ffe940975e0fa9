package import CivilTime
package import ICalendar

/// The hours of every day at which somebody is available for meetings.
///
/// Programs read them as an availability (RFC 7953).
package struct DailyAvailability: Sendable {
    /// The zone of the person's clock.
    let zone: Zone
    /// The minute of the day at which the hours begin.
    let fromMinute: Int
    /// The minute at which the hours end; earlier than the beginning if that's after midnight, and
    /// the same if they last all day.
    let toMinute: Int

    /// Makes hours; nil when a minute isn't within a day.
    package init?(zone: Zone, fromMinute: Int, toMinute: Int) {
        guard (0...1_440).contains(fromMinute), (0...1_440).contains(toMinute) else { return nil }
        self.zone = zone
        self.fromMinute = fromMinute
        self.toMinute = toMinute
    }

    private var lengthMinutes: Int {
        let length = toMinute - fromMinute
        return length > 0 ? length : length + 1_440
    }

    /// The instants at which the hours of a day begin and end.
    private func hours(of day: CivilDate) -> Range<Instant> {
        let start = CivilDateTime(date: day, time: .midnight).adding(minutes: fromMinute)
        let first = zone.instant(of: start)
        return first..<max(first, zone.instant(of: start.adding(minutes: lengthMinutes)))
    }

    /// The times within a span at which somebody isn't available, in order.
    package func unavailable(in span: Range<Instant>) -> [Range<Instant>] {
        guard lengthMinutes < 1_440 else { return [] }
        var free: [Range<Instant>] = []
        var from = span.lowerBound
        var day = zone.civil(at: span.lowerBound).date.adding(days: -1)
        while from < span.upperBound {
            let hours = hours(of: day)
            let until = min(hours.lowerBound, span.upperBound)
            if from < until { free.append(from..<until) }
            from = max(from, hours.upperBound)
            let next = day.adding(days: 1)
            guard next > day else { break }
            day = next
        }
        return free
    }

    /// The hours as a VCALENDAR with a VAVAILABILITY (RFC 7953 section 3.1).
    ///
    /// - Parameters:
    ///   - uid: The UID, always the same for one person.
    ///   - now: The time of writing; the description of the zone covers the years around it.
    /// - Returns: The calendar.
    package func availability(uid: String, now: Instant) -> Component {
        let day = CivilDate(year: 2_000, month: 1, day: 1) ?? now.civilUTC.date
        let start = CivilDateTime(date: day, time: .midnight).adding(minutes: fromMinute)
        let end = start.adding(minutes: lengthMinutes)
        var available = Component(.available)
        available.append(.text("UID", uid + "-hours"))
        available.append(.time("DTSTAMP", .utc(now)))
        available.append(.time("DTSTART", .zoned(start, zone.id)))
        available.append(.time("DTEND", .zoned(end, zone.id)))
        available.append(Property(name: "RRULE", rawValue: "FREQ=DAILY"))
        var availability = Component(.availability)
        availability.append(.text("UID", uid))
        availability.append(.time("DTSTAMP", .utc(now)))
        availability.append(Property(name: "BUSYTYPE", rawValue: "BUSY-UNAVAILABLE"))
        availability.append(available)
        let head = [
            Property(name: "VERSION", rawValue: "2.0"),
            Property(name: "PRODID", rawValue: CalendarText.productID),
        ]
        let zoneComponent = Component.timeZone(zone, around: now.civilUTC.date.year)
        return Component(
            .calendar,
            nodes: head.map { .property($0) } + [
                .component(zoneComponent), .component(availability),
            ]
        )
    }
}

extension CivilDateTime {
    fileprivate func adding(minutes: Int) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + Int64(minutes) * 60)
    }
}
