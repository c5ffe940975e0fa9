/// A period in which a zone keeps one offset.
struct ZoneSpan {
    /// The first second of the period, since the epoch; `Int64.min` if it has no start.
    var start: Int64
    /// The first second after the period; `Int64.max` if it has no end.
    var end: Int64
    /// Seconds east of UTC.
    let offset: Int32
    let kind: Kind

    /// Where to find the abbreviation.
    enum Kind {
        case listed(UInt16)
        case standard
        case summer
    }

    /// `start` on the wall clock; `Int64.min` if the period has no start.
    var clockStart: Int64 { start == .min ? .min : start &+ Int64(offset) }

    /// `end` on the wall clock; `Int64.max` if the period has no end.
    var clockEnd: Int64 { end == .max ? .max : end &+ Int64(offset) }
}
