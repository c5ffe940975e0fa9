/// The documents of requests to another calendar server.
package enum CalDAVRequest {
    /// Asks who is signed in, and where their calendars are (RFC 5397; RFC 4791, 6.2.1).
    package static var principal: [UInt8] {
        propfind(
            [
                .dav("current-user-principal"), .calDAV("calendar-home-set"), .dav("resourcetype"),
            ] + calendarNames
        )
    }

    /// Asks which calendars are in a home.
    package static var calendars: [UInt8] { propfind([.dav("resourcetype")] + calendarNames) }

    /// Asks whether a calendar has changed.
    package static var state: [UInt8] { propfind(stateNames) }

    /// Asks for the ETags of a calendar's members.
    package static var members: [UInt8] { propfind([.dav("getetag"), .dav("resourcetype")]) }

    /// Asks what has changed since a token; everything without one (RFC 6578, 3.2).
    package static func changes(since token: String?) -> [UInt8] {
        var writer = XMLWriter()
        writer.element(.dav("sync-collection")) { writer in
            writer.element(.dav("sync-token"), text: token ?? "")
            writer.element(.dav("sync-level"), text: "1")
            writer.element(.dav("prop")) { $0.element(.dav("getetag")) }
        }
        return writer.octets
    }

    /// Asks for objects by address (RFC 4791, 7.9).
    package static func objects(_ hrefs: [ForeignHref]) -> [UInt8] {
        var writer = XMLWriter()
        writer.element(.calDAV("calendar-multiget")) { writer in
            writer.element(.dav("prop")) { writer in
                writer.element(.dav("getetag"))
                writer.element(.calDAV("calendar-data"))
            }
            for href in hrefs { writer.element(.dav("href"), text: href.text) }
        }
        return writer.octets
    }

    private static let stateNames: [XMLName] = [
        .calendarServer("getctag"), .dav("sync-token"), .dav("supported-report-set"),
    ]

    private static let calendarNames: [XMLName] =
        [
            .dav("displayname"), .apple("calendar-color"),
            .calDAV("supported-calendar-component-set"),
            .dav("current-user-privilege-set"),
        ] + stateNames

    private static func propfind(_ names: [XMLName]) -> [UInt8] {
        var writer = XMLWriter()
        writer.element(.dav("propfind")) { writer in
            writer.element(.dav("prop")) { writer in
                for name in names { writer.element(name) }
            }
        }
        return writer.octets
    }
}
