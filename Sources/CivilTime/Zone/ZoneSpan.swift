/// A stretch of time in which a zone keeps one offset.
struct ZoneSpan {
    /// The first second of it, since the epoch; `Int64.min` when it has no start.
    var start: Int64
    /// The first second after it; `Int64.max` when it has no end.
    var end: Int64
    /// Seconds east of UTC.
    let offset: Int32
    let kind: Kind

    /// Where the abbreviation is found.
    enum Kind {
        case listed(UInt16)
        case standard
        case summer
    }

    /// The first second of the clock, unbounded when `start` is.
    var clockStart: Int64 { start == .min ? .min : start &+ Int64(offset) }

    /// The first second of the clock after it, unbounded when `end` is.
    var clockEnd: Int64 { end == .max ? .max : end &+ Int64(offset) }
}
