import HTTPTypes
import Hummingbird
import Store

/// A refusal as RFC 9457 has it.
struct ProblemDetails {
    let type: String
    let status: HTTPResponse.Status
    let title: String
    let detail: String
    var retryAfterSeconds: Int64?
    var etag: String?
    var href: String?
    var problems: [ObjectProblem] = []

    var response: Response {
        var object = JSONObject()
        object.add("type", "/problems/" + type)
        object.add("title", title)
        object.add("status", status.code)
        object.add("detail", detail)
        if let etag { object.add("etag", etag) }
        if let href { object.add("href", href) }
        if !problems.isEmpty { object.add("problems", problems.map(\.json)) }
        var headers: HTTPFields = [.contentType: "application/problem+json"]
        if let retryAfterSeconds { headers[.retryAfter] = String(retryAfterSeconds) }
        return .json(object, status: status, headers: headers)
    }
}

extension ProblemDetails {
    /// What to answer to any error; nil for those that are nobody's fault but ours.
    init?(_ error: any Error) {
        switch error {
        case let error as ServerError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as HTTPError: self.init(error)
        default: return nil
        }
    }

    static let unexpected = ProblemDetails(
        type: "unexpected",
        status: .internalServerError,
        title: "Something went wrong",
        detail: "The server could not do this. Its log says more."
    )

    private init(_ type: String, _ status: HTTPResponse.Status, _ title: String, _ detail: String) {
        self.init(type: type, status: status, title: title, detail: detail)
    }

    private init(_ error: ServerError) {
        switch error {
        case .notSignedIn:
            self.init("not-signed-in", .unauthorized, "Not signed in", "Sign in first.")
        case .wrongCredentials:
            self.init(
                "wrong-credentials",
                .unauthorized,
                "Wrong e-mail or password",
                "There is no account with this e-mail address and password."
            )
        case .wrongSetupCode:
            self.init(
                "wrong-code",
                .forbidden,
                "Wrong code",
                "Type the set-up code that the server printed when it started."
            )
        case .tooManyAttempts(let seconds):
            self.init(
                "too-many-attempts",
                .tooManyRequests,
                "Too many attempts",
                "Wait \(seconds) seconds before the next attempt."
            )
            retryAfterSeconds = seconds
        case .tooManyStreams:
            self.init(
                "too-many-streams",
                .serviceUnavailable,
                "Too many pages open",
                "Close some of the pages that show this account."
            )
        case .wrongOrigin:
            self.init(
                "wrong-origin",
                .forbidden,
                "Wrong origin",
                "Changes are only taken from the calendar's own page."
            )
        case .notFound:
            self = .notFound
        case .notReadable:
            self.init(
                "not-readable",
                .badRequest,
                "Not readable",
                "The request is not in the form expected."
            )
        case .notValidField(let name, let reason):
            self.init("not-valid", .unprocessableContent, "Not valid", "\(name): \(reason)")
        case .notValid(let found):
            self.init(
                "not-valid",
                .unprocessableContent,
                "Not a valid calendar object",
                found.first?.message ?? "The text is not one calendar object."
            )
            problems = found
        case .preconditionRequired:
            self.init(
                "precondition-required",
                .preconditionRequired,
                "Precondition required",
                "Say with If-Match or If-None-Match what is being replaced."
            )
        case .tooLarge(let bytesMax):
            self.init(
                "too-large",
                .contentTooLarge,
                "Too large",
                "At most \(bytesMax) octets are taken."
            )
        }
    }

    private init(_ error: StoreError) {
        switch error {
        case .notFound:
            self = .notFound
        case .changedElsewhere(let present):
            self.init(
                "changed-elsewhere",
                .preconditionFailed,
                "Changed elsewhere",
                "Somebody changed or removed this event first."
            )
            etag = present
        case .uidTaken(let other):
            self.init(
                "uid-taken",
                .conflict,
                "Already there",
                "The calendar has an event with this UID under another name."
            )
            href = other
        case .emailTaken:
            self.init("email-taken", .conflict, "E-mail taken", "There is an account with it.")
        case .setupDone:
            self.init(
                "setup-done",
                .conflict,
                "Already set up",
                "There is an account: sign in to it."
            )
        case .lastCalendar:
            self.init(
                "last-calendar",
                .conflict,
                "The last calendar",
                "An account keeps at least one calendar."
            )
        case .tooMany(let bound):
            self.init(
                "too-many",
                .conflict,
                "Too many",
                bound == .calendars ? "No more calendars fit." : "No more events fit."
            )
        case .busy, .full:
            self.init(
                "storage",
                .serviceUnavailable,
                "Storage is not available",
                error == .full ? "The disk is full." : "The database is busy. Try again."
            )
        case .newerSchema, .constraint, .unexpectedValue, .driver:
            self = .unexpected
        }
    }

    private init(_ error: HTTPError) {
        switch error.status {
        case .notFound: self = .notFound
        case .contentTooLarge:
            self.init("too-large", .contentTooLarge, "Too large", "The request is too large.")
        default:
            self.init(
                "not-readable",
                error.status,
                error.status.reasonPhrase,
                error.body ?? error.status.reasonPhrase
            )
        }
    }

    private static let notFound = ProblemDetails(
        "not-found",
        .notFound,
        "Not found",
        "There is nothing here."
    )
}
