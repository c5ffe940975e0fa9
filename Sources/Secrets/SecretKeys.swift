package import ServerBase
import Synchronization

/// The keys that seal secrets of other services, which the database keeps: passwords, tokens, and
/// addresses with one in them.
///
/// The first seals, all of them open. They aren't in the database, so a copy of it alone opens
/// nothing.
package final class SecretKeys: Sendable {
    private let keys: Mutex<[SecretKey]>
    private let reading: (@Sendable () throws -> [SecretKey])?

    /// - Parameters:
    ///   - keys: One at least, the one that seals first.
    ///   - reading: Reads them again, for a text sealed by a key that was made meanwhile.
    init(_ keys: [SecretKey], reading: (@Sendable () throws -> [SecretKey])? = nil) {
        precondition(!keys.isEmpty, "a key seals")
        self.keys = Mutex(keys)
        self.reading = reading
    }

    /// A key that is forgotten with the process: for tests, and for what seals nothing.
    package static func forgotten(_ clockAndRandom: ClockAndRandom = .machine) -> SecretKeys {
        SecretKeys([.random(clockAndRandom)])
    }

    /// Reads keys in base64, separated by commas or line breaks; nil for anything else.
    package convenience init?(_ text: String) {
        guard let keys = Self.keys(text) else { return nil }
        self.init(keys)
    }

    /// The keys in a text; lines that begin with `#` are comments.
    static func keys(_ text: String) -> [SecretKey]? {
        let lines = text.split { $0.isNewline || $0 == "," }
        var keys: [SecretKey] = []
        for line in lines {
            let word = line.filter { !$0.isWhitespace }
            guard !word.isEmpty, !word.hasPrefix("#") else { continue }
            guard let key = SecretKey(word) else { return nil }
            keys.append(key)
        }
        guard (1...Limits.secretKeysMax).contains(keys.count),
            Set(keys.map(\.id)).count == keys.count
        else { return nil }
        return keys
    }

    /// Seals a text.
    ///
    /// - Parameters:
    ///   - text: The secret.
    ///   - place: Where it'll be kept, such as a calendar's ID and a column: it opens only there.
    /// - Returns: A text to store.
    package func seal(_ text: String, for place: String) -> String {
        first.seal(text, for: place)
    }

    /// Opens a sealed text.
    ///
    /// - Parameters:
    ///   - sealed: What ``seal(_:for:)`` returned.
    ///   - place: Where it's kept.
    /// - Returns: The secret.
    /// - Throws: Why it can't be opened; then somebody has to enter it again.
    package func open(_ sealed: String, for place: String) throws(SecretError) -> String {
        guard let parts = SecretKey.Sealed(sealed) else { throw .notSealed }
        guard let key = key(parts.id) else { throw .keyMissing(id: parts.id) }
        return try key.open(parts, for: place)
    }

    /// Seals a sealed text with the first key, after another key was put first.
    ///
    /// - Returns: A text to store instead; nil if the first key sealed it already.
    /// - Throws: Why it can't be opened.
    package func sealedAgain(_ sealed: String, for place: String) throws(SecretError) -> String? {
        let text = try open(sealed, for: place)
        let first = first
        return SecretKey.Sealed(sealed)?.id == first.id ? nil : first.seal(text, for: place)
    }

    private var first: SecretKey {
        keys.withLock { keys in
            guard let first = keys.first else { preconditionFailure("a key seals") }
            return first
        }
    }

    private func key(_ id: String) -> SecretKey? {
        if let key = keys.withLock({ $0.first { $0.id == id } }) { return key }
        guard let reading, let read = try? reading(), !read.isEmpty else { return nil }
        keys.withLock { $0 = read }
        return read.first { $0.id == id }
    }
}

extension SecretKey {
    /// A new key.
    static func random(_ clockAndRandom: ClockAndRandom) -> SecretKey {
        guard let key = SecretKey(clockAndRandom.randomOctets(byteCount)) else {
            preconditionFailure("there are as many random octets as asked for")
        }
        return key
    }
}
