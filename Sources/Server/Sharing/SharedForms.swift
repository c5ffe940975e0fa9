import ServerBase
import Store

/// Why something that was shared isn't there, in the words that the page knows.
enum ShareRefusal: String, Error {
    case signedOut = "signed-out"
    /// The account has a form on its way already, or all accounts together have too many.
    case tooMany = "too-many"
    case tooLarge = "too-large"
    case tooSlow = "too-slow"
    case notReadable = "not-readable"
}

/// The forms that are being received and stored, which bounds the memory that they take.
///
/// An account has one at a time, so that nobody takes the places of others by sending slowly.
actor SharedForms {
    private var senders: Set<AccountID> = []

    /// How many there are at the moment.
    var count: Int { senders.count }

    /// Runs a body that receives and stores a form.
    ///
    /// - Parameters:
    ///   - account: Who sends it.
    ///   - body: What to do.
    /// - Returns: The result of the body.
    /// - Throws: ``ShareRefusal/tooMany`` if there's no place for it, and the errors of the body.
    func withPlace<Result: Sendable>(
        for account: AccountID,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        guard senders.count < Limits.formsInFlightMax, senders.insert(account).inserted else {
            throw ShareRefusal.tooMany
        }
        defer { senders.remove(account) }
        return try await body()
    }
}
