import CalendarLayout
import JSON

// What a pointer holds, from lift to drop. The page calls `dragFrame` once in each animation frame
// and writes the position; it never reads it back.

/// Lifts an event, or begins to draw one: `dragStart(lift)`.
///
/// A lift has `grip` (`move`, `start`, `end` or `whole`), `startMinute`, `endMinute`, `day` and
/// `snapMinutes`; the pointer as `xPx` and `yPx`; `positionPx`, how far the view is scrolled; and
/// where things are, as ``DragSession/Geometry`` has them. What only scrolls, as the month does, has
/// none of the days and minutes.
@_expose(wasm, "dragStart")
@_cdecl("meantime_drag_start")
public func meantimeDragStart(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.drag = Lift(arguments: arguments).session
        return page.dragState()
    }
}

/// Goes on by a frame: `dragFrame(xPx, yPx, seconds, snapMinutes)`.
@_expose(wasm, "dragFrame")
@_cdecl("meantime_drag_frame")
public func meantimeDragFrame(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.drag?.snapMinutes = min(max(1, arguments.integer(3)), 60)
        page.drag?.advance(
            pointer: DragSession.Pointer(xPx: arguments.number(0), yPx: arguments.number(1)),
            seconds: arguments.number(2)
        )
        return page.dragState()
    }
}

extension Page {
    fileprivate func dragState() -> Answer {
        guard let drag else { return .refusal("nothing-held") }
        return .object { json in
            json.field("start", drag.startMinute)
            json.field("end", drag.endMinute)
            json.field("day", drag.day)
            json.field("turned", drag.turnedDays)
            json.field("whole", drag.isWhole)
            // A hundredth of a pixel is finer than any screen.
            json.field("positionHundredths", Int((drag.positionPx * 100).rounded()))
        }
    }
}

/// The arguments of a lift.
private struct Lift {
    let arguments: Arguments

    private func number(_ name: StaticString) -> Double {
        arguments.number(arguments.place(of: name))
    }

    private func integer(_ name: StaticString) -> Int {
        arguments.integer(arguments.place(of: name))
    }

    var session: DragSession {
        let start = integer("startMinute")
        return DragSession(
            grip,
            minutes: start...max(start, integer("endMinute")),
            day: integer("day"),
            pointer: DragSession.Pointer(xPx: number("xPx"), yPx: number("yPx")),
            positionPx: number("positionPx"),
            geometry: geometry,
            snapMinutes: integer("snapMinutes")
        )
    }

    private var grip: DragSession.Grip {
        switch arguments["grip"] {
        case "start": .start
        case "end": .end
        case "whole": .whole
        default: .move
        }
    }

    private var geometry: DragSession.Geometry {
        if arguments["dayWidthPx"].isEmpty { return scrolling }
        return DragSession.Geometry(
            viewportHeightPx: number("viewportHeightPx"),
            viewportWidthPx: number("viewportWidthPx"),
            contentHeightPx: number("contentHeightPx"),
            gridTopPx: number("gridTopPx"),
            gridLeftPx: number("gridLeftPx"),
            dayWidthPx: number("dayWidthPx"),
            dayCount: integer("dayCount"),
            pixelsPerMinute: number("pixelsPerMinute"),
            laneHeightPx: number("laneHeightPx")
        )
    }

    /// One day that is so wide that nothing is beside it.
    private var scrolling: DragSession.Geometry {
        let farPx = 1e6
        return DragSession.Geometry(
            viewportHeightPx: number("viewportHeightPx"),
            viewportWidthPx: farPx,
            contentHeightPx: number("contentHeightPx"),
            gridTopPx: 0,
            gridLeftPx: -farPx,
            dayWidthPx: 4 * farPx,
            dayCount: 1,
            pixelsPerMinute: 1
        )
    }
}
