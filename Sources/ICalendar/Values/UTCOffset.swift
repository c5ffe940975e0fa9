/// How far a clock is ahead of UTC (RFC 5545 section 3.3.14).
public struct UTCOffset: Hashable, Sendable {
    /// Seconds ahead of UTC, negative west of it; less than a day.
    public let seconds: Int

    /// Makes an offset; nil when it is a day or more.
    public init?(seconds: Int) {
        guard seconds.magnitude < 86_400 else { return nil }
        self.seconds = seconds
    }

    /// Reads `+0100` or `-013015`; nil for other texts.
    public init?(_ text: String) {
        self.init(ascii: Array(text.utf8)[...])
    }

    init?(ascii octets: ArraySlice<UInt8>) {
        guard octets.count == 5 || octets.count == 7, let sign = octets.first,
            sign == 0x2B || sign == 0x2D
        else { return nil }
        var parts = [0, 0, 0]
        for (index, octet) in octets.dropFirst().enumerated() {
            guard let digit = octet.digit else { return nil }
            parts[index / 2] = parts[index / 2] * 10 + digit
        }
        guard parts[0] < 24, parts[1] < 60, parts[2] < 60 else { return nil }
        let size = parts[0] * 3_600 + parts[1] * 60 + parts[2]
        seconds = sign == 0x2D ? -size : size
    }

    /// The offset in iCalendar's form, with seconds only if there are any.
    public var text: String {
        let size = Int(seconds.magnitude)
        var text = seconds < 0 ? "-" : "+"
        let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
        for part in parts { text += part < 10 ? "0\(part)" : "\(part)" }
        return text
    }
}

extension Property {
    /// The value as an offset; nil when it isn't one.
    public var offset: UTCOffset? { UTCOffset(ascii: trimmedOctets[...]) }
}
