package import HTTPTypes

/// The kinds of problems that an answer can tell of, by the last part of their addresses.
extension ProblemDetails.Kind {
    static let accountDisabled = Self(
        "account-disabled",
        .forbidden,
        "The account is disabled"
    )
    static let changedElsewhere = Self(
        "changed-elsewhere",
        .preconditionFailed,
        "Changed elsewhere"
    )
    static let deadlineOver = Self("deadline-over", .conflict, "The deadline is over")
    static let diskFull = Self("disk-full", .insufficientStorage, "The server's disk is full")
    static let decided = Self("decided", .conflict, "Decided already")
    static let editPassed = Self("edit-passed", .conflict, "A later edit is stored")
    static let emailTaken = Self("email-taken", .conflict, "E-mail taken")
    static let isProposal = Self("is-proposal", .conflict, "A proposal")
    static let httpsNeeded = Self("https-needed", .forbidden, "Not over HTTPS")
    static let identityTaken = Self("identity-taken", .conflict, "Taken")
    static let lastSignInWay = Self(
        "last-sign-in-way",
        .conflict,
        "The last way to sign in"
    )
    static let linkOver = Self("link-over", .notFound, "The link is not valid any more")
    static let nameTaken = Self("name-taken", .conflict, "Taken")
    static let notEmpty = Self("not-empty", .conflict, "Not empty")
    static let lastCalendar = Self("last-calendar", .conflict, "The last calendar")
    static let lastCandidate = Self("last-time", .conflict, "The last time")
    static let lastOwner = Self("last-owner", .conflict, "The owner of the group")
    static let notAllowed = Self("not-allowed", .forbidden, "Not allowed")
    static let notFound = Self("not-found", .notFound, "Not found")
    static let notReadable = Self("not-readable", .badRequest, "Not readable")
    static let notSignedIn = Self("not-signed-in", .unauthorized, "Not signed in")
    static let notValid = Self("not-valid", .unprocessableContent, "Not valid")
    static let organizersEvent = Self(
        "organizers-event",
        .forbidden,
        "Somebody else's event"
    )
    static let preconditionRequired = Self(
        "precondition-required",
        .preconditionRequired,
        "Precondition required"
    )
    static let notForPrograms = Self(
        "not-for-programs",
        .forbidden,
        "Not for programs"
    )
    static let registrationClosed = Self(
        "registration-closed",
        .forbidden,
        "Accounts are not open to everybody"
    )
    static let setupDone = Self("setup-done", .conflict, "Already set up")
    static let sourceNotRead = Self(
        "source-not-read",
        .unprocessableContent,
        "Not a calendar that can be read"
    )
    static let storageFull = Self(
        "storage-full",
        .insufficientStorage,
        "The storage is full"
    )
    static let stopping = Self("stopping", .serviceUnavailable, "Stopping")
    static let storage = Self("storage", .serviceUnavailable, "Storage not available")
    static let tooLarge = Self("too-large", .contentTooLarge, "Too large")
    static let tooMany = Self("too-many", .conflict, "Too many")
    static let tooManyAttempts = Self(
        "too-many-attempts",
        .tooManyRequests,
        "Too many attempts"
    )
    static let tooManyStreams = Self(
        "too-many-streams",
        .serviceUnavailable,
        "Too many pages open"
    )
    static let tooManyRequests = Self(
        "too-many-requests",
        .serviceUnavailable,
        "Too many requests at once"
    )
    static let tooManyWrites = Self(
        "too-many-writes",
        .tooManyRequests,
        "Too many changes"
    )
    static let typeNotTaken = Self(
        "type-not-taken",
        .unsupportedMediaType,
        "Not in JSON"
    )
    static let uidTaken = Self("uid-taken", .conflict, "Already there")
    static let unexpected = Self(
        "unexpected",
        .internalServerError,
        "Something went wrong"
    )
    static let wrongCode = Self("wrong-code", .forbidden, "Wrong code")
    static let wrongCredentials = Self(
        "wrong-credentials",
        .unauthorized,
        "Wrong e-mail or password"
    )
    static let wrongOrigin = Self("wrong-origin", .forbidden, "Wrong origin")
}

extension HTTPResponse.Status {
    package static let insufficientStorage = Self(code: 507, reasonPhrase: "Insufficient Storage")
}
