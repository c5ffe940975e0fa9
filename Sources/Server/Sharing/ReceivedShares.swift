import Store

/// What somebody handed to the page from another program of the device.
struct SharedThing: Hashable, Sendable {
    /// One file, as its program called it.
    struct File: Hashable, Sendable {
        let name: String
        let octets: [UInt8]
    }

    let title: String
    let text: String
    let url: String
    let files: [File]

    /// Takes the fields that the manifest names.
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

/// Keeps what was shared until the page has fetched it: for a minute, in memory.
actor ReceivedShares {
    private struct Entry {
        let id: String
        let account: AccountID
        let thing: SharedThing
        let untilSecond: Int64
    }

    /// In the order in which they came.
    private var entries: [Entry] = []
    private var formCount = 0

    /// How many things are in memory.
    var count: Int { entries.count }

    /// Keeps a thing under an identifier; of too many, the account's or altogether, the oldest goes.
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

    /// What an account shared within the last minute.
    func thing(_ id: String, of account: AccountID, nowSecond: Int64) throws(ServerError)
        -> SharedThing
    {
        sweep(nowSecond: nowSecond)
        guard let entry = entries.first(where: { $0.id == id && $0.account == account }) else {
            throw .notFound
        }
        return entry.thing
    }

    /// Forgets what has waited for a minute.
    func sweep(nowSecond: Int64) {
        entries.removeAll { $0.untilSecond <= nowSecond }
    }

    /// Receives and reads a form, unless too many are in flight already; then it is nil.
    func readingForm<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result? {
        guard formCount < Limits.formsInFlightMax else { return nil }
        formCount += 1
        defer { formCount -= 1 }
        return try await body()
    }
}
