import HTTPTypes
import Hummingbird
package import ServerBase
import Store

/// Counts the writes of whoever is signed in, and refuses too many with 429.
///
/// A request is one write, however many events a file has that it imports; an edit counts its further changes itself.
package struct WriteAllowanceMiddleware: RouterMiddleware {
    private let allowances: WriteAllowances
    private let clock: ClockAndRandom
    /// Whether these routes secure an account, so that their writes are counted apart.
    private let isForSecurity: Bool

    package init(_ allowances: WriteAllowances, clock: ClockAndRandom, isForSecurity: Bool = false)
    {
        (self.allowances, self.clock, self.isForSecurity) = (allowances, clock, isForSecurity)
    }

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        if let account = context.account, !Self.reading.contains(request.method.rawValue) {
            try await allowances.take(
                by: account.id,
                through: context.entry,
                isForSecurity: isForSecurity,
                nowSecond: clock.nowSecond()
            )
        }
        return try await next(request, context)
    }

    /// The methods that change nothing.
    private static var reading: Set<String> { ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"] }
}
