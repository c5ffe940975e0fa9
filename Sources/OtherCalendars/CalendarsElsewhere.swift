package import Observability
package import Outgoing
package import Secrets
package import ServerBase
package import Store

/// The calendars that accounts have at other services, and what reads and writes them there.
///
/// ``SourceWatch`` begins their readings, and ``SourceReading`` does one.
package struct CalendarsElsewhere: Sendable {
    let store: CalendarStore
    let clockAndRandom: ClockAndRandom
    let observation: Observation
    let troubles: DatabaseTroubles
    /// How much the sources of each account may write.
    let allowances: WriteAllowances
    let secrets: SecretKeys
    package let zones: ZoneFiles
    let web: WebFetcher
    package let fetcher: SourceFetcher
    /// Nil if the administrator hasn't set up a client at Google.
    package let google: Google?
    let pace: SourcePace
    package let queue = SourceQueue()
    package let progress = SourceProgress()
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
        fetcher: SourceFetcher,
        google: Google?,
        pace: SourcePace
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
