import CivilTime
import ExternalCalendars
import HTTPTypes
package import Hummingbird
import Scheduling
import ServerBase
package import Store
import WebDAV

/// Problem details (RFC 9457).
package struct ProblemDetails {
    package let kind: Kind
    package let detail: String
    var retryAfterSeconds: Int64?
    var etag: String?
    var href: String?
    var field: String?
    /// The place, from 0, of the change in an edit that was refused, and all others with it.
    var change: Int?
    /// A word for the reason, for programs that put it into words themselves.
    package var reason: String?
    /// The authentication schemes offered to programs.
    var challenge: String?
    var problems: [ObjectProblem] = []

    /// What all problems of one kind have in common.
    package struct Kind {
        package let type: String
        package let status: HTTPResponse.Status
        let title: String

        init(_ type: String, _ status: HTTPResponse.Status, _ title: String) {
            self.type = type
            self.status = status
            self.title = title
        }
    }

    init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    package var response: Response {
        var object = JSONObject()
        object.add("type", "/problems/" + kind.type)
        object.add("title", kind.title)
        object.add("status", kind.status.code)
        object.add("detail", detail)
        if let etag { object.add("etag", etag) }
        if let href { object.add("href", href) }
        if let field { object.add("field", field) }
        if let change { object.add("change", change) }
        if let reason { object.add("reason", reason) }
        if !problems.isEmpty { object.add("problems", problems.map(\.json)) }
        var headers: HTTPFields = [.contentType: "application/problem+json"]
        if let challenge { headers[.wwwAuthenticate] = challenge }
        if let retryAfterSeconds { headers[.retryAfter] = String(retryAfterSeconds) }
        return .json(object, status: kind.status, headers: headers)
    }
}

extension ProblemDetails {
    /// Maps an error to its response.
    ///
    /// Unexpected errors don't reveal their details.
    package init(_ error: any Error) {
        switch error {
        case let error as ServerError: self.init(error)
        case let error as StoreError: self.init(error)
        case let refused as RefusedChange:
            self.init(refused.cause)
            change = refused.place
        case let error as SchedulingError: self.init(error)
        case let error as ExternalCalendarFailure: self.init(error)
        case let error as HTTPError: self.init(error)
        default: self = .unexpected
        }
    }

    private static let notFound = ProblemDetails(.notFound, "There is nothing here.")
    private static let linkOver = ProblemDetails(
        .linkOver,
        "This link was used already, or it's too old. Ask whoever runs this server for another."
    )
    /// The server isn't ready any more.
    package static let stopping = ProblemDetails(.stopping, "The server is stopping.")
    /// There's no room for a write, so the server isn't ready.
    package static let noRoom = ProblemDetails(.storage, "The disk is full.")
    /// The database refuses a write, for a reason that strangers needn't know.
    package static let notWritable = ProblemDetails(
        .storage,
        "The database can't be written. The server's log says why."
    )
    private static let unexpected = ProblemDetails(
        .unexpected,
        "The server could not do this. Its log says more."
    )

