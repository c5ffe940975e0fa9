import ServerBase

// The limits of signing in at other services.
extension Limits {
    /// Bytes of another service's response.
    static let providerBytesMax = 256 * 1024
    /// Keys of a provider that are considered.
    static let providerKeysMax = 50
    /// Seconds a provider's configuration is cached.
    static let providerKeptSeconds = Int64(3600)
    /// Seconds between two fetches of a provider's keys.
    static let keyFetchSeconds = Int64(60)
    /// Seconds a provider's clock may differ from ours.
    static let clockToleranceSeconds = Int64(120)
    /// Maximum age of an ID token, in seconds.
    static let tokenAgeSecondsMax = Int64(3600)
    /// Bytes of a provider's name for a person.
    static let subjectBytesMax = 255
    /// Bytes of a lasting token of Google; its documentation says 512.
    static let googleTokenBytesMax = 2_048
}
