import ServerBase
import WebDAV

extension CalDAVClient {
    /// What to look for calendars with: an address or an e-mail address, as somebody typed it.
    package struct Start: Hashable, Sendable {
        /// Where to look, the likeliest first.
        let addresses: [ExternalCalendarAddress]
        /// The host that is asked.
        package let host: String
        /// The scheme, host and port that the password is meant for.
        let origin: String

        /// Reads what somebody typed.
        ///
        /// - Throws: ``ExternalCalendarFailure/addressNotValid``.
        package init(typed: String, fetcher: ExternalCalendarFetcher)
            throws(ExternalCalendarFailure)
        {
            let address = try fetcher.address(typed: Self.server(of: typed))
            host = address.host
            origin = address.origin
            let places = ["/.well-known/caldav", "/"].map { address.at($0) }
            // An address with a path is that of a calendar, a home or a server in a folder.
            addresses = address.target == "/" ? places : [address.at(address.target)] + places
        }

        /// The server that an e-mail address belongs to, where it isn't under its own name; what was
        /// typed for anything else.
        private static func server(of typed: String) -> String {
            let isEmail = !typed.contains("/") && typed.contains("@")
            let host = isEmail ? String(typed.split(separator: "@").last ?? "") : typed
            return servers[host.lowercased()] ?? host
        }

        /// Services whose calendars aren't found under the name that people know.
        private static let servers = [
            "icloud.com": "caldav.icloud.com", "me.com": "caldav.icloud.com",
            "mac.com": "caldav.icloud.com", "apple.com": "caldav.icloud.com",
            "fastmail.com": "caldav.fastmail.com", "fastmail.fm": "caldav.fastmail.com",
        ]
    }

    /// Finds an account's calendars (RFC 6764, 6), those that have events.
    ///
    /// - Returns: The calendars, in the order that the server lists them.
    /// - Throws: The failure that says most: that the password is wrong, before that nothing was
    ///   found.
    package func calendars(from start: Start) async throws(ExternalCalendarFailure) -> [Found] {
        var failures: [ExternalCalendarFailure] = []
        for address in start.addresses {
            do {
                let found = try await calendars(at: address, start)
                if !found.isEmpty { return found }
                failures.append(.notCalendar)
            } catch {
                switch error {
                // The next address is on the same server, and would fail as this one.
                case .addressNotPublic, .notReached, .tooSlow, .interrupted: throw error
                default: failures.append(error)
                }
            }
        }
        throw failures.first { $0 == .notAllowed } ?? failures.first ?? .notCalendar
    }

    /// The calendars that an address leads to: itself, those in a home, or those of who signs in.
    private func calendars(
        at address: ExternalCalendarAddress,
        _ start: Start
    ) async throws(ExternalCalendarFailure) -> [Found] {
        let answer = try await first(at: address, start)
        guard let response = answer.multistatus.responses.first else { throw .notCalendar }
        if let calendar = CalDAVCalendarEntry(response) {
            return [Found(calendar: calendar, address: answer.address)]
        }
        let homes = try await homes(response, from: answer.address, start)
        // What was typed may be the home itself.
        guard !homes.isEmpty else { return try await calendars(inHome: answer.address) }
        var found: [Found] = []
        for home in homes { found += try await calendars(inHome: home) }
        return found
    }

    /// Asks who signs in.
    ///
    /// A server that leads to another doesn't get the password sent there.
    private func first(
        at address: ExternalCalendarAddress,
        _ start: Start
    ) async throws(ExternalCalendarFailure) -> Answer {
        var request = ExternalRequest(address: address)
        request.method = "PROPFIND"
        request.headers = [("Depth", "0")]
        request.body = CalDAVRequest.principal
        // Only to see where it leads: this one is sent without credentials.
        let place = try await fetcher.send(request).address
        guard isTrusted(place, start) else { throw .elsewhere(host: place.hostAndPort) }
        return try await ask("PROPFIND", place, depth: "0", CalDAVRequest.principal)
    }

    private func homes(
        _ response: ForeignMultistatus.Response,
        from address: ExternalCalendarAddress,
        _ start: Start
    ) async throws(ExternalCalendarFailure) -> [ExternalCalendarAddress] {
        let homes = try homes(in: response, from: address, start)
        guard homes.isEmpty, let principal = response.href(in: .dav("current-user-principal"))
        else { return homes }
        let place = try resource(principal, from: address, start)
        let answer = try await ask("PROPFIND", place, depth: "0", CalDAVRequest.principal)
        guard let response = answer.multistatus.responses.first else { return [] }
        return try self.homes(in: response, from: answer.address, start)
    }

    private func homes(
        in response: ForeignMultistatus.Response,
        from address: ExternalCalendarAddress,
        _ start: Start
    ) throws(ExternalCalendarFailure) -> [ExternalCalendarAddress] {
        let hrefs = response.property(.calDAV("calendar-home-set"))?.all(.dav("href")) ?? []
        var homes: [ExternalCalendarAddress] = []
        for href in hrefs.prefix(Limits.foreignHomesMax) {
            guard let href = ForeignHref(href.text, base: address.path) else { continue }
            homes.append(try resource(href, from: address, start))
        }
        return homes
    }

    private func calendars(inHome home: ExternalCalendarAddress)
        async throws(ExternalCalendarFailure) -> [Found]
    {
        let answer = try await ask("PROPFIND", home, depth: "1", CalDAVRequest.calendars)
        var found: [Found] = []
        for response in answer.multistatus.responses {
            // A calendar elsewhere would get the password as well.
            guard let calendar = CalDAVCalendarEntry(response), calendar.hasEvents,
                let address = fetcher.resource(calendar.href, from: answer.address),
                address.origin == answer.address.origin
            else { continue }
            found.append(Found(calendar: calendar, address: address))
        }
        return Array(found.prefix(Limits.foreignCalendarsMax))
    }

    /// The address of a principal or a home, to which the password is sent.
    private func resource(
        _ href: ForeignHref,
        from address: ExternalCalendarAddress,
        _ start: Start
    ) throws(ExternalCalendarFailure) -> ExternalCalendarAddress {
        guard let place = fetcher.resource(href, from: address) else { throw .notCalendar }
        guard isTrusted(place, start) else { throw .elsewhere(host: place.hostAndPort) }
        return place
    }

    private func isTrusted(_ address: ExternalCalendarAddress, _ start: Start) -> Bool {
        credentials == nil || address.isMeant(by: start.origin)
    }
}

extension ExternalCalendarAddress {
    /// Whether a password that was typed for an origin is meant for this address too.
    ///
    /// Scheme, host and port count: another port may be another person's server, and so may another name below the
    /// same one, as below `duckdns.org`. Only iCloud is known to keep its calendars on hosts of its own beside the one
    /// that people know.
    func isMeant(by origin: String) -> Bool {
        if self.origin == origin { return true }
        guard origin == "https://caldav.icloud.com" else { return false }
        let name = self.origin.dropFirst("https://p".count)
        let number = name.prefix { $0.isASCII && $0.isNumber }
        return self.origin == "https://p\(number)-caldav.icloud.com" && !number.isEmpty
    }

    /// The host, with the port unless it goes without saying.
    var hostAndPort: String { origin.split(separator: "/").last.map(String.init) ?? host }
}