    private init(_ error: ServerError) {
        switch error {
        case .notSignedIn: self.init(.notSignedIn, "Sign in first.")
        case .wrongCredentials:
            self.init(.wrongCredentials, "No account has this e-mail address and password.")
        case .wrongAppPassword:
            self.init(
                .wrongCredentials,
                "No account has this e-mail address and app password."
            )
            challenge = "Basic realm=\"Meantime\", charset=\"UTF-8\""
        case .programPasswordNeeded:
            self.init(.notSignedIn, "Sign in with your e-mail address and an app password.")
            challenge = "Basic realm=\"Meantime\", charset=\"UTF-8\""
        case .httpsNeeded:
            self.init(.httpsNeeded, "Use https: a password would travel unprotected.")
        case .notXML(let error): self.init(.notReadable, error.sentence)
        case .registrationClosed:
            self.init(.registrationClosed, "Ask for an invitation, or ask the administrator.")
        case .notForPrograms:
            self.init(
                .notForPrograms,
                "App passwords can only read and write events. Sign in on the page for the rest."
            )
        case .passwordLinkOver:
            self = .linkOver
        case .wrongSetupCode:
            self.init(.wrongCode, "Enter the code that the server printed when it started.")
        case .tooManyAttempts(let seconds):
            self.init(.tooManyAttempts, "Wait \(seconds) seconds before the next attempt.")
            retryAfterSeconds = seconds
        case .tooManyStreams:
            self.init(.tooManyStreams, "Close some of the pages that show this account.")
            retryAfterSeconds = Limits.listenAgainSeconds
        case .tooManyRequests:
            self.init(.tooManyRequests, "Wait for the answers to earlier requests.")
            retryAfterSeconds = Limits.busyRetrySeconds
        case .tooManyWrites(let seconds):
            self.init(.tooManyWrites, "Wait \(seconds) seconds before the next change.")
            retryAfterSeconds = seconds
        case .wrongOrigin:
            self.init(.wrongOrigin, "Changes are only accepted from the calendar's own page.")
        case .notFound: self = .notFound
        case .notReadable: self.init(.notReadable, "The request is malformed.")
        case .notJSON: self.init(.typeNotTaken, "Send it as application/json.")
        case .notValidField(let name, let reason):
            self.init(.notValid, reason)
            field = name
        case .notValid(let found):
            self.init(
                .notValid,
                found.first?.message ?? "The text is not a single calendar object."
            )
            problems = found
        case .preconditionRequired:
            self.init(.preconditionRequired, "Send If-Match to say what is being replaced.")
        case .tooLarge(let bytesMax):
            self.init(.tooLarge, "At most \(bytesMax) bytes are accepted.")
        case .deadlineOver(let deadline):
            self.init(
                .deadlineOver,
                "Answers were taken until \(deadline.text). The person who proposed it can set a later deadline."
            )
        }
    }

    /// The calendar at an address could not be read.
    private init(_ failure: ExternalCalendarFailure) {
        self.init(.sourceNotRead, failure.sentence)
        reason = failure.word
    }

    private init(_ error: SchedulingError) {
        switch error {
        case .organizerReplaced, .attendeeChanged: self.init(.organizersEvent, error.sentence)
        case .tooManyAttendees, .tooMuchToSend: self.init(.tooMany, error.sentence)
        case .differentOrganizers: self.init(.notValid, error.sentence)
        }
    }

    private init(_ error: StoreError) {
        switch error {
        case .notFound:
            self = .notFound
        case .changedElsewhere(let present):
            self.init(.changedElsewhere, "Somebody changed or removed this event first.")
            etag = present
        case .editPassed:
            self.init(.editPassed, "A later edit of this client is stored already.")
        case .uidTaken(let other):
            self.init(.uidTaken, "Another event in the calendar already has this UID.")
            href = other
        case .invitationTaken:
            self.init(.uidTaken, "The event with its guests is in another of your calendars.")
        case .wrongComponent:
            self.init(.notValid, "The calendar doesn't take objects of this kind.")
        case .nameTaken:
            self.init(.nameTaken, "Another calendar already has this address.")
        case .emailTaken:
            self.init(.emailTaken, "There is already an account with this e-mail address.")
        case .identityTaken:
            self.init(.identityTaken, "This is already used to sign in to another account.")
        case .lastSignInWay:
            self.init(
                .lastSignInWay,
                "Set a password first, or you won't be able to sign in again."
            )
        case .disabled:
            self.init(.accountDisabled, "This account is disabled. Ask whoever runs this server.")
        case .setupDone:
            self.init(.setupDone, "There is already an account. Sign in to it.")
        case .notEmpty:
            self.init(.notEmpty, "The calendar is not empty.")
        case .lastCalendar:
            self.init(.lastCalendar, "An account needs at least one calendar.")
        case .notAllowed:
            self.init(.notAllowed, "Your role in the group does not allow this.")
        case .lastOwner:
            self.init(.lastOwner, "Make another member the owner of the group first.")
        case .isProposal:
            self.init(.isProposal, "A proposal can be answered, but not edited.")
        case .decided:
            self.init(.decided, "One of the times has already become an event.")
        case .lastCandidate:
            self.init(.lastCandidate, "A proposal needs at least one time. Withdraw it instead.")
        case .tooMany(let bound):
            self.init(.tooMany, bound.sentence)
        case .quotaReached(let quota): self.init(quota)
        case .nul:
            self.init(.notValid, "No text can have the character NUL.")
        case .busy:
            self.init(.storage, "The database is busy. Try again.")
            retryAfterSeconds = Limits.busyRetrySeconds
        case .full:
            self.init(.diskFull, "The disk is full.")
        case .newerSchema, .halfFilled, .unsuitableRole, .served, .constraint, .readOnly,
            .unexpectedValue, .driver:
            self = .unexpected
        }
    }

