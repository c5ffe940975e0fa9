import ServerBase

// The limits of keys.
extension Limits {
    /// Keys that open secrets of other services; the first seals.
    static let secretKeysMax = 10
    /// Bytes of the file with these keys.
    static let secretKeyFileBytesMax = 4096
}
