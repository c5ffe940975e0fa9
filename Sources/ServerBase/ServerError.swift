package import CivilTime
package import WebDAV

/// The reasons for which a request is refused; the target `Server` words them.
package enum ServerError: Error, Hashable, Sendable {
    case notSignedIn
    case wrongCredentials
    case wrongAppPassword
    case programPasswordNeeded
    case httpsNeeded
    case notXML(XMLError)
    case wrongSetupCode
    /// A link for a new password was used, replaced or has expired, or never was.
    case passwordLinkOver
    case registrationClosed
    case notForPrograms
    case tooManyAttempts(retryAfterSeconds: Int64)
    case tooManyStreams
    case tooManyRequests
    /// The account has made more changes than ``WriteAllowances`` lets it.
    case tooManyWrites(retryAfterSeconds: Int64)
    case wrongOrigin
    case notFound
    case notReadable
    case notJSON
    case notValidField(name: String, reason: String)
    case notValid([ObjectProblem])
    case preconditionRequired
    case tooLarge(bytesMax: Int)
    /// The proposal took answers and other times until then.
    case deadlineOver(Instant)
}

/// Something wrong in a calendar file, in words.
package struct ObjectProblem: Hashable, Sendable {
    package let line: Int
    /// The cause, for programs that word it themselves: as in `Problem.code`, or one of the server's.
    package let code: String
    /// The values that the message names.
    package let values: [String]
    package let message: String
    /// "kept", "repaired" or "dropped"; "refused" in a text that is refused as a whole, and "applied" for
    /// what an import did.
    package let outcome: String
    /// The title and the start of the event it is in, as far as they are known.
    package var title = ""
    package var start = ""

    package init(
        line: Int,
        code: String,
        values: [String] = [],
        message: String,
        outcome: String
    ) {
        self.line = line
        self.code = code
        self.values = values
        self.message = message
        self.outcome = outcome
    }

    package var json: JSONObject {
        var object = JSONObject()
        write(to: &object)
        return object
    }

    package func write(to object: inout JSONObject) {
        object.add("line", line)
        object.add("code", code)
        object.add("values", values)
        object.add("message", message)
        object.add("outcome", outcome)
        if !title.isEmpty { object.add("title", title) }
        if !start.isEmpty { object.add("start", start) }
    }
}
