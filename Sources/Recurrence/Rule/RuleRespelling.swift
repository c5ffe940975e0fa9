public import CivilTime

/// A rule's text in the form of RFC 5545, section 3.3.10, made from a rule in another form.
///
/// Only the spelling of the rule changes, part by part. A part that isn't understood stays as
/// written, and is still an error when the rule is read.
///
/// - Blanks, a colon before the rule, empty parts and empty list items are removed.
/// - A part without a value, a COUNT below 1 and an INTERVAL below 1 are removed, because they mean
///   nothing.
/// - The time in UNTIL is written in iCalendar's form.
public struct RuleRespelling: Hashable, Sendable {
    /// The rule's text.
    public let text: String
    /// The COUNT, if there is an UNTIL too.
    public let count: Int?
    /// The UNTIL, if there is a COUNT too.
    public let until: CalendarTime?

    /// Respells a rule; nil if it's written as the RFC says, or is too long.
    public init?(_ written: ArraySlice<UInt8>) {
        guard written.count <= Limits.ruleLengthMax, Self.isSuspicious(written) else { return nil }
        // Some write two colons, or the name of the property again.
        let name = written.prefix { $0 != UInt8(ascii: "=") }
        let octets = name.lastIndex(of: UInt8(ascii: ":")).map { written[($0 + 1)...] } ?? written
        let parts = octets.split(separator: UInt8(ascii: ";")).map { RespelledPart($0) }
            .filter { !$0.isEmpty }
        let count = parts.compactMap { $0.count }.first
        let until = parts.compactMap { $0.until }.first
        (self.count, self.until) = until == nil || count == nil ? (nil, nil) : (count, until)
        let joined = Array(parts.map { $0.octets }.joined(separator: [UInt8(ascii: ";")]))
        guard self.count != nil || !joined.elementsEqual(written) else { return nil }
        text = String(decoding: joined, as: UTF8.self)
    }

    /// Whether a text has anything that may have to be respelled; nearly all rules have nothing.
    private static func isSuspicious(_ octets: ArraySlice<UInt8>) -> Bool {
        var before = UInt8(ascii: ";")
        for octet in octets {
            switch (before, octet) {
            // Blanks, colons, and separators with nothing between them.
            case (_, 0x20), (_, 0x09), (_, 0x3A): return true
            case (0x3B, 0x3B), (0x3B, 0x2C), (0x2C, 0x3B), (0x2C, 0x2C), (0x3D, 0x3B),
                (0x3D, 0x2C):
                return true
            // A number that begins with a zero or a sign, and UNTIL.
            case (0x3D, 0x30), (0x3D, 0x2D), (0x3D, 0x2B): return true
            case (0x55, 0x4E), (0x55, 0x6E), (0x75, 0x4E), (0x75, 0x6E): return true
            default: before = octet
            }
        }
        return before == 0x3B || before == 0x2C || before == 0x3D
    }

    /// The text without its COUNT, or without its UNTIL.
    public func without(_ name: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: ";")).filter { part in
            !Keyword.matches(Array(part.prefix { $0 != UInt8(ascii: "=") })[...], name)
        }
        return String(
            decoding: Array(parts.joined(separator: [UInt8(ascii: ";")])),
            as: UTF8.self
        )
    }
}

/// One part of a rule, respelled.
private struct RespelledPart {
    /// The part as it's written; empty if it says nothing.
    private(set) var octets: [UInt8]
    private(set) var count: Int?
    private(set) var until: CalendarTime?

    var isEmpty: Bool { octets.isEmpty }

    init(_ written: ArraySlice<UInt8>) {
        octets = Array(Self.trimmed(written))
        guard let equals = octets.firstIndex(of: UInt8(ascii: "=")) else { return }
        let name = Self.trimmed(octets[..<equals])
        guard let part = RulePart(name) else { return }
        let items = octets[(equals + 1)...].split(separator: UInt8(ascii: ","))
            .map { Self.trimmed($0) }.filter { !$0.isEmpty }
        guard !items.isEmpty else {
            if part != .frequency { octets = [] }
            return
        }
        let value = Array(items.joined(separator: [UInt8(ascii: ",")]))
        octets = name + [UInt8(ascii: "=")] + value
        switch part {
        case .count:
            count = Self.number(value)
            if let count, count < 1 { self = Self(saying: []) }
        case .interval:
            if let interval = Self.number(value), interval < 1 { self = Self(saying: []) }
        case .until:
            // The comma may be that of a fraction.
            until = CalendarTime(anyForm: Self.trimmed(octets[(name.count + 1)...]))
            if let until { octets = name + [UInt8(ascii: "=")] + Array(until.ruleText.utf8) }
        case .byDay:
            // Some write `1 MO` for `1MO`.
            octets.removeAll { $0 == 0x20 || $0 == 0x09 }
        default: break
        }
    }

    private init(saying octets: [UInt8]) {
        self.octets = octets
    }

    private static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = octets
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        return rest
    }

    /// A whole number of up to ten digits; nil for anything else.
    private static func number(_ value: [UInt8]) -> Int? {
        let isNegative = value.first == UInt8(ascii: "-")
        let digits = value.dropFirst(isNegative || value.first == UInt8(ascii: "+") ? 1 : 0)
        guard !digits.isEmpty, digits.count <= 9,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return isNegative ? -number : number
    }
}
