/// Every method and report of calendar programs, with what it needs of the calendar it's sent to.
enum DAVRows {
    /// What somebody may do with a calendar, as far as it's another method's business.
    enum Need {
        /// Seeing its times.
        case times
        /// Writing its events; without it, this privilege is named as missing.
        case writing(privilege: String)
        /// Being its owner.
        case owning(privilege: String)
        /// Nothing: it's refused the same everywhere.
        case nothing
    }

    /// What a request is sent to.
    enum Target {
        case calendar
        /// An event that is there.
        case event
        /// A name in the calendar that is free.
        case newEvent
        /// An event of one's own, to go to a free name in the calendar.
        case arrival
    }

    struct Row: CustomStringConvertible {
        let method: String
        let target: Target
        let need: Need
        /// The status if it's allowed.
        let success: Int
        /// The status where there's nothing.
        var absent = 404
        var body = ""
        var headers: [String: String] = [:]
        var note = ""

        var description: String { "\(method) \(target) \(note)" }
    }

    private static let namespaces =
        #"xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav""#

    private static func report(
        _ name: String,
        _ content: String = "",
        success: Int = 207,
        depth: String = "1"
    ) -> Row {
        Row(
            method: "REPORT",
            target: .calendar,
            need: .times,
            success: success,
            body: "<\(name) \(namespaces)><D:prop><D:getetag/></D:prop>\(content)</\(name)>",
            headers: ["Depth": depth],
            note: name
        )
    }

    private static let range = #"<C:time-range start="20260101T000000Z" end="20260201T000000Z"/>"#
    private static let filter = """
        <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">\(range)\
        </C:comp-filter></C:comp-filter></C:filter>
        """
    private static let propfind =
        "<D:propfind \(namespaces)><D:allprop/></D:propfind>"
    private static let proppatch = """
        <D:propertyupdate \(namespaces)><D:set><D:prop><X:note xmlns:X="urn:x">y</X:note>\
        </D:prop></D:set></D:propertyupdate>
        """
    private static let collection = """
        <D:mkcol \(namespaces)><D:set><D:prop><D:resourcetype><D:collection/><C:calendar/>\
        </D:resourcetype></D:prop></D:set></D:mkcol>
        """

    static let all: [Row] =
        [
            Row(method: "OPTIONS", target: .calendar, need: .nothing, success: 200, absent: 200),
            Row(method: "OPTIONS", target: .event, need: .nothing, success: 200, absent: 200),
        ]
        + [Target.calendar, .event].flatMap { target in
            ["0", "1"].map { depth in
                Row(
                    method: "PROPFIND",
                    target: target,
                    need: .times,
                    success: 207,
                    body: propfind,
                    headers: ["Depth": depth]
                )
            }
        } + [
            Row(
                method: "PROPFIND",
                target: .calendar,
                need: .nothing,
                success: 403,
                absent: 403,
                headers: ["Depth": "infinity"]
            ),
            Row(
                method: "PROPPATCH",
                target: .calendar,
                need: .times,
                success: 207,
                body: proppatch
            ),
            Row(method: "PROPPATCH", target: .event, need: .times, success: 207, body: proppatch),
            report("C:calendar-query", filter),
            report("C:calendar-multiget", "<D:href>/dav/nothing</D:href>"),
            report("C:free-busy-query", range, success: 200),
            report("D:sync-collection", "<D:sync-token/><D:sync-level>1</D:sync-level>"),
            report("D:expand-property", #"<D:property name="owner"/>"#),
            report("D:principal-match", "<D:self/>", depth: "0"),
            report(
                "D:principal-property-search",
                """
                <D:property-search><D:prop><D:displayname/></D:prop><D:match>a</D:match>\
                </D:property-search>
                """,
                depth: "0"
            ),
            report("D:principal-search-property-set", success: 200, depth: "0"),
            report("D:acl-principal-prop-set", depth: "0"),
            report("D:unheard-of", success: 403),
            Row(
                method: "REPORT",
                target: .event,
                need: .times,
                success: 207,
                body: "<C:calendar-query \(namespaces)>\(filter)</C:calendar-query>"
            ),
            Row(
                method: "MKCALENDAR",
                target: .calendar,
                need: .nothing,
                success: 405,
                absent: 201
            ),
            Row(
                method: "MKCOL",
                target: .calendar,
                need: .nothing,
                success: 405,
                absent: 201,
                body: collection
            ),
            Row(method: "MKCALENDAR", target: .event, need: .nothing, success: 403, absent: 403),
            Row(method: "GET", target: .calendar, need: .times, success: 405),
            Row(method: "HEAD", target: .calendar, need: .times, success: 405),
            Row(method: "GET", target: .event, need: .times, success: 200),
            Row(method: "HEAD", target: .event, need: .times, success: 200),
            Row(method: "POST", target: .event, need: .times, success: 405),
            Row(
                method: "DELETE",
                target: .calendar,
                need: .owning(privilege: "unbind"),
                success: 204
            ),
            Row(
                method: "DELETE",
                target: .event,
                need: .writing(privilege: "unbind"),
                success: 204
            ),
            Row(
                method: "PUT",
                target: .event,
                need: .writing(privilege: "write-content"),
                success: 204,
                absent: 409,
                body: event("rights", title: "Other"),
                headers: ["If-Match": "*"]
            ),
            Row(
                method: "PUT",
                target: .newEvent,
                need: .writing(privilege: "write-content"),
                success: 201,
                absent: 409,
                body: event("new"),
                headers: ["If-None-Match": "*"]
            ),
            Row(method: "PUT", target: .calendar, need: .nothing, success: 405),
            Row(method: "COPY", target: .event, need: .times, success: 201),
            Row(
                method: "MOVE",
                target: .event,
                need: .writing(privilege: "unbind"),
                success: 201
            ),
            Row(
                method: "COPY",
                target: .arrival,
                need: .writing(privilege: "bind"),
                success: 201,
                absent: 409
            ),
            Row(
                method: "MOVE",
                target: .arrival,
                need: .writing(privilege: "bind"),
                success: 201,
                absent: 409
            ),
            Row(method: "COPY", target: .calendar, need: .times, success: 403),
            Row(method: "MOVE", target: .calendar, need: .times, success: 403),
        ]
}
