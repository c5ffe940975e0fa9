import Store

/// What became of the stored secrets when they were to be sealed with the first key.
package struct SealingOutcome: Hashable, Sendable {
    /// Those that another key had sealed.
    package var againCount = 0
    /// Those that no key opens: somebody has to enter them again.
    package var lostCount = 0
}

extension Backend {
    /// Seals what other keys have sealed with the first one, so that those can be removed.
    package func sealSecretsAgain() async throws -> SealingOutcome {
        var outcome = SealingOutcome()
        var last: CalendarID?
        while true {
            let page = try await store.sources.sealedAddresses(
                after: last,
                countMax: Limits.secretsPerPage
            )
            for address in page {
                let place = Self.secretPlace(of: address.calendar)
                let again: String?
                do throws(SecretError) {
                    again = try secrets.sealedAgain(address.text, for: place)
                } catch {
                    outcome.lostCount += 1
                    continue
                }
                guard let again else { continue }
                try await store.sources.replace(address, by: again)
                outcome.againCount += 1
            }
            guard page.count == Limits.secretsPerPage else { return outcome }
            last = page.last?.calendar
        }
    }
}
