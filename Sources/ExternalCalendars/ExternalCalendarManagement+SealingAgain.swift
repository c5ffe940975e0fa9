import Secrets
import ServerBase
import Store

/// What became of the stored secrets when they were to be sealed with the first key.
package struct SealingOutcome: Hashable, Sendable {
    /// Those that another key had sealed.
    package var againCount = 0
    /// Those that no key opens: somebody has to enter them again.
    package var lostCount = 0
}

extension ExternalCalendarManagement {
    /// Seals what other keys have sealed with the first one, so that those can be removed.
    package func sealSecretsAgain() async throws -> SealingOutcome {
        var outcome = SealingOutcome()
        try await sealAddressesAgain(&outcome)
        try await sealTokensAgain(&outcome)
        return outcome
    }

    private func sealAddressesAgain(_ outcome: inout SealingOutcome) async throws {
        var last: CalendarID?
        while true {
            let page = try await store.externalCalendars.sealedAddresses(
                after: last,
                countMax: Limits.secretsPerPage
            )
            for address in page {
                let place = Self.secretPlace(of: address.calendar)
                guard let again = sealedAgain(address.text, for: place, &outcome) else { continue }
                try await store.externalCalendars.replace(address, by: again)
                outcome.againCount += 1
            }
            guard page.count == Limits.secretsPerPage else { return }
            last = page.last?.calendar
        }
    }

    private func sealTokensAgain(_ outcome: inout SealingOutcome) async throws {
        var last: GoogleAccountID?
        while true {
            let page = try await store.googleAccounts.page(
                after: last,
                countMax: Limits.secretsPerPage
            )
            for account in page {
                let place = Self.secretPlace(of: account.id)
                guard let again = sealedAgain(account.refreshToken, for: place, &outcome) else {
                    continue
                }
                try await store.googleAccounts.replaceToken(of: account, by: again)
                outcome.againCount += 1
            }
            guard page.count == Limits.secretsPerPage else { return }
            last = page.last?.id
        }
    }

    /// A text sealed with the first key; nil if it is already, or if no key opens it.
    private func sealedAgain(
        _ text: String,
        for place: String,
        _ outcome: inout SealingOutcome
    ) -> String? {
        do throws(SecretError) {
            return try secrets.sealedAgain(text, for: place)
        } catch {
            outcome.lostCount += 1
            return nil
        }
    }
}