    private init(_ quota: ReachedQuota) {
        self.init(.storageFull, quota.sentence)
        reason = quota.word
    }

    private init(_ error: HTTPError) {
        switch error.status {
        case .notFound:
            self = .notFound
        case .contentTooLarge:
            self.init(.tooLarge, "The request is too large.")
        default:
            let title = error.status.reasonPhrase
            self.init(Kind("not-readable", error.status, title), error.body ?? title)
        }
    }
}

extension StoreError.Bound {
    fileprivate var sentence: String {
        switch self {
        case .calendars: "There are too many calendars."
        case .externalCalendars: "There are too many subscribed calendars."
        case .googleAccounts: "There are too many Google accounts."
        case .events: "There are too many events."
        case .appPasswords: "There are too many app passwords."
        case .identities: "There are too many ways to sign in."
        case .groups: "The account is in too many groups."
        case .ownGroups: "That person owns as many groups as this server allows."
        case .members: "The group has too many members."
        case .proposals: "Decide or withdraw a proposal before making another one."
        case .candidates: "The proposal has too many times."
        case .groupCandidates:
            "A group's open proposals can have 500 times in all. Decide or withdraw one first."
        case .invitations: "Too many invitations wait for an answer."
        case .joinLinks: "Revoke an invitation before making another one."
        case .secretAddresses: "Revoke a secret address before making another one."
        case .blockedSenders: "Unblock somebody before blocking another person."
        case .editEntries: "The edit changes too much at once. Change fewer events."
        case .properties: "Calendar programs keep too much with the calendars."
        }
    }
}

extension ReachedQuota {
    /// What is full, in words for a person.
    package var sentence: String {
        let holder = isGroups ? "The group's calendar" : "The account's calendars"
        return switch measure {
        case .events: "\(holder) can have \(countMax) events. Delete some first."
        case .bytes: "\(holder) can have \(countMax) bytes of events. Delete some first."
        }
    }

    /// What is full, for programs that put it into words themselves.
    var word: String {
        (isGroups ? "group-" : "account-") + (measure == .events ? "events" : "bytes")
    }
}

extension XMLError {
    fileprivate var sentence: String {
        switch self {
        case .malformed(let line): "The XML is not well-formed in line \(line)."
        case .documentType: "XML with a document type is not accepted."
        case .tooDeep(let max): "XML elements may lie in each other \(max) deep."
        case .tooManyElements(let max): "XML may have \(max) elements."
        case .tooManyAttributes(let max): "An element of XML may have \(max) attributes."
        case .nameTooLong(let octetsMax): "A name in XML may have \(octetsMax) octets."
        case .tagTooLong(let octetsMax): "A tag of XML may have \(octetsMax) octets."
        case .tooMuchText(let octetsMax): "The text in XML may have \(octetsMax) octets."
        }
    }
}

extension SchedulingError {
    /// What to tell a person.
    package var sentence: String {
        switch self {
        case .differentOrganizers: "All dates of an event have the same organizer."
        case .organizerReplaced: "An event with guests can't be given another organizer."
        case .attendeeChanged: "Only the organizer can change this event."
        case .tooManyAttendees(let max): "At most \(max) people can be invited."
        case .tooMuchToSend: "The event is too large to be sent to so many people."
        }
    }
}
