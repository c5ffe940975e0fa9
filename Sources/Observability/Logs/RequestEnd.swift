package import HTTPTypes

/// How a request ended.
package struct RequestEnd: Sendable {
    /// The method, or `other` for one that nothing here has.
    let method: String
    /// The route with the names of its parameters, such as `/api/v1/calendars/{calendar}`.
    let route: String
    let status: Int
    /// Whether the answer goes on until somebody ends it, so that its duration says nothing.
    let isStream: Bool
    /// Bytes of the answer's body, as far as they were sent.
    var bytes = 0
    /// From the head of the request until the answer is handed to the connection, or to its end if it's
    /// made while it's sent.
    var duration = Duration.zero
    /// Whether the answer was sent to its end.
    var isWhole = true

    package init(method: String, route: String, status: Int, isStream: Bool) {
        self.method = method
        self.route = route
        self.status = status
        self.isStream = isStream
    }

    package func with(_ bytes: Int, _ duration: Duration, isWhole: Bool = true) -> RequestEnd {
        var end = self
        end.bytes = bytes
        end.duration = duration
        end.isWhole = isWhole
        return end
    }

    /// Milliseconds, to the microsecond.
    var milliseconds: Double { Double(nanoseconds / 1000) / 1000 }

    var nanoseconds: Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// A path as it was declared, or one word for all paths that weren't: a stranger can't make more.
    package static func template(_ declared: String?) -> String {
        guard let declared, declared != "NotFound" else { return "unknown" }
        return declared.hasPrefix("/") ? declared : "/" + declared
    }

    package static func label(of method: HTTPRequest.Method) -> String {
        methods.contains(method.rawValue) ? method.rawValue : "other"
    }

    private static let methods = Set(
        [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PROPPATCH",
            "REPORT", "MKCALENDAR", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "ACL",
        ]
    )
}
