/// How many bytes a handover has.
struct HandoverSize: Hashable {
    let id: String
    let account: String
    let bytes: Int64
    let endsSecond: Int64

    /// The handovers to remove so that the rest has at most a number of bytes.
    ///
    /// It always removes the oldest handover of the account that has the most bytes at that point,
    /// so nobody can push out the handovers of accounts with fewer bytes. If several accounts have
    /// equally many, the handover that ends first is removed.
    ///
    /// - Parameters:
    ///   - sizes: All handovers; those of each account from the oldest to the newest.
    ///   - bytesMax: How many bytes may stay.
    /// - Returns: The identifiers, in the order of removal.
    static func surplus(of sizes: [HandoverSize], over bytesMax: Int64) -> [String] {
        var ofAccounts = Dictionary(grouping: sizes, by: \.account).mapValues { $0[...] }
        var bytes = ofAccounts.mapValues { $0.reduce(0) { $0 + $1.bytes } }
        var total = bytes.values.reduce(0, +)
        var surplus: [String] = []
        while total > bytesMax {
            let next = ofAccounts.values.compactMap(\.first).max { one, other in
                let (held, heldByOther) = (bytes[one.account] ?? 0, bytes[other.account] ?? 0)
                guard held == heldByOther else { return held < heldByOther }
                return (one.endsSecond, one.id) > (other.endsSecond, other.id)
            }
            guard let next else { break }
            ofAccounts[next.account]?.removeFirst()
            bytes[next.account]? -= next.bytes
            total -= next.bytes
            surplus.append(next.id)
        }
        return surplus
    }
}

extension HandoverSize {
    init(_ row: Row) throws {
        self.init(
            id: try row.text(0),
            account: try row.text(1),
            bytes: try row.integer(2),
            endsSecond: try row.integer(3)
        )
    }
}
