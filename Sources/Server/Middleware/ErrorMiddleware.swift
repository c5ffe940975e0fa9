import Hummingbird
import Logging
import NIOHTTP1
import Observability
import Requests
import ServerBase
import Store

/// Turns every error into problem details.
///
/// Details of unexpected errors only go to the log.
struct ErrorMiddleware: RouterMiddleware {
    let troubles: DatabaseTroubles

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where !(error is HTTPError) {
            return try error.response(from: request, context: context)
        } catch is HTTPParserError {
            return ProblemDetails(ServerError.notReadable).response
        } catch {
            let problem = ProblemDetails(error)
            if problem.kind.status.code >= 500, !Self.isQuota(error),
                !troubles.covers(error, context.logger)
            {
                context.logger.error(
                    "A request failed",
                    metadata: ["path": "\(Self.logged(request.uri.path))", "error": "\(error)"]
                )
            }
            return problem.response
        }
    }

    /// Whether it's the client's affair, although the status (507) is one of a server's.
    private static func isQuota(_ error: any Error) -> Bool {
        if case StoreError.quotaReached = error { true } else { false }
    }

    /// A path without the secret that it may have: whoever reads the log isn't to read calendars, or to
    /// join groups.
    static func logged(_ path: String) -> String {
        let folder = [SecretAddressPath.folder, "/api/v1/invitations/"].first { path.hasPrefix($0) }
        return folder.map { $0 + "…" } ?? path
    }
}
