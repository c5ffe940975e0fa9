internal import CivilTime

/// Finds the instants of a series' times.
struct SeriesClock {
    let start: CalendarTime
    let zone: Zone
    let zones: ZoneCatalogue
    let choice: Zone.Choice

    init(start: CalendarTime, zone: Zone, zones: ZoneCatalogue, choice: Zone.Choice) {
        self.start = start
        self.zones = zones
        self.choice = choice
        if case .utc = start { self.zone = .utc } else { self.zone = zone }
    }

    func instant(_ time: CalendarTime) -> Instant {
        switch time {
        case .utc(let instant): return instant
        case .zoned(let civil, let id) where id != zone.id && id != start.zoneID:
            return (zones.zone(id) ?? zone).instant(of: civil, choosing: choice)
        default: return zone.instant(of: time.civil, choosing: choice)
        }
    }

    /// A time as an instant and on the series' own clock.
    ///
    /// In a series with times, a date takes the start's time of day. In an all-day series, a time
    /// counts as its date.
    func moment(_ written: CalendarTime) -> Moment {
        if start.isDate {
            return moment(CivilDateTime(date: written.civil.date, time: .midnight))
        }
        switch written {
        case .date(let date): return moment(CivilDateTime(date: date, time: start.civil.time))
        case .floating(let civil): return moment(civil)
        case .zoned(let civil, let id) where id == zone.id || id == start.zoneID:
            return moment(civil)
        case .utc, .zoned:
            let instant = instant(written)
            return Moment(instant: instant, civil: zone.civil(at: instant))
        }
    }

    private func moment(_ civil: CivilDateTime) -> Moment {
        Moment(instant: zone.instant(of: civil, choosing: choice), civil: civil)
    }
}
