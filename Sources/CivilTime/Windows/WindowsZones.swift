/// The time zone names Windows uses, and the IANA zones they stand for.
///
/// The mapping is CLDR's `windowsZones` for territory 001, with today's IANA names. The rows for
/// single territories are left out because a TZID does not say where its writer is. The tables are
/// plain text, searched from the start: most programs never look up a name, and a dictionary would
/// have to be built first.
enum WindowsZones {
    /// The IANA name for a Windows name such as `W. Europe Standard Time`.
    static func ianaName(for name: ArraySlice<UInt8>) -> String? {
        // Every Windows name contains a space or starts with UTC; most names we look up do neither.
        guard name.contains(0x20) || name.starts(with: "UTC".utf8) else { return nil }
        return value(of: name, in: names) ?? value(of: withoutNumber(name), in: names)
    }

    /// `Eastern Standard Time` from `Eastern Standard Time 1`, Outlook's name for a second such zone.
    private static func withoutNumber(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = name
        while let last = rest.last, (0x30...0x39).contains(last) { rest.removeLast() }
        return rest.count < name.count && rest.last == 0x20 ? rest.dropLast() : name
    }

    /// The IANA name for a display name such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rome`.
    ///
    /// Looks the places up first. If they are unknown, `(UTC)` alone still means UTC.
    static func ianaName(forDisplayName name: ArraySlice<UInt8>) -> String? {
        guard let close = name.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let places = name[(close + 1)...].drop { $0 == 0x20 }
        if let found = ianaName(ofPlaces: places) { return found }
        if let found = ianaName(for: places) { return found }
        let inside = name[name.startIndex...close].dropFirst().dropLast()
        let isUTC = ASCIIName.compare(inside, "UTC".utf8) == 0
        return isUTC ? "UTC" : nil
    }

    /// The IANA name of a display form without its offset, such as `Eastern Time (US & Canada)`.
    static func ianaName(forPlaces places: ArraySlice<UInt8>) -> String? {
        // A single word isn't enough: Samoa means one zone in Windows and another in Lotus Notes.
        places.contains(0x20) ? ianaName(ofPlaces: places) : nil
    }

    private static func ianaName(ofPlaces places: ArraySlice<UInt8>) -> String? {
        let windowsName =
            value(of: places, in: displayNames)
            ?? value(of: replacing(" and ", by: " & ", in: places), in: displayNames)
            ?? value(of: replacing(" & ", by: " and ", in: places), in: displayNames)
        return windowsName.flatMap { value(of: Array($0.utf8)[...], in: names) }
    }

    private static func replacing(
        _ word: String,
        by other: String,
        in places: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8> {
        var rest = places
        var replaced: [UInt8] = []
        while let octet = rest.first {
            if rest.starts(with: word.utf8) {
                replaced += Array(other.utf8)
                rest = rest.dropFirst(word.utf8.count)
            } else {
                replaced.append(octet)
                rest = rest.dropFirst()
            }
        }
        return replaced[...]
    }

    /// The text after `key=` on the line that starts with it.
    private static func value(of key: ArraySlice<UInt8>, in table: String) -> String? {
        for line in table.utf8.split(separator: 0x0A) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            if ASCIIName.compare(line[..<equals], key) == 0 {
                return String(decoding: line[line.index(after: equals)...], as: UTF8.self)
            }
        }
        return nil
    }
}
