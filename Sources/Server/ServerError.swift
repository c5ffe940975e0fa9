package import CivilTime

/// Everything a request can be refused for; `ErrorResponses.swift` says it to people.
package enum ServerError: Error, Hashable, Sendable {
    case notSignedIn
    case wrongCredentials
    case wrongAppPassword
    case wrongSetupCode
    case registrationClosed
    case notForPrograms
    case tooManyAttempts(retryAfterSeconds: Int64)
    case tooManyStreams
    case wrongOrigin
    case notFound
    case notReadable
    case notJSON
    case notValidField(name: String, reason: String)
    case notValid([ObjectProblem])
    case preconditionRequired
    case tooLarge(bytesMax: Int)
    /// Answers and other times were taken until then.
    case deadlineOver(Instant)
}

/// Something a calendar file has wrong, in words.
package struct ObjectProblem: Hashable, Sendable {
    package let line: Int
    /// The cause, for who words it otherwise; as in `Problem.code`, and some of the server's own.
    package let code: String
    /// What the message names.
    package let values: [String]
    package let message: String
    /// "kept", "repaired" or "dropped".
    package let outcome: String

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

    var json: JSONObject {
        var object = JSONObject()
        write(to: &object)
        return object
    }

    func write(to object: inout JSONObject) {
        object.add("line", line)
        object.add("code", code)
        object.add("values", values)
        object.add("message", message)
        object.add("outcome", outcome)
    }
}
