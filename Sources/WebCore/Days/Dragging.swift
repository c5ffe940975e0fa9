import CalendarLayout
import JSON

// An event that a pointer drags, from lift to drop. The page calls `dragFrame` once per animation
// frame and sets the scroll position it gets; it never reads the position back from the DOM.

extension Page {
    /// Lifts an event, or begins to draw a new one.
    mutating func answer(to call: DragStartCall) -> Answer {
        drag = DragSession(call.lift)
        return dragState()
    }

    /// Advances the drag by one frame that took `seconds`.
    mutating func answer(to call: DragFrameCall) -> Answer {
        drag?.snapMinutes = min(max(1, call.snapMinutes), 60)
        drag?.advance(
            pointer: DragSession.Pointer(xPx: call.xPx, yPx: call.yPx),
            seconds: call.seconds
        )
        return dragState()
    }

    private func dragState() -> Answer {
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

extension DragSession {
    fileprivate init(_ lift: LiftFields) {
        let start = lift.startMinute ?? 0
        self.init(
            Grip(lift.grip ?? .move),
            minutes: start...max(start, lift.endMinute ?? 0),
            day: lift.day ?? 0,
            pointer: Pointer(xPx: lift.xPx ?? 0, yPx: lift.yPx),
            positionPx: lift.positionPx,
            geometry: Geometry(lift),
            snapMinutes: lift.snapMinutes
        )
    }
}

extension DragSession.Grip {
    fileprivate init(_ grip: LiftFields.Grip) {
        switch grip {
        case .move: self = .move
        case .start: self = .start
        case .end: self = .end
        case .whole: self = .whole
        }
    }
}

extension DragSession.Geometry {
    fileprivate init(_ lift: LiftFields) {
        guard let dayWidthPx = lift.dayWidthPx else {
            self.init(scrolling: lift)
            return
        }
        self.init(
            viewportHeightPx: lift.viewportHeightPx,
            viewportWidthPx: lift.viewportWidthPx ?? 0,
            contentHeightPx: lift.contentHeightPx,
            gridTopPx: lift.gridTopPx ?? 0,
            gridLeftPx: lift.gridLeftPx ?? 0,
            dayWidthPx: dayWidthPx,
            dayCount: lift.dayCount ?? 0,
            pixelsPerMinute: lift.pixelsPerMinute ?? 0,
            laneHeightPx: lift.laneHeightPx ?? 0
        )
    }

    /// A single day so wide that the pointer can't leave it sideways.
    private init(scrolling lift: LiftFields) {
        let farPx = 1e6
        self.init(
            viewportHeightPx: lift.viewportHeightPx,
            viewportWidthPx: farPx,
            contentHeightPx: lift.contentHeightPx,
            gridTopPx: 0,
            gridLeftPx: -farPx,
            dayWidthPx: 4 * farPx,
            dayCount: 1,
            pixelsPerMinute: 1
        )
    }
}
