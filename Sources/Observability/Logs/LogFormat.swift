import CivilTime
import Logging

/// How the lines of a log are written.
package enum LogFormat: String, CaseIterable, Sendable {
    /// Time, level, label and message, and then the metadata as `name=value`.
    case text
    /// A JSON object with `time`, `level`, `logger`, `message`, `request` and `metadata`.
    case json

    /// A record as one line, without the line break.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - millisecond: The time, in milliseconds since 1970.
    /// - Returns: The line.
    func line(of record: LogRecord, millisecond: Int64) -> String {
        let time = Self.time(millisecond)
        let metadata = record.metadata.sorted { $0.key < $1.key }
        switch self {
        case .text:
            // A message is the program's own sentence, and needs no quotation marks.
            let message = LogText.quoted(record.message).dropFirst().dropLast()
            let request = record.request.map { [("request", $0)] } ?? []
            let pairs = (metadata.map { ($0.key, "\($0.value)") } + request).map { name, value in
                " \(LogText.word(name))=\(LogText.word(value))"
            }
            return "\(time) \(record.level) \(record.label): \(message)" + pairs.joined()
        case .json:
            var fields = [
                ("time", LogText.quoted(time)), ("level", LogText.quoted("\(record.level)")),
                ("logger", LogText.quoted(record.label)),
                ("message", LogText.quoted(record.message)),
            ]
            if let request = record.request { fields.append(("request", LogText.quoted(request))) }
            if !metadata.isEmpty {
                fields.append(("metadata", Self.object(metadata.map { ($0.key, $0.value.json) })))
            }
            return Self.object(fields)
        }
    }

    /// A time as RFC 3339 writes it, in UTC and with milliseconds.
    static func time(_ millisecond: Int64) -> String {
        let (second, part) = millisecond.quotientAndRemainder(dividingBy: 1000)
        let digits = String(1000 + part).dropFirst()
        return Instant(secondsSinceEpoch: second).text.dropLast() + ".\(digits)Z"
    }

    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { LogText.quoted($0) + ":" + $1 }.joined(separator: ",") + "}"
    }
}

/// What a line of a log says, besides the time.
struct LogRecord {
    let level: Logger.Level
    /// The name of the logger.
    let label: String
    let message: String
    /// The ID of the request being handled; nil outside of one.
    let request: String?
    let metadata: Logger.Metadata
}

extension Logger.MetadataValue {
    /// Numbers and flags as such; everything else as a string.
    fileprivate var json: String {
        if case .stringConvertible(let value) = self {
            switch value {
            case let number as Int: return String(number)
            case let number as Double where number.isFinite: return String(number)
            case let flag as Bool: return String(flag)
            default: break
            }
        }
        return LogText.quoted("\(self)")
    }
}
