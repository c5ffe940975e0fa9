import ExternalCalendars
import Observability
package import Store

extension Backend {
    /// Removes an account and everything it owns; ``Groups/departures(of:)`` says what happens to its
    /// groups.
    ///
    /// Its live streams end at once, on other servers within a second or two.
    package func remove(_ account: AccountID) async throws {
        try await externalCalendars.revokeGoogle(of: account)
        try await store.accounts.remove(account, CandidateEdits.removing(account))
        audit.note(.accountRemoved, of: account.text)
        await changeNotifier.ring(for: account)
    }
}
