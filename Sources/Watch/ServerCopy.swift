import Agenda
import Client
import JSON
import ServerBase

/// What the server has said of an account, up to a place in its log: the records as they came, without waiting edits.
struct ServerCopy {
    /// The form of the file; of any other, everything is loaded again.
    private static let version = 1

    let account: String
    /// Where the live stream goes on.
    var token: UInt64
    /// When the server said something last, in seconds since 1970.
    var heardSecond: Int64
    private var calendars: [CalendarID: [UInt8]] = [:]
    private var groups: [String: [UInt8]] = [:]
    private var leftOut: [CalendarID: [UInt8]] = [:]
    private var events: [ObjectID: [UInt8]] = [:]

    /// Takes a load; nil if it doesn't begin with a header.
    init?(_ lines: [SyncLine], heardSecond: Int64) {
        guard case .header(let account, let token)? = lines.first?.record else { return nil }
        (self.account, self.token, self.heardSecond) = (account, token, heardSecond)
        for line in lines { take(line) }
    }

    /// Takes a record of the live stream.
    mutating func take(_ line: SyncLine) {
        switch line.record {
        case .calendar(let entry): calendars[entry.id] = line.octets
        case .group(let group): groups[group.id] = line.octets
        case .leftOut(let calendar): leftOut[calendar] = line.octets
        case .event(let object, _): events[object] = line.octets
        case .eventRemoved(let object): events[object] = nil
        case .groupRemoved(let id): groups[id] = nil
        case .calendarRemoved(let calendar):
            calendars[calendar] = nil
            leftOut[calendar] = nil
            for object in Array(events.keys) where object.calendar == calendar {
                events[object] = nil
            }
        case .header, .end: break
        }
    }

    /// Takes what the server has made of changes, before the live stream tells of it.
    ///
    /// Otherwise it would be missing at the next start, if that is without a network: it doesn't wait any more, and the
    /// stream hasn't told of it. What the stream has told already is later.
    mutating func take(_ saved: [SavedObject], of changes: [EditRequest.Change]) {
        for (change, save) in zip(changes, saved) where save.token > token {
            guard let text = change.text else {
                events[change.object] = nil
                continue
            }
            var json = JSONWriter()
            json.object { json in
                json.field("type", "event")
                change.object.write(to: &json)
                json.field("etag", save.etag)
                json.name("ical")
                json.string(utf8: text)
            }
            events[change.object] = json.octets
        }
    }

    /// The records of a load that says the same.
    var records: [SyncRecord] {
        let header = SyncRecord.header(account: account, token: token)
        return [header] + lines.compactMap { SyncLine($0)?.record }
    }

    /// The groups come first, because they name the calendars of their members.
    private var lines: [[UInt8]] {
        Array(groups.values) + Array(calendars.values) + Array(leftOut.values)
            + Array(events.values)
    }

    // MARK: - On the device

    /// The file: a head with the digest of what is below it, which is a line for each record.
    var octets: [UInt8] {
        let body = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
        var json = JSONWriter()
        json.object { json in
            json.field("version", Self.version)
            json.field("account", account)
            json.field("token", String(token))
            json.field("heard", String(heardSecond))
            json.field("sha256", sha256Text(body))
        }
        return json.octets + [UInt8(ascii: "\n")] + body
    }

    /// Reads a file; nil if it's damaged, or of another form.
    init?(octets: [UInt8]) {
        guard let end = octets.firstIndex(of: UInt8(ascii: "\n")),
            let head = JSONValue.read(Array(octets[..<end])),
            head["version"] == .integer(Self.version), let account = head["account"]?.text,
            let token = SyncRecord.token(head["token"]),
            let heardSecond = head["heard"]?.text.flatMap({ Int64($0) })
        else { return nil }
        let body = Array(octets[(end + 1)...])
        guard head["sha256"]?.text == sha256Text(body) else { return nil }
        (self.account, self.token, self.heardSecond) = (account, token, heardSecond)
        for line in body.lines {
            guard let line = SyncLine(line) else { return nil }
            take(line)
        }
    }
}
