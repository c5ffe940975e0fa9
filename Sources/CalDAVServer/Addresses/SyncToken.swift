import Store

/// A token of a collection (RFC 6578, 3.2), which has to be a URI.
struct SyncToken: Hashable {
    private static let scheme = "urn:meantime:sync:"
    let token: ChangeToken
    /// Where the log was when a first reading in several pieces began; nil when all has been read.
    ///
    /// The objects up to ``token`` have been read then, in the order of their last changes.
    var beganAt: ChangeToken?

    init(_ token: ChangeToken, beganAt: ChangeToken? = nil) {
        self.token = token
        self.beganAt = beganAt
    }

    /// Reads a token that the server gave earlier; nil for another text.
    init?(text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count)
            .split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { ChangeToken($0) }
        guard let token = parts.first, parts.count <= 2, text == Self.text(of: parts) else {
            return nil
        }
        self.token = token
        beganAt = parts.count == 2 ? parts[1] : nil
    }

    var text: String { Self.text(of: [token] + (beganAt.map { [$0] } ?? [])) }

    private static func text(of parts: [ChangeToken]) -> String {
        scheme + parts.map(\.text).joined(separator: ":")
    }
}
