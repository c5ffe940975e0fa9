import Agenda
import CivilTime
import HTTPTypes
import Hummingbird
import NIOCore
import ServerBase
import Store
import WebDAV

/// Reports about calendar objects (RFC 4791, 7).
extension DAVMethods {
    /// The answer to such a report; nil for another one.
    func calendarReport(
        _ resource: DAVResource,
        asked body: XMLElement,
        by request: Request
    ) async throws -> Response? {
        switch body.name {
        case .calDAV("calendar-query"):
            return try await query(resource, asked: body, by: request)
        case .calDAV("calendar-multiget"):
            return try await multiget(resource, asked: body, by: request)
        case .calDAV("free-busy-query"):
            return try await busyTimes(resource, asked: body, by: request)
        default: return nil
        }
    }

    /// `calendar-query` (RFC 4791, 7.8).
    ///
    /// A calendar is searched whatever the depth: some programs leave it out, and others send 0.
    private func query(
        _ resource: DAVResource,
        asked body: XMLElement,
        by request: Request
    ) async throws -> Response {
        let filter = try CalendarFilter(body.first(.calDAV("filter")))
        var zones = try await floatingZones(asked: body)
        var report = try report(asked: body, by: request)
        if case .object(let object, let calendar) = resource.kind {
            report.beginCalendar(floatingZone: zones.zone(of: calendar))
            try report.add(object, in: calendar, matching: filter)
            return report.response().response()
        }
        for calendar in try await calendars(in: resource, by: request) {
            report.beginCalendar(floatingZone: zones.zone(of: calendar))
            let pages = server.store.objects.pages(
                of: calendar.record.id,
                seenBy: account.id,
                part: ObjectPart(touching: filter.timeOfEvents)
            )
            for try await page in pages {
                for object in page { try report.add(object, in: calendar, matching: filter) }
            }
        }
        return report.response().response()
    }

    /// `calendar-multiget` (RFC 4791, 7.9): objects by their addresses, which are below that of the
    /// request.
    private func multiget(
        _ resource: DAVResource,
        asked body: XMLElement,
        by request: Request
    ) async throws -> Response {
        var zones = try await floatingZones(asked: body)
        var report = try report(asked: body, by: request)
        var calendars: [String: HomeCalendar?] = [:]
        var rest = body.all(.dav("href")).map { $0.text.trimmingSpaces() }[...]
        while !rest.isEmpty {
            let paths = rest.prefix(Limits.multigetPageCount)
            rest = rest.dropFirst(Limits.multigetPageCount)
            var named: [(path: String, calendar: HomeCalendar?, href: Href?)] = []
            for path in paths {
                guard let (name, href) = place(named: path, in: resource) else {
                    named.append((path, nil, nil))
                    continue
                }
                if calendars[name] == nil {
                    calendars[name] = .some(try await found(name, of: resource))
                }
                named.append((path, calendars[name] ?? nil, href))
            }
            let objects = try await objects(named.map { ($0.calendar, $0.href) })
            for (place, each) in named.enumerated() {
                if let object = objects[place], let calendar = each.calendar {
                    report.beginCalendar(floatingZone: zones.zone(of: calendar))
                    try report.add(object, in: calendar)
                } else {
                    report.addMissing(each.path)
                }
            }
        }
        return report.response().response()
    }

    /// The calendar and the name of an object that a report may ask for; nil for anything else.
    private func place(
        named path: String,
        in resource: DAVResource
    ) -> (calendar: String, href: Href)? {
        guard case .object(let owner, let name, let href)? = DAVAddress(reference: path),
            isOwn(owner)
        else { return nil }
        if case .object(let own, _) = resource.kind, own.href != href { return nil }
        return (name, href)
    }

    private func found(_ name: String, of resource: DAVResource) async throws -> HomeCalendar? {
        do {
            return try await calendar(named: name, of: resource)
        } catch StoreError.notFound {
            return nil
        }
    }

    /// Objects by their places in a list; all of a calendar are read at once.
    private func objects(
        _ wanted: [(calendar: HomeCalendar?, href: Href?)]
    ) async throws -> [Int: ObjectRecord] {
        var found: [Int: ObjectRecord] = [:]
        let calendars = Set(wanted.compactMap { $0.calendar?.record.id })
        for id in calendars {
            let places = wanted.indices.filter { wanted[$0].calendar?.record.id == id }
            let objects = try await server.store.objects.objects(
                named: places.compactMap { wanted[$0].href },
                in: id,
                seenBy: account.id
            )
            for place in places { found[place] = wanted[place].href.flatMap { objects[$0] } }
        }
        return found
    }

    /// `free-busy-query` (RFC 4791, 7.10).
    private func busyTimes(
        _ resource: DAVResource,
        asked body: XMLElement,
        by request: Request
    ) async throws -> Response {
        var times = try BusyTimes(body)
        var zones = try await floatingZones(asked: body)
        var context = context
        for calendar in try await calendars(in: resource, by: request) {
            // What is in the home of a person but belongs to others isn't the person's time.
            if case .home = resource.kind, calendar.level < .own { continue }
            context.beginCalendar(floatingZone: zones.zone(of: calendar))
            let pages = server.store.objects.pages(
                of: calendar.record.id,
                seenBy: account.id,
                part: ObjectPart(touching: times.timeRange)
            )
            for try await page in pages {
                // What somebody hasn't answered yet doesn't take their time.
                for object in page where !object.isUnanswered {
                    guard let parsed = ParsedObject(Array(object.ical.utf8)) else { continue }
                    times.add(parsed, &context)
                }
            }
        }
        let now = Instant(secondsSinceEpoch: server.clockAndRandom.nowSecond())
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: times.text(now: now)))
        )
    }

    // MARK: What is asked

    private func report(asked body: XMLElement, by request: Request) throws -> CalendarReport {
        try CalendarReport(
            body,
            account: account,
            context,
            isMinimal: request.wantsMinimal
        )
    }

    private var context: ReportContext {
        let zones = server.zones
        return ReportContext { zones.zone($0) }
    }

    /// The calendars that a report is about: that of its address, or those of the home.
    private func calendars(
        in resource: DAVResource,
        by request: Request
    ) async throws -> [HomeCalendar] {
        switch resource.kind {
        case .calendar(let calendar): return [calendar]
        // With depth 0 it's about the home alone, which isn't a calendar.
        case .home: return request.header("Depth") == "0" ? [] : try await calendars()
        default: throw DAVPrecondition(.dav("supported-report"))
        }
    }

    /// The calendar of a name that a resource is, is in, or has.
    private func calendar(
        named name: String,
        of resource: DAVResource
    ) async throws -> HomeCalendar {
        if case .home = resource.kind { return try await calendar(named: name) }
        guard let calendar = resource.calendar,
            name == calendar.name || name == calendar.record.id.text
        else { throw StoreError.notFound }
        return calendar
    }
}

extension DAVResource {
    /// The calendar that it is, or is in.
    fileprivate var calendar: HomeCalendar? {
        switch kind {
        case .calendar(let calendar), .object(_, let calendar): calendar
        default: nil
        }
    }
}

extension ObjectPart {
    /// The objects that the database's index finds for a range of time.
    fileprivate init(touching range: TimeRange?) {
        guard let range else {
            self = .all
            return
        }
        self = .touching(range.start.secondsSinceEpoch..<range.end.secondsSinceEpoch)
    }
}
