import ServerBase

/// The hosts in private networks that external calendars may be read from.
///
/// The administrator lists them, such as a server for calendars in the same house.
package struct AllowedPrivateHosts: Hashable, Sendable {
    struct Place: Hashable {
        let host: String
        let port: Int
    }

    private let places: Set<Place>

    /// No host.
    package static let none = AllowedPrivateHosts(places: [])

    private init(places: Set<Place>) { self.places = places }

    /// Reads `nas.home.example:5232,127.0.0.1:8085`; nil if a place isn't a host with a port.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Limits.externalHostsMax else { return nil }
        var places: Set<Place> = []
        for part in parts {
            let trimmed = part.drop { $0 == " " }
            guard let colon = trimmed.lastIndex(of: ":"),
                let host = ExternalCalendarAddress.plainHost(trimmed[..<colon]),
                let port = ExternalCalendarAddress.port(trimmed[trimmed.index(after: colon)...])
            else { return nil }
            places.insert(Place(host: host, port: port))
        }
        self.places = places
    }

    /// Whether a host is listed with this port.
    func contains(_ host: String, port: Int) -> Bool {
        places.contains(Place(host: host, port: port))
    }
}
