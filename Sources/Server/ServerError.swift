/// Everything a request can be refused for; `ErrorResponses.swift` says it to people.
package enum ServerError: Error, Hashable, Sendable {
    case notSignedIn
    case wrongCredentials
    case wrongSetupCode
    case tooManyAttempts(retryAfterSeconds: Int64)
    case tooManyStreams
    case wrongOrigin
    case notFound
    case notReadable
    case notValidField(name: String, reason: String)
    case notValid([ObjectProblem])
    case preconditionRequired
    case tooLarge(bytesMax: Int)
}

/// Something a calendar file has wrong, in words.
package struct ObjectProblem: Hashable, Sendable {
    package let line: Int
    package let message: String
    /// "kept", "repaired" or "dropped".
    package let outcome: String

    package init(line: Int, message: String, outcome: String) {
        self.line = line
        self.message = message
        self.outcome = outcome
    }

    var json: JSONObject {
        var object = JSONObject()
        object.add("line", line)
        object.add("message", message)
        object.add("outcome", outcome)
        return object
    }
}
