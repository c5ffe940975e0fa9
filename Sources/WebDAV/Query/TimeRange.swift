package import CivilTime

/// A range of time that a report asks about (RFC 4791, 9.9): from its start to just before its end.
///
/// It may be open at one end.
package struct TimeRange: Hashable, Sendable {
    /// The first instant; the distant past if it's open.
    package let start: Instant
    /// The first instant after it; the distant future if it's open.
    package let end: Instant

    /// Makes a range; nil if the end isn't after the start.
    package init?(start: Instant, end: Instant) {
        guard start < end else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// Reads the attributes of an element; nil if they aren't valid.
    ///
    /// Each is a time in UTC, and at least one is there.
    init?(_ element: XMLElement, needsBoth: Bool = false) {
        let (first, last) = (element.attributes["start"], element.attributes["end"])
        guard first != nil || last != nil, !needsBoth || (first != nil && last != nil) else {
            return nil
        }
        guard let start = first.map(Self.instant) ?? .distantPast,
            let end = last.map(Self.instant) ?? .distantFuture
        else { return nil }
        self.init(start: start, end: end)
    }

    private static func instant(_ text: String) -> Instant? {
        text.utf8.count == "20060104T000000Z".utf8.count ? Instant(text) : nil
    }

    func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

    /// The range with more room at both ends, as instants to search through.
    func widened(bySeconds seconds: Int64) -> Range<Instant> {
        start.adding(seconds: -seconds)..<end.adding(seconds: seconds)
    }
}
