package import Observability
package import Outgoing
package import Secrets
package import ServerBase
package import Store

/// The calendars that accounts have at other services, and what reads and writes them there.
///
/// ``ReadingWatch`` begins their readings, and ``ExternalCalendarReading`` does one.
package struct ExternalCalendarManagement: Sendable {
    let store: CalendarStore
    let clockAndRandom: ClockAndRandom
    let observation: Observation
    let troubles: DatabaseTroubles
    /// How much the external calendars of each account may write.
    let allowances: WriteAllowances
    let secrets: SecretKeys
    package let zones: ZoneFiles
    let web: WebFetcher
    package let fetcher: ExternalCalendarFetcher
    /// Nil if the administrator hasn't set up a client at Google.
    package let google: Google?
    let pace: ReadingPace
    package let queue = ReadingQueue()
    package let progress = ReadingProgress()
    let outlines = FeedOutlines()

    package init(
        store: CalendarStore,
        clockAndRandom: ClockAndRandom,
        observation: Observation,
        troubles: DatabaseTroubles,
        allowances: WriteAllowances,
        secrets: SecretKeys,
        zones: ZoneFiles,
        web: WebFetcher,
        fetcher: ExternalCalendarFetcher,
        google: Google?,
        pace: ReadingPace
    ) {
        self.store = store
        self.clockAndRandom = clockAndRandom
        self.observation = observation
        self.troubles = troubles
        self.allowances = allowances
        self.secrets = secrets
        self.zones = zones
        self.web = web
        self.fetcher = fetcher
        self.google = google
        self.pace = pace
    }

    var audit: AuditLog { observation.audit }
}
