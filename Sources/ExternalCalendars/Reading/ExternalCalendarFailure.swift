import OpenIDConnect
import Outgoing
import Secrets
import Store

/// Why a calendar of another service couldn't be read.
package enum ExternalCalendarFailure: Error, Hashable, Sendable {
    /// What was typed isn't an address that could be fetched.
    case addressNotValid
    /// The address leads into a private network, and the administrator hasn't listed it.
    case addressNotPublic
    /// The name leads nowhere, or nobody answers there as they should.
    case notReached
    /// The other side has nothing at the address (404), or no longer (410).
    case notFound
    /// The other side refuses, or wants another password (401, 403).
    case notAllowed
    /// The other side answers something else, and may have said when to try again.
    case answered(status: Int, retryAfterSeconds: Int64?)
    /// The other side leads to a host of somebody else, to which no password is sent by itself.
    case elsewhere(host: String)
    /// The answer is larger than ``Limits/sourceBytesMax``.
    case tooLarge
    /// The answer took longer than ``Limits/sourceTimeout``.
    case tooSlow
    /// The address leads to another, which leads to another, and so on, or back again.
    case tooManyRedirects
    /// The answer isn't a calendar, but a page perhaps.
    case notCalendar
    /// The answer is a calendar that ends in the middle.
    case cutShort
    /// The answer isn't compressed as it says, or isn't what was asked for.
    case notReadable
    /// The calendar has more events than ``Limits/sourceEventsMax``.
    case tooManyEvents
    /// The calendars of the account hold as much as they may.
    case storageFull
    /// The calendars that the account reads from elsewhere have changed as much as they may for today.
    case tooManyChanges(retryAfterSeconds: Int64)
    /// Its address, password or token can't be opened any more, and has to be entered again.
    case secretLost
    /// The person withdrew what they had allowed at the other service, or that has ended.
    case consentEnded
    /// What was read couldn't be stored.
    case notStored
    /// The calendar is here already.
    case alreadyHere
    /// The other side doesn't take a change that was made here; noted by the store.
    case notTaken
    /// This server was stopped meanwhile: nothing is known about the other one.
    case interrupted

    /// A stable name, for the interface and for the page's texts.
    package var word: String {
        switch self {
        case .addressNotValid: "address-not-valid"
        case .addressNotPublic: "address-not-public"
        case .notReached: "not-reached"
        case .notFound: "not-found"
        case .notAllowed: "not-allowed"
        case .answered(429, _): "too-often"
        case .answered: "answered"
        case .elsewhere: "elsewhere"
        case .tooLarge: "too-large"
        case .tooSlow: "too-slow"
        case .tooManyRedirects: "too-many-redirects"
        case .notCalendar: "not-calendar"
        case .cutShort: "cut-short"
        case .notReadable: "not-readable"
        case .tooManyEvents: "too-many-events"
        case .storageFull: "storage-full"
        case .tooManyChanges: "too-many-changes"
        case .secretLost: "secret-lost"
        case .consentEnded: "consent-ended"
        case .notStored: "not-stored"
        case .alreadyHere: "already-here"
        case .notTaken: "not-taken"
        case .interrupted: "interrupted"
        }
    }

    /// The same for people who read an answer of the interface.
    package var sentence: String {
        switch self {
        case .addressNotValid: "This isn't an address that a calendar can be read from."
        case .addressNotPublic: "The address isn't on the public internet."
        case .notReached: "The other server can't be reached."
        case .notFound: "There is nothing at the address."
        case .notAllowed: "The other server doesn't allow the address to be read."
        case .answered(let status, _): "The other server answers with the status \(status)."
        case .elsewhere: "The calendar is on a server that a password must not be sent to."
        case .tooLarge: "The calendar is too large."
        case .tooSlow: "The other server takes too long to answer."
        case .tooManyRedirects: "The address leads to too many others."
        case .notCalendar: "There is no calendar at the address, but something else."
        case .cutShort: "The calendar breaks off in the middle."
        case .notReadable: "The other server's answer can't be read."
        case .tooManyEvents: "The calendar has too many events."
        case .storageFull: "The storage of the account is full."
        case .tooManyChanges: "The account's calendars from elsewhere have changed too much today."
        case .secretLost: "What opens the calendar can't be read any more. Enter it again."
        case .consentEnded: "The other service doesn't let this server in any more."
        case .notStored: "What was read couldn't be stored."
        case .alreadyHere: "The calendar is here already."
        case .notTaken: "The other server doesn't take a change that was made here."
        case .interrupted: "The server is stopping."
        }
    }

    /// All that ``word`` can be.
    package static let words: Set<String> = [
        "address-not-valid", "address-not-public", "not-reached", "not-found", "not-allowed",
        "too-often", "answered", "elsewhere", "too-large", "too-slow", "too-many-redirects",
        "not-calendar", "cut-short", "not-readable", "too-many-events",
        "storage-full", "too-many-changes", "secret-lost", "consent-ended", "not-stored",
        "already-here", "not-taken", "interrupted",
    ]

    /// In how many seconds it's of use to try again; nil if that isn't known.
    package var retryAfterSeconds: Int64? {
        switch self {
        case .answered(_, let seconds): seconds
        case .tooManyChanges(let seconds): seconds
        default: nil
        }
    }
}

extension ExternalCalendarFailure {
    /// Whether trying again at once makes it worse: the other side counts wrong passwords, or says
    /// that it's asked too often.
    var wantsToBeLeftAlone: Bool {
        switch self {
        case .notAllowed, .consentEnded: true
        case .answered(_, let seconds): seconds != nil
        default: false
        }
    }

    /// The failure that a refusal of the store stands for; nil for any other error.
    init?(storing error: any Error) {
        switch error {
        case StoreError.tooMany(.events): self = .tooManyEvents
        case StoreError.quotaReached: self = .storageFull
        default: return nil
        }
    }

    /// The failure that an error of the connection stands for.
    init(of error: any Error) {
        switch error {
        case let failure as ExternalCalendarFailure: self = failure
        case OutgoingError.tooLarge: self = .tooLarge
        case OutgoingError.tooSlow: self = .tooSlow
        case OutgoingError.codingNotValid: self = .notReadable
        case TokenRefusal.consentEnded: self = .consentEnded
        case TokenRefusal.answered(let status):
            self = .answered(status: status, retryAfterSeconds: nil)
        case TokenRefusal.notReadable: self = .notReadable
        case is SecretError: self = .secretLost
        case is CancellationError: self = .interrupted
        default: self = .notReached
        }
    }
}
