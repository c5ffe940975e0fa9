package import ServerBase

// The limits of what calendar programs ask for, and of what they are told.
extension Limits {
    /// Bytes of the XML of a calendar program's request.
    package static let xmlBytesMax = 1_048_576
    /// Bytes of the XML that answers it.
    static let reportBytesMax = 32 * 1_048_576
    /// Bytes of an answer to a program after which free memory goes back to the system.
    static let largeAnswerBytesMin = 1_048_576
    /// Properties that a request names; Apple's programs name some fifty.
    static let propertiesAskedMax = 200
    /// Conditions of a `principal-property-search`.
    static let propertySearchesMax = 50
    /// Properties whose addresses `expand-property` follows in one request.
    static let propertiesExpandedMax = 20
    /// Objects that a multiget reads from the database at once.
    static let multigetPageCount = 25
    /// Members of a collection that one sync reports; a program asks again for more.
    package static let syncMembersMax = 20_000
    /// Bytes of XML after which a first sync is cut; a program asks again for more.
    ///
    /// The last object may be long, and XML writes some characters with five.
    static let syncBytesMax = 24 * 1_048_576
    /// Bytes of changed texts after which a later sync is cut, before XML makes them up to five times
    /// as long.
    static let changedBytesMax = 4 * 1_048_576
    /// Occurrences of a candidate that a program answers with one write.
    static let answersPerWriteMax = 50
    /// Addresses that `expand-property` follows in one request.
    static let expandedAddressesMax = 100
    /// Bytes of the text of a QR code: more modules than a camera reads easily from a screen.
    package static let codeTextBytesMax = 500
    /// Seconds between two push messages to a program about one collection.
    package static let pushGapSeconds = Int64(10)
    /// Push messages on their way at once.
    package static let pushSendsMax = 16
    /// Push messages of one account on their way at once, so that a slow service holds up nobody else.
    package static let pushSendsPerAccountMax = 4
    /// Failures in a row after which a registration is removed: with the pauses, ten hours.
    package static let pushFailuresMax = 16
    /// Seconds to wait after the first failure; twice as long after each one that follows.
    package static let pushRetrySeconds = Int64(30)
    /// The longest wait after a failure, in seconds.
    static let pushRetrySecondsMax = Int64(3600)
    /// Seconds for which a push service keeps a message for a program that is offline.
    static let pushLifeSeconds = Int64(86_400)
    /// Seconds for which a signature of a push message is valid; RFC 8292 allows a day.
    package static let pushTokenSeconds = Int64(43_200)
    /// Octets of an encrypted push message (RFC 8291, 4).
    package static let pushMessageBytesMax = 4096
    /// Days after which a registration for push messages ends, unless it's renewed.
    package static let pushDaysMax = Int64(30)
    /// Pieces of the log of which programs needn't be told; those of more are told all the same.
    package static let pushExemptionsMax = 2_000
    /// Such pieces for one registration.
    package static let pushExemptionsPerRegistrationMax = 50
}
