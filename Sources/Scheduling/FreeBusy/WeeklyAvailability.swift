package import CivilTime
package import ICalendar
internal import Recurrence

/// The hours of each weekday at which somebody is available for meetings.
///
/// Programs read them as an availability (RFC 7953).
package struct WeeklyAvailability: Sendable {
    /// The zone of the person's clock.
    let zone: Zone
    let week: WorkWeek

    /// Makes hours; nil when a minute isn't within a day.
    package init?(zone: Zone, week: WorkWeek) {
        guard week.isWithinDays else { return nil }
        self.zone = zone
        self.week = week
    }

    /// The instants at which the hours of a day begin and end; nil for a day off.
    private func hours(of day: CivilDate) -> Range<Instant>? {
        guard let hours = week[day.weekday] else { return nil }
        let start = CivilDateTime(date: day, time: .midnight).adding(minutes: hours.fromMinute)
        let first = zone.instant(of: start)
        return first..<max(first, zone.instant(of: start.adding(minutes: hours.lengthMinutes)))
    }

    /// The times within a span at which somebody isn't available, in order.
    package func unavailable(in span: Range<Instant>) -> [Range<Instant>] {
        var free: [Range<Instant>] = []
        var from = span.lowerBound
        var day = zone.civil(at: span.lowerBound).date.adding(days: -1)
        let last = zone.civil(at: span.upperBound).date
        while day <= last {
            if let hours = hours(of: day) {
                let until = min(hours.lowerBound, span.upperBound)
                if from < until { free.append(from..<until) }
                from = max(from, hours.upperBound)
            }
            guard day < .max else { break }
            day = day.adding(days: 1)
        }
        if from < span.upperBound { free.append(from..<span.upperBound) }
        return free
    }

    /// The hours as a VCALENDAR with a VAVAILABILITY (RFC 7953 section 3.1).
    ///
    /// - Parameters:
    ///   - uid: The UID, always the same for one person.
    ///   - now: The time of writing; the description of the zone covers the years around it.
    /// - Returns: The calendar.
    package func availability(uid: String, now: Instant) -> Component {
        var availability = Component(.availability)
        availability.append(.text("UID", uid))
        availability.append(.time("DTSTAMP", .utc(now)))
        availability.append(Property(name: "BUSYTYPE", rawValue: "BUSY-UNAVAILABLE"))
        for (number, days) in sameHours.enumerated() {
            availability.append(
                available(on: days, uid: "\(uid)-hours\(number == 0 ? "" : "\(number + 1)")", now)
            )
        }
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

    /// The weekdays with hours, those with the same hours together.
    private var sameHours: [[Weekday]] {
        Weekday.allCases.reduce(into: []) { groups, day in
            guard let hours = week[day] else { return }
            if let place = groups.firstIndex(where: { week[$0[0]] == hours }) {
                groups[place].append(day)
            } else {
                groups.append([day])
            }
        }
    }

    /// The hours of weekdays that have the same, every week.
    private func available(on days: [Weekday], uid: String, _ now: Instant) -> Component {
        // 3 January 2000 was a Monday.
        let monday = CivilDate(year: 2_000, month: 1, day: 3) ?? now.civilUTC.date
        let first = monday.adding(days: days[0].days(after: .monday))
        let hours = week[days[0]] ?? WorkHours(fromMinute: 0, toMinute: 0)
        let start = CivilDateTime(date: first, time: .midnight).adding(minutes: hours.fromMinute)
        let isDaily = days.count == Weekday.allCases.count
        let names = days.map { $0.keyword }.joined(separator: ",")
        var available = Component(.available)
        available.append(.text("UID", uid))
        available.append(.time("DTSTAMP", .utc(now)))
        available.append(.time("DTSTART", .zoned(start, zone.id)))
        available.append(
            .time("DTEND", .zoned(start.adding(minutes: hours.lengthMinutes), zone.id))
        )
        available.append(
            Property(name: "RRULE", rawValue: isDaily ? "FREQ=DAILY" : "FREQ=WEEKLY;BYDAY=\(names)")
        )
        return available
    }
}

extension CivilDateTime {
    fileprivate func adding(minutes: Int) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + Int64(minutes) * 60)
    }
}
