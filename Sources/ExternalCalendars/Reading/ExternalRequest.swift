import Outgoing
import ServerBase

/// A request to another service: one to read a calendar, or another method of WebDAV.
struct ExternalRequest: Sendable {
    var address: ExternalCalendarAddress
    var method = "GET"
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?
    /// Whether it changes something there.
    ///
    /// Then only a redirect that keeps the method and the server is followed: another one leads to a page
    /// to sign in, perhaps, whose answer says nothing about the change.
    var changesSomething = false
    /// Maximum size of the response, in bytes.
    var bytesMax = Limits.externalBytesMax
}

/// Another service's response, after all redirects.
struct ExternalResponse: Sendable {
    let response: OutgoingResponse
    /// Where it came from in the end.
    let address: ExternalCalendarAddress
    /// That address, if every redirect to it was a permanent one (301, 308) and there was one.
    let movedTo: ExternalCalendarAddress?
}

/// What was read from a feed.
package struct FeedAnswer: Sendable {
    /// The calendar, decompressed.
    package let octets: [UInt8]
    package let etag: String?
    package let lastModified: String?
    /// Where the feed is from now on, if it has moved for good.
    package let movedTo: ExternalCalendarAddress?
    /// How many seconds the other side wants to be left alone; nil if it didn't say.
    package let retryAfterSeconds: Int64?
}
