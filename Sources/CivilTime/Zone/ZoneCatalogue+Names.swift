extension ZoneCatalogue {
    /// The IANA name that a zone's name stands for; nil if it cannot be a known name.
    ///
    /// Accepts IANA names (`Europe/Berlin`, `US/Eastern`, `EST5EDT`), Windows names (`W. Europe
    /// Standard Time`, by CLDR's table for territory 001), Windows display names (`(UTC-05:00)
    /// Eastern Time (US & Canada)`), and names after a slash or a vendor's path
    /// (`/Europe/Berlin`, `/freeassociation.sourceforge.net/Europe/Berlin`). Every name for UTC gives
    /// `UTC`. A name that looks like an IANA name is returned even if no such zone exists.
    public static func ianaName(for name: String) -> String? {
        ianaName(for: ZoneID(name))
    }

    /// The same lookup for a ``ZoneID``; see ``ianaName(for:)`` for text.
    package static func ianaName(for id: ZoneID) -> String? {
        let bytes = trimmed(id.octets)
        guard !bytes.isEmpty, bytes.count <= Limits.zoneNameLengthMax else { return nil }
        if isUTC(bytes) { return "UTC" }
        if let name = WindowsZones.ianaName(for: bytes) { return name }
        if bytes.first == UInt8(ascii: "(") { return WindowsZones.ianaName(forDisplayName: bytes) }
        if let name = WindowsZones.ianaName(forPlaces: bytes) { return name }
        let tail = withoutVendor(bytes)
        if isUTC(tail) { return "UTC" }
        return isIANAShaped(tail) ? String(decoding: tail, as: UTF8.self) : nil
    }

    /// Removes the spaces and quotation marks that some programs put around a TZID.
    private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var rest = bytes[...]
        while let first = rest.first, first == 0x20 || first == 0x22 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x22 { rest.removeLast() }
        return rest
    }

    private static func isUTC(_ bytes: ArraySlice<UInt8>) -> Bool {
        let names: [String] = [
            "UTC", "Z", "GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "Etc/Universal",
            "Etc/Greenwich", "Etc/GMT0", "Etc/GMT+0", "Etc/GMT-0", "GMT0", "GMT+0", "GMT-0", "UCT",
            "Zulu", "Universal", "Greenwich", "Coordinated Universal Time",
        ]
        return names.contains { ASCIIName.compare(bytes, $0.utf8) == 0 }
    }

    /// Takes `/Europe/Berlin`, `/vendor/Europe/Berlin` and `/vendor/version/Europe/Berlin` down to
    /// `Europe/Berlin`, and `/vendor/EST5EDT` and Office's `tzone://Microsoft/Utc` to the last part.
    private static func withoutVendor(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let parts = bytes.split(separator: UInt8(ascii: "/"))
        // Some programs leave out the slash before the vendor, which is a host name.
        let isSite =
            parts.count > 1 && parts[0].dropFirst().contains(UInt8(ascii: "."))
            && parts[0].first != UInt8(ascii: ".")
        let isOffice = bytes.starts(with: "tzone://".utf8)
        guard bytes.first == UInt8(ascii: "/") || isSite || isOffice, let last = parts.last else {
            return bytes
        }
        let area = parts.dropLast().first(where: isArea)
        return bytes[(area ?? last).startIndex...]
    }

    /// Whether a part is an area such as `Europe`, with which most names in tzdata begin.
    private static func isArea(_ part: ArraySlice<UInt8>) -> Bool {
        let areas: [String] = [
            "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil",
            "Canada", "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
        ]
        return areas.contains { ASCIIName.compare(part, $0.utf8) == 0 }
    }

    /// Whether a name is one to three parts of letters, digits, `_`, `+` and `-`.
    private static func isIANAShaped(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return false }
        let areLegal = parts.allSatisfy { part in
            guard let first = part.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
            return part.allSatisfy { byte in
                (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
                    || byte == 0x5F || byte == 0x2B || byte == 0x2D
            }
        }
        guard areLegal else { return false }
        return parts.count > 1 || isSingleName(bytes)
    }

    /// Whether a name is one of those in tzdata that have no slash.
    private static func isSingleName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let names: [String] = [
            "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "Factory", "GB",
            "GB-Eire", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan",
            "Kwajalein", "Libya", "MET", "MST", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC",
            "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "W-SU", "WET",
        ]
        return names.contains { ASCIIName.compare(bytes, $0.utf8) == 0 }
    }
}

extension ZoneID {
    /// The IANA name that this name stands for; the name as written if it stands for none.
    public var databaseName: String { ZoneCatalogue.ianaName(for: self) ?? name }
}
