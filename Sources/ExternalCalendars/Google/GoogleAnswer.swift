package import OpenIDConnect
import Secrets
import ServerBase
package import Store

/// What somebody has allowed at Google, until their page fetches it.
///
/// The browser comes back from Google without the session's cookie. If it were kept for the account that
/// asked, somebody could ask, and have another person answer.
package struct GoogleAnswer: Codable, Sendable {
    /// Google's name for the person.
    let subject: String
    let email: String
    let refreshToken: String
    let canWrite: Bool
}

extension GoogleAnswer {
    /// Throws ``OpenIDError/consentIncomplete`` without a lasting token.
    package init(
        _ tokens: OpenIDClient.Tokens,
        of person: OpenIDPerson,
        to consent: GoogleConsent
    ) throws(OpenIDError) {
        guard let refreshToken = tokens.refreshToken else { throw .consentIncomplete }
        self.init(
            subject: person.subject,
            email: person.email?.text ?? consent.email ?? "",
            refreshToken: refreshToken,
            canWrite: GoogleConsent.canWrite(tokens.scope)
        )
    }
}

extension ExternalCalendarManagement {
    private static func secretPlace(ofAnswer id: String) -> String { "google answer \(id)" }

    /// Leaves an answer for an account to take, and returns its ID.
    package func leave(_ answer: GoogleAnswer, for account: AccountID) async throws -> String {
        let now = clockAndRandom.nowSecond()
        let id = clockAndRandom.identifier()
        let handover = Handover(
            id: id,
            purpose: .googleConsent,
            account: account,
            parts: [try secrets.seal(json: answer, for: Self.secretPlace(ofAnswer: id))],
            endsSecond: now + Limits.signInSeconds
        )
        try await store.handovers.put(handover, nowSecond: now)
        return id
    }

    /// Takes an answer that was left for an account.
    ///
    /// Throws ``StoreError/notFound`` if there's none, or not any more.
    package func takeAnswer(_ id: String, for account: AccountID) async throws -> GoogleAnswer {
        let sealed = try await store.handovers.take(
            id,
            for: .googleConsent,
            by: account,
            nowSecond: clockAndRandom.nowSecond()
        )
        return try secrets.open(
            sealed,
            asJSONOf: GoogleAnswer.self,
            for: Self.secretPlace(ofAnswer: id)
        )
    }
}
