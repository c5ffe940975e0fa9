/// Why the server refuses an object, besides the problems that the core finds.
package enum ObjectRefusal {
    /// The text is not UTF-8.
    case notText
    /// The text contains a NUL character.
    case nul
    /// The text contains this many objects.
    case notOne(count: Int)
    /// The text is a message between people, with a `METHOD`, and not an object.
    case isMessage
    /// The object has components of several kinds.
    case mixedKinds
    /// The object is longer than this many bytes.
    case eventTooLong(octetsMax: Int)
    /// The UID is longer than this many characters.
    case uidTooLong(max: Int)
    /// The object has more components than this.
    case tooManyComponents(max: Int)
    /// The object has more lines than this.
    case tooManyLines(max: Int)
    /// The object has more extra dates and excluded dates than this.
    case tooManyDates(max: Int)
    /// The object has more control characters than this.
    case tooManyControls(max: Int)
}

extension ObjectRefusal {
    /// Whether a problem lies not in the data, but in what is stored together (RFC 4791, 4.1).
    package static func isOfResource(_ problem: ObjectProblem) -> Bool {
        switch problem.code {
        case "not-one": problem.values != ["0"]
        case "is-message", "mixed-kinds": true
        default: false
        }
    }

    /// A stable word for the cause, and the values that ``message`` names, as in `Problem`.
    fileprivate var coded: (code: String, values: [String]) {
        switch self {
        case .notText: ("not-text", [])
        case .nul: ("nul", [])
        case .notOne(let count): ("not-one", [String(count)])
        case .isMessage: ("is-message", [])
        case .mixedKinds: ("mixed-kinds", [])
        case .eventTooLong(let max): ("event-too-long", [String(max)])
        case .uidTooLong(let max): ("uid-too-long", [String(max)])
        case .tooManyComponents(let max): ("too-many-components", [String(max)])
        case .tooManyLines(let max): ("too-many-lines", [String(max)])
        case .tooManyDates(let max): ("too-many-dates", [String(max)])
        case .tooManyControls(let max): ("too-many-controls", [String(max)])
        }
    }

    /// What is wrong, in English.
    fileprivate var cause: String {
        switch self {
        case .notText: "text that is not UTF-8"
        case .nul: "character NUL"
        case .notOne(let count): "\(count) objects, not one"
        case .isMessage: "METHOD in an object"
        case .mixedKinds: "components of several kinds with one UID"
        case .eventTooLong(let max): "event of more than \(max) octets"
        case .uidTooLong(let max): "UID of more than \(max) bytes"
        case .tooManyComponents(let max): "event of more than \(max) components"
        case .tooManyLines(let max): "event of more than \(max) lines"
        case .tooManyDates(let max): "event of more than \(max) RDATE and EXDATE values"
        case .tooManyControls(let max): "event of more than \(max) control characters"
        }
    }
}

extension ObjectProblem {
    package init(_ refusal: ObjectRefusal, line: Int = 1) {
        self.init(
            line: line,
            code: refusal.coded.code,
            values: refusal.coded.values,
            message: refusal.cause + ", dropped",
            outcome: "dropped"
        )
    }

    /// The problem of a text that is refused as a whole: nothing of it was repaired or dropped.
    var ofRefusal: ObjectProblem {
        let suffix = ", " + outcome
        var problem = ObjectProblem(
            line: line,
            code: code,
            values: values,
            message: message.hasSuffix(suffix) ? String(message.dropLast(suffix.count)) : message,
            outcome: "refused"
        )
        (problem.title, problem.start) = (title, start)
        return problem
    }
}
