import Agenda
import Client
import JSON

/// A record as the server wrote it, and what it says.
struct SyncLine {
    /// The JSON on one line, without its end.
    let octets: [UInt8]
    let record: SyncRecord
    /// The record's own place in the server's log, if it has one.
    let token: UInt64?

    /// Reads a line; nil if it isn't JSON, or no record that is known.
    init?(_ octets: [UInt8]) {
        guard let json = JSONValue.read(octets), let record = SyncRecord(json) else { return nil }
        self.octets = octets
        self.record = record
        token = SyncRecord.token(json["token"])
    }
}

extension JSONValue {
    /// Reads a whole text; nil if it isn't JSON.
    static func read(_ octets: [UInt8]) -> JSONValue? {
        var reader = JSONReader(octets, depthMax: Limits.depthMax)
        guard let value = try? reader.value(), reader.peek() == nil else { return nil }
        return value
    }
}

extension [UInt8] {
    /// The lines of a text, without empty ones.
    var lines: [[UInt8]] { split(separator: UInt8(ascii: "\n")).map { Array($0) } }
}
