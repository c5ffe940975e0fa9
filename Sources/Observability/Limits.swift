import ServerBase

// The limits of what is logged, audited and counted.
extension Limits {
    /// Bytes kept of a request's source address; the rest is cut off.
    static let networkBytesMax = 64
    /// Seconds between two lines of the log about a database that doesn't answer, or whose disk is full.
    static let troubleTellingSeconds = Int64(60)
    /// Bytes of a value in the log; the rest is cut off.
    static let logValueBytesMax = 1024
    /// Characters of a request's ID that a proxy sends; a longer one is replaced.
    static let requestIDLengthMax = 64
    /// Networks and accounts of programs that have signed in, before all are forgotten.
    static let seenNetworksMax = 10_000
    /// Combinations of labels of one metric; those beyond aren't counted.
    static let metricSeriesMax = 2_000
}
