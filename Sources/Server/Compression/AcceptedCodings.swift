import ServerBase

/// The codings in a client's `Accept-Encoding`, without those it refuses with a weight of 0.
struct AcceptedCodings: Hashable {
    private let names: Set<String>

    init(_ text: String) {
        names = Set(
            text.split(separator: ",").compactMap { part in
                let fields = part.split(separator: ";").map { String($0).trimmingSpaces() }
                let refused = fields.dropFirst().contains { field in
                    field.lowercased().hasPrefix("q=") && Double(field.dropFirst(2)) ?? 0 <= 0
                }
                return refused ? nil : fields.first?.lowercased()
            }
        )
    }

    func contains(_ name: String) -> Bool { names.contains(name) }
}
