import CivilTime
import Store
import WebDAV

/// The answer to a report about calendar objects, written object by object.
struct CalendarReport {
    private var status: Multistatus
    /// How much of each object is answered; nil if that wasn't asked for.
    private let data: CalendarDataRequest?
    private let account: Account
    /// What all its objects share.
    private var context: ReportContext

    /// Begins an answer.
    ///
    /// - Parameters:
    ///   - body: The request, which names the properties.
    ///   - account: Who asks.
    ///   - context: The zones, and how much work the report may take.
    ///   - isMinimal: Whether to leave out the 404s of what isn't there.
    /// - Throws: ``WebDAV/QueryError`` for calendar data that isn't available.
    init(_ body: XMLElement, account: Account, _ context: ReportContext, isMinimal: Bool) throws {
        status = Multistatus(try Multistatus.Wanted(ofReport: body), isMinimal: isMinimal)
        data = try body.first(.dav("prop"))?.first(.calDAV("calendar-data"))
            .map { (element) throws(QueryError) in try CalendarDataRequest(element) }
        self.account = account
        self.context = context
    }

    /// Goes on to another calendar, whose dates and floating times are read in a zone.
    mutating func beginCalendar(floatingZone: Zone) {
        context.beginCalendar(floatingZone: floatingZone)
    }

    /// The whole answer.
    consuming func response() -> Multistatus { status }

    /// Adds an object if it matches a filter.
    ///
    /// Its text is parsed once, and not at all if it can't match.
    mutating func add(
        _ object: ObjectRecord,
        in calendar: HomeCalendar,
        matching filter: CalendarFilter
    ) throws {
        let text = Array(object.ical.utf8)
        guard filter.mayMatch(text), let parsed = ParsedObject(text),
            filter.mayMatch(parsed, &context)
        else { return }
        try add(object, in: calendar, parsed)
    }

    /// Adds an object that was asked for by its address.
    mutating func add(_ object: ObjectRecord, in calendar: HomeCalendar) throws {
        let parsed =
            data?.isWhole ?? true ? nil : ParsedObject(Array(object.ical.utf8))
        try add(object, in: calendar, parsed)
    }

    private mutating func add(
        _ object: ObjectRecord,
        in calendar: HomeCalendar,
        _ parsed: ParsedObject?
    ) throws {
        let resource = DAVResource(kind: .object(object, calendar), account: account)
        var text: Result<[UInt8], QueryError>?
        if let data, let parsed { text = answer(data, with: object, in: calendar, parsed) }
        try status.add(resource, calendarData: text)
    }

    /// What is answered of an object, or why it alone isn't.
    private mutating func answer(
        _ data: CalendarDataRequest,
        with object: ObjectRecord,
        in calendar: HomeCalendar,
        _ parsed: ParsedObject
    ) -> Result<[UInt8], QueryError> {
        // Expanded times are in UTC; all others keep their zones.
        guard !data.namesNoZones else { return data.result(of: parsed, &context) }
        let text = Array(calendar.text(of: object, parsed).utf8)
        guard !data.isWhole else { return .success(text) }
        return data.result(of: ParsedObject(text) ?? parsed, &context)
    }

    /// Writes that nothing is at an address.
    mutating func addMissing(_ path: String) {
        status.add(path, status: "404 Not Found")
    }
}

extension CalendarDataRequest {
    /// The text of an object, or why there is none.
    fileprivate func result(
        of object: ParsedObject,
        _ context: inout ReportContext
    ) -> Result<[UInt8], QueryError> {
        do {
            return .success(try text(of: object, &context))
        } catch {
            return .failure(error)
        }
    }
}

extension Multistatus.Wanted {
    /// The properties that a report of CalDAV names (RFC 4791, 9.5).
    fileprivate init(ofReport body: XMLElement) throws {
        if body.first(.dav("allprop")) != nil {
            self = .all(including: [])
        } else if body.first(.dav("propname")) != nil {
            self = .names
        } else {
            self = try .named(body.first(.dav("prop"))?.children ?? [])
        }
    }
}
