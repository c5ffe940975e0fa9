import CalendarLayout
import JSON

// An event that a pointer drags, from lift to drop. The page calls `dragFrame` once per animation
// frame and sets the scroll position it gets; it never reads the position back from the DOM.

/// Lifts an event, or begins to draw a new one: `dragStart(lift)`.
///
/// A lift has `grip` (`move`, `start`, `end` or `whole`), `startMinute`, `endMinute`, `day` and
/// `snapMinutes`; the pointer as `xPx` and `yPx`; `positionPx`, how far the view is scrolled; and
/// the fields of ``DragSession/Geometry``. A view that a drag only scrolls, such as the month,
/// leaves out days and minutes.
@_expose(wasm, "dragStart")
@_cdecl("meantime_drag_start")
public func meantimeDragStart(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.drag = Lift(arguments: arguments).session
        return page.dragState()
    }
}

/// Advances the drag by one frame that took `seconds`: `dragFrame(xPx, yPx, seconds, snapMinutes)`.
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
        if arguments["dayWidthPx"].isEmpty { return scrollOnlyGeometry }
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

    /// A single day so wide that the pointer can't leave it sideways.
    private var scrollOnlyGeometry: DragSession.Geometry {
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
