import CalendarLayout
import CivilTime

extension ExampleRun {
    func dragWithAutoScroll(from monday: CivilDate) {
        // Example:
        let week = DragSession.Geometry(
            viewportHeightPx: 600,
            viewportWidthPx: 760,
            contentHeightPx: 1_440,
            gridTopPx: 0,
            gridLeftPx: 60,
            dayWidthPx: 100,
            dayCount: 7,
            pixelsPerMinute: 1
        )
        var drag = DragSession(
            .move,
            minutes: 10 * 60...11 * 60,
            day: 0,
            pointer: DragSession.Pointer(xPx: 110, yPx: 250),
            positionPx: 360,
            geometry: week
        )
        let nearBottom = DragSession.Pointer(xPx: 310, yPx: 590)
        for _ in 1...30 { drag.advance(pointer: nearBottom, seconds: 1.0 / 60) }

        let dropped = CivilDateTime(date: monday, time: .midnight)
            .adding(seconds: (drag.day * 1_440 + drag.startMinute) * 60)
        print("scrolled to \(Int(drag.positionPx)), dropped at \(dropped.text)")
        // scrolled to 574, dropped at 2026-04-01T19:15:00
        // End of the example.
    }
}
