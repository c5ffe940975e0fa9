/// Why a push message didn't go out; for the log.
enum PushFailure: Error, Hashable {
    case keyNotReadable
    case messageTooLong
    case recipientNotValid
    case addressNotAllowed
    case addressNotPublic
    case answered(status: Int)
}
