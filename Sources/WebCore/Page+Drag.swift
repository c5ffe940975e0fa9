import CalendarLayout

extension Page {
    /// Lifts an event, or begins to draw one.
    mutating func lift(_ session: DragSession) -> [UInt8] {
        drag = session
        return dragState()
    }

    /// Goes on by one frame; nothing is held before it is lifted.
    mutating func dragFrame(
        _ pointer: DragSession.Pointer,
        seconds: Double,
        snapMinutes: Int
    ) -> [UInt8] {
        guard var session = drag else { return failure("nothing-held", "") }
        session.snapMinutes = min(max(1, snapMinutes), 60)
        session.advance(pointer: pointer, seconds: seconds)
        drag = session
        return dragState()
    }

    private func dragState() -> [UInt8] {
        guard let drag else { return failure("nothing-held", "") }
        return answer { json in
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
