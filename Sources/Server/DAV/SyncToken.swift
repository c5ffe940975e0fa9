import Store

/// A token of a collection (RFC 6578, 3.2), which has to be a URI.
struct SyncToken: Hashable {
    private static let scheme = "urn:meantime:sync:"
    let token: ChangeToken

    init(_ token: ChangeToken) {
        self.token = token
    }

    /// Reads a token that the server gave earlier; nil for another text.
    init?(text: String) {
        guard text.hasPrefix(Self.scheme),
            let token = ChangeToken(text.dropFirst(Self.scheme.count))
        else { return nil }
        self.token = token
    }

    var text: String { Self.scheme + token.text }
}
