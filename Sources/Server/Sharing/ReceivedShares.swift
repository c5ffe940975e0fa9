import Store

/// What a person shared with the page from another app on their device.
struct SharedThing: Hashable, Sendable {
    /// A shared file, with the name that the other app gave it.
    struct File: Hashable, Sendable {
        let name: String
        let octets: [UInt8]
    }

    let title: String
    let text: String
    let url: String
    let files: [File]

    /// Reads the fields that the manifest's `share_target` names.
    init(_ parts: [FormPart]) {
        func text(_ name: String) -> String {
            let octets = parts.first { $0.name == name && $0.fileName == nil }?.octets ?? []
            return String(decoding: octets, as: UTF8.self)
                .prefix(utf8Max: Limits.sharedTextBytesMax).trimmingSpaces()
        }
        title = text("title")
        self.text = text("text")
        url = text("url")
        files = parts.compactMap { part in
            guard part.name == "file", let name = part.fileName, !part.octets.isEmpty else {
                return nil
            }
            let shortName = name.prefix(utf8Max: Limits.nameBytesMax)
            return File(name: shortName, octets: Array(part.octets))
        }
    }
}

/// Holds shared items in memory for a minute, for the page to fetch.
actor ReceivedShares {
    private struct Entry {
        let id: String
        let account: AccountID
        let thing: SharedThing
        let untilSecond: Int64
    }

    /// Oldest first.
    private var entries: [Entry] = []
    private var formCount = 0

    /// How many shared items are in memory.
    var count: Int { entries.count }

    /// Stores an item under an ID.
    ///
    /// If the account has too many, its oldest is dropped; if there are too many in all, the oldest of
    /// all.
    func put(_ thing: SharedThing, id: String, of account: AccountID, nowSecond: Int64) {
        sweep(nowSecond: nowSecond)
        let own = entries.indices.filter { entries[$0].account == account }
        if let oldest = own.first, own.count >= Limits.sharesPerAccountMax {
            entries.remove(at: oldest)
        } else if entries.count >= Limits.sharesMax {
            entries.removeFirst()
        }
        let untilSecond = nowSecond + Limits.shareKeptSeconds
        entries.append(Entry(id: id, account: account, thing: thing, untilSecond: untilSecond))
    }

    /// The item with an ID, if this account shared it within the last minute.
    ///
    /// It stays, so that the page can fetch its files one by one.
    func thing(_ id: String, of account: AccountID, nowSecond: Int64) throws(ServerError)
        -> SharedThing
    {
        sweep(nowSecond: nowSecond)
        guard let entry = entries.first(where: { $0.id == id && $0.account == account }) else {
            throw .notFound
        }
        return entry.thing
    }

    /// Drops items that are older than a minute.
    func sweep(nowSecond: Int64) {
        entries.removeAll { $0.untilSecond <= nowSecond }
    }

    /// Runs `body`, which receives and parses a form; nil if too many are running already.
    ///
    /// This bounds the memory that forms take.
    func readingForm<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result? {
        guard formCount < Limits.formsInFlightMax else { return nil }
        formCount += 1
        defer { formCount -= 1 }
        return try await body()
    }
}
