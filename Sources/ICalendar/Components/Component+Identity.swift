import CivilTime

extension Component {
    /// A UID derived from the content, so it is the same each time.
    var derivedUID: [UInt8] {
        var digest = ContentDigest()
        digest.add(self)
        return Array(digest.text.utf8)
    }

    /// The component with a UID derived from its content.
    var withDerivedUID: Component {
        var copy = self
        copy.set(Property(name: "UID", rawValue: String(decoding: derivedUID, as: UTF8.self)))
        return copy
    }

    /// Whether two masters with one UID are different events rather than two versions of one.
    ///
    /// Two versions of one event differ in their SEQUENCE or LAST-MODIFIED. But some programs
    /// write the same UID into every event, and nothing else is alike.
    func isDifferentEvent(from other: Component) -> Bool {
        guard first(.dateTimeStart) != other.first(.dateTimeStart) else { return false }
        return first(.sequence) == other.first(.sequence)
            && first(.lastModified) == other.first(.lastModified)
    }

    /// The octets that tell which occurrence this overrides; empty for a master.
    var occurrenceKey: [UInt8] {
        guard let property = first(.recurrenceID) else { return [] }
        return property.trimmedOctets + (property.zoneName.map { Array($0.utf8) } ?? [])
    }

    /// Whether this version of an event is newer than one that comes before it in the file.
    ///
    /// If SEQUENCE, LAST-MODIFIED and DTSTAMP don't tell, the later one in the file counts as
    /// newer.
    func isNewer(than other: Component) -> Bool {
        let (mine, theirs) = (sequence, other.sequence)
        if mine != theirs { return mine > theirs }
        for name in ["LAST-MODIFIED", "DTSTAMP"] {
            guard case .utc(let mine)? = time(name), case .utc(let theirs)? = other.time(name),
                mine != theirs
            else { continue }
            return mine > theirs
        }
        return true
    }

    private var sequence: Int {
        first(.sequence)?.number ?? 0
    }
}

extension Property {
    /// The value without surrounding blanks, in its own memory.
    var trimmedOctets: [UInt8] { Array(trimmedValue) }
}

/// A 128-bit digest of a component's content: FNV-1a, twice with different starting values.
///
/// It tells events without a UID apart; it does not protect against forgery.
private struct ContentDigest {
    private var high: UInt64 = 0xCBF2_9CE4_8422_2325
    private var low: UInt64 = 0x8422_2325_CBF2_9CE4

    mutating func add(_ component: Component) {
        for node in component.nodes {
            switch node {
            case .component(let component): add(component)
            case .property(let property): add(property)
            case .unread(let line):
                for octet in line.raw { add(octet) }
                add(.lineFeed)
            }
        }
    }

    /// Adds a property, unless it is one that may change with every export.
    private mutating func add(_ property: Property) {
        if property.isNamed(.dateTimeStamp) || property.isNamed(.lastModified)
            || property.isNamed(.created)
        {
            return
        }
        for octet in property.raw { add(octet) }
        add(.lineFeed)
    }

    private mutating func add(_ octet: UInt8) {
        high = (high ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
        low = (low ^ UInt64(octet) ^ high >> 32) &* 0x0000_0100_0000_01B3
    }

    var text: String {
        "derived-" + Self.hexadecimal(high) + Self.hexadecimal(low)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var octets: [UInt8] = []
        for shift in stride(from: 60, through: 0, by: -4) {
            octets.append(digits[Int(number >> UInt64(shift) & 0xF)])
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
