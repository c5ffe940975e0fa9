/// Text that is banned from the sources, and what to use instead.
struct Ban: Sendable {
    let text: String
    let instead: String
    /// Targets, or paths of single files, in which it is allowed.
    var allowedIn: Set<String> = []
    /// Whether it is also banned in comments.
    var inComments = false

    static let all = [
        Ban(text: "FIXME", instead: "finish it before merging", inComments: true),
        Ban(text: "fatalError(", instead: "preconditionFailure with a reason"),
        Ban(
            text: "print(",
            instead: "a Logger, or the command line's Console",
            allowedIn: ["meantime"]
        ),
        Ban(text: "Date()", instead: "take the time as an argument", allowedIn: edges),
        Ban(text: "Clock().now", instead: "take the time as an argument", allowedIn: edges),
        Ban(text: "UUID()", instead: "take the identity as an argument", allowedIn: edges),
        Ban(text: ".random(", instead: "take a generator as an argument", allowedIn: edges),
        Ban(text: "Codable", instead: "a DTO in Server", allowedIn: edges),
        Ban(text: "ProcessInfo", instead: "an option of the command line", allowedIn: ["meantime"]),
        Ban(text: "@_exported", instead: "import where it is used"),
        Ban(text: "try!", instead: "handle the error"),
        Ban(text: "Unsafe", instead: "a Span or an array", allowedIn: foreign),
        // The native build accepts key paths, but the WebAssembly build doesn't.
        Ban(
            text: "(\\.",
            instead: "a closure",
            allowedIn: edges.union(["Store", "Demo"])
        ),
        Ban(text: "level IN (3", instead: "CalendarAction.levels"),
        Ban(text: "level >= 3", instead: "CalendarAction.levels"),
        Ban(text: "level >= 4", instead: "CalendarAction.levels"),
        Ban(text: "level < 3", instead: "CalendarAction.levelsBelow"),
        Ban(text: "level < 4", instead: "CalendarAction.levelsBelow"),
        Ban(text: "swiftlint:", instead: "SwiftLint isn't used here", inComments: true),
    ]

    /// Where code may touch memory that Swift doesn't manage.
    static let foreign: Set<String> = [
        "WebCore",
        // There's no other way to read a key's bytes.
        "Sources/Accounts/SignIn/Passwords.swift",
        // Appends runs of text at once: byte by byte, it would be the slowest part of an answer.
        "Sources/JSON/JSONWriter.swift",
        // expat calls back with pointers.
        "Sources/WebDAV/XML/XMLReader.swift",
        // zlib takes pointers.
        "Sources/Server/Compression/GzipStream.swift",
        "Sources/Outgoing/GunzipStream.swift",
    ]

    /// Where code may read the outside world.
    static let edges: Set<String> = [
        "ServerBase", "Observability", "Secrets", "OpenIDConnect", "Accounts", "ExternalCalendars",
        "Requests", "Writing", "CalDAVServer", "Server", "Watch", "meantime",
    ]

    func isBroken(by line: Substring, in file: SourceFile) -> Bool {
        guard !allowedIn.contains(file.target), !allowedIn.contains(file.path) else { return false }
        let code = inComments ? line : line.withoutComment
        return code.ranges(of: text).contains { range in
            // Don't take `fingerprint(` for `print(`.
            guard let first = text.first, first.isLetter, range.lowerBound > code.startIndex else {
                return true
            }
            let before = code[code.index(before: range.lowerBound)]
            return !before.isLetter || text.first?.isUppercase == true
        }
    }
}

extension Substring {
    /// The line up to a comment; `//` inside a string literal doesn't count.
    var withoutComment: Substring {
        var isInString = false
        var index = startIndex
        while index < endIndex {
            if self[index] == "\"" { isInString.toggle() }
            if !isInString, self[index...].hasPrefix("//") { return self[..<index] }
            index = self.index(after: index)
        }
        return self
    }
}
