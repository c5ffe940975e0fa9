import NIOCore
import ServerBase
import Store

/// What a stream sends after a ring: a stretch of the log, encoded once for all streams of an account.
struct LiveBatch: Sendable {
    enum Part: Sendable {
        case bytes(ByteBuffer)
        /// All events of a calendar that an account sees from now on, or sees in another way.
        case events(of: CalendarRecord)
    }

    private(set) var parts: [Part] = []
    /// The token that the stretch leads to.
    let reached: ChangeToken
    let hasMore: Bool
    /// The version of the account's settings.
    let settingsETag: String
    /// How often the account's inbox has changed, and what waits for its answer.
    let inboxVersion: Int64

    /// Whether it may be kept for other streams: an import's pages would fill the memory.
    var isSmall: Bool {
        let bytes = parts.reduce(0) { count, part in
            if case .bytes(let bytes) = part { count + bytes.readableBytes } else { count }
        }
        return !hasMore && bytes <= Limits.sharedBatchBytesMax
    }

    /// Encodes the page of the log after a token.
    ///
    /// Even when no entry is for this account, the token is sent, so that a page that comes back starts from there.
    init(
        _ page: ChangePage,
        after token: ChangeToken,
        settingsETag: String,
        inboxVersion: Int64 = 0
    ) {
        reached = page.reached
        hasMore = page.hasMore
        self.settingsETag = settingsETag
        self.inboxVersion = inboxVersion
        guard page.reached > token else { return }
        var buffer = ByteBuffer()
        let changes = page.changes.filter(\.change.isForPage)
        for (place, entry) in changes.enumerated() {
            guard case .access(_, let seen?) = entry.change else {
                // One log entry may be sent as several events. Only the last has its token as ID, so that a page
                // that is cut off in between gets all of them again; the others carry it inside their record.
                let next = place + 1 < changes.count ? changes[place + 1].token : nil
                let isLast = next != entry.token
                var record = entry.change.json
                if !isLast { record.add("token", entry.token.text) }
                buffer.write(event: record, id: isLast ? entry.token : nil)
                continue
            }
            // Only the last of these events carries the token: a page that is cut off in between
            // gets all of them again.
            buffer.write(event: entry.change.json)
            buffer.write(event: seen.json)
            parts += [.bytes(buffer), .events(of: seen)]
            buffer = ByteBuffer(string: "id: \(entry.token.text)\n\n")
        }
        if changes.last?.token != page.reached {
            buffer.writeString("id: \(page.reached.text)\n\n")
        }
        parts.append(.bytes(buffer))
    }
}

extension ByteBuffer {
    /// Appends a record as an event, with the token it leads to.
    mutating func write(event record: JSONObject, id: ChangeToken? = nil) {
        if let id { writeString("id: \(id.text)\n") }
        writeString("event: change\ndata: ")
        writeBytes(record.text)
        writeString("\n\n")
    }
}
