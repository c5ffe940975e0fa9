import CalendarLayout

/// Answers days side by side: how many, and the first date.
@_expose(wasm, "meantime_timeline")
@_cdecl("meantime_timeline")
public func meantimeTimeline(_ count: Int32, _ length: Int32) -> Int32 {
    reply(page.timeline(fields(length)[0], count: Int(count)))
}

/// Lifts an event: 0 all of it, 1 its start, 2 its end, 3 all of it from the lane of whole days; its minutes and day, the grid's minutes,
/// where the pointer is, how far the view is scrolled, and where things are in it, in pixels.
@_expose(wasm, "meantime_drag_start")
@_cdecl("meantime_drag_start")
public func meantimeDragStart(
    _ grip: Int32,
    _ startMinute: Int32,
    _ endMinute: Int32,
    _ day: Int32,
    _ snapMinutes: Int32,
    _ xPx: Double,
    _ yPx: Double,
    _ positionPx: Double,
    _ viewportHeightPx: Double,
    _ viewportWidthPx: Double,
    _ contentHeightPx: Double,
    _ gridTopPx: Double,
    _ gridLeftPx: Double,
    _ dayWidthPx: Double,
    _ dayCount: Int32,
    _ pixelsPerMinute: Double,
    _ laneHeightPx: Double
) -> Int32 {
    let geometry = DragSession.Geometry(
        viewportHeightPx: viewportHeightPx,
        viewportWidthPx: viewportWidthPx,
        contentHeightPx: contentHeightPx,
        gridTopPx: gridTopPx,
        gridLeftPx: gridLeftPx,
        dayWidthPx: dayWidthPx,
        dayCount: Int(dayCount),
        pixelsPerMinute: pixelsPerMinute,
        laneHeightPx: laneHeightPx
    )
    let session = DragSession(
        DragSession.Grip(rawValue: UInt8(truncatingIfNeeded: grip)) ?? .move,
        minutes: Int(startMinute)...Int(max(startMinute, endMinute)),
        day: Int(day),
        pointer: DragSession.Pointer(xPx: xPx, yPx: yPx),
        positionPx: positionPx,
        geometry: geometry,
        snapMinutes: Int(snapMinutes)
    )
    return reply(page.lift(session))
}

/// Goes on by a frame: where the pointer is, how long the frame before lasted, the grid's minutes.
@_expose(wasm, "meantime_drag_frame")
@_cdecl("meantime_drag_frame")
public func meantimeDragFrame(
    _ xPx: Double,
    _ yPx: Double,
    _ seconds: Double,
    _ snapMinutes: Int32
) -> Int32 {
    let pointer = DragSession.Pointer(xPx: xPx, yPx: yPx)
    return reply(page.dragFrame(pointer, seconds: seconds, snapMinutes: Int(snapMinutes)))
}

/// Answers a year.
@_expose(wasm, "meantime_year")
@_cdecl("meantime_year")
public func meantimeYear(_ year: Int32) -> Int32 {
    reply(page.yearView(Int(year)))
}

/// Answers the days that have something: earlier (-1) or later (1) than a date, at most how many,
/// and the number of occurrences after which a day is the last; the date, and those that are listed
/// also when they are empty.
@_expose(wasm, "meantime_agenda")
@_cdecl("meantime_agenda")
public func meantimeAgenda(
    _ way: Int32,
    _ days: Int32,
    _ occurrences: Int32,
    _ length: Int32
) -> Int32 {
    let size = AgendaList.Size(days: Int(days), occurrences: Int(occurrences))
    return reply(page.agendaList(fields(length), way < 0 ? .earlier : .later, size))
}

/// Answers events by their text: whether those that are over too, and how many; text, calendar or
/// empty, colour or empty.
@_expose(wasm, "meantime_search")
@_cdecl("meantime_search")
public func meantimeSearch(_ includesPast: Int32, _ limit: Int32, _ length: Int32) -> Int32 {
    reply(page.search(fields(length), includesPast: includesPast != 0, limit: Int(limit)))
}

/// Answers the reminders that are due after a second and up to another, of those since 1970.
@_expose(wasm, "meantime_reminders")
@_cdecl("meantime_reminders")
public func meantimeReminders(_ from: Double, _ to: Double) -> Int32 {
    reply(page.reminders(after: from, through: to))
}

/// Answers what another clock shows at a time: the time, its zone, and the other zone; an empty one
/// is the viewer's.
@_expose(wasm, "meantime_zone_time")
@_cdecl("meantime_zone_time")
public func meantimeZoneTime(_ length: Int32) -> Int32 {
    reply(page.zoneTime(fields(length)))
}

/// Answers what a line of English says, as the fields of a draft.
@_expose(wasm, "meantime_quick_add")
@_cdecl("meantime_quick_add")
public func meantimeQuickAdd(_ length: Int32) -> Int32 {
    reply(page.quickAdd(fields(length)))
}
