/// One message of a stream of server-sent events.
struct ServerSentEvent: Hashable {
    /// The kind of message; empty if the stream doesn't say.
    var name = ""
    /// Where the stream is after it; nil if it doesn't say.
    var id: String?
    /// The lines of data, joined by line feeds.
    var data: [UInt8] = []
}

/// Takes a stream of server-sent events apart, whatever pieces it comes in.
///
/// A message that has only an ID is given out, too: it moves a reader past what isn't for it.
struct ServerSentEvents {
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    /// Whether a message is longer than any of a calendar server, so that the rest needn't be taken.
    var isTooLong: Bool { line.count + event.data.count > Limits.messageBytesMax }

    /// The messages that end in a piece.
    mutating func take(_ piece: [UInt8]) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for octet in piece {
            guard octet == UInt8(ascii: "\n") else {
                line.append(octet)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if event != ServerSentEvent() { events.append(event) }
                event = ServerSentEvent()
            } else {
                takeLine()
            }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func takeLine() {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event.name = String(decoding: value, as: UTF8.self)
        case "id": event.id = String(decoding: value, as: UTF8.self)
        case "data":
            if !event.data.isEmpty { event.data.append(UInt8(ascii: "\n")) }
            event.data += value
        // A comment, such as a sign of life.
        default: break
        }
    }
}
