import CalendarLayout
import Testing

@Suite("Dragging")
struct DragSessionTests {
    static let geometry = DragSession.Geometry(
        viewportHeightPx: 800,
        viewportWidthPx: 1_000,
        contentHeightPx: 24 * 60,
        gridTopPx: 0,
        gridLeftPx: 56,
        dayWidthPx: 300,
        dayCount: 3,
        pixelsPerMinute: 1
    )

    private static func pointer(_ x: Double, _ y: Double) -> DragSession.Pointer {
        DragSession.Pointer(xPx: x, yPx: y)
    }

    /// A drag that begins at 400, outside both zones, and then moves.
    private static func scroll(viewport: Double = 800, content: Double = 100_000) -> AutoScroll {
        AutoScroll(
            viewportPx: viewport,
            contentPx: content,
            positionPx: 50_000,
            pointerPx: viewport / 2
        )
    }

    @Test(
        "The speed does not depend on the frame rate",
        arguments: [780.0, 799, 760, 10, 0, -200, 1_500]
    )
    func frames(pointer: Double) {
        var slow = Self.scroll()
        var fast = Self.scroll()
        for _ in 0..<60 { slow.advance(pointerPx: pointer, seconds: 1.0 / 60) }
        for _ in 0..<120 { fast.advance(pointerPx: pointer, seconds: 1.0 / 120) }
        let (a, b) = (slow.positionPx - 50_000, fast.positionPx - 50_000)
        #expect(a.magnitude > 30)
        #expect((a - b).magnitude <= a.magnitude * 0.1, "\(a) and \(b)")
    }

    @Test(
        "The edge zone and the top speed depend on the height",
        arguments: [(300.0, 45.0, 480.0), (600, 64, 720), (2_000, 64, 1_200)]
    )
    func height(viewport: Double, zone: Double, speed: Double) {
        var scroll = Self.scroll(viewport: viewport)
        #expect(scroll.zonePx == zone)
        #expect(scroll.speedMaxPx == speed)
        for _ in 0..<60 { scroll.advance(pointerPx: viewport + 500, seconds: 1.0 / 60) }
        let before = scroll.positionPx
        scroll.advance(pointerPx: viewport + 500, seconds: 1.0 / 60)
        #expect(((scroll.positionPx - before) * 60 - speed).magnitude < 0.01)
    }

    @Test("Scrolling is faster deeper in the zone, and beyond the edge no faster than at it")
    func depth() {
        let speeds = [740.0, 750, 770, 790, 800, 900].map { pointer in
            var scroll = Self.scroll()
            for _ in 0..<30 { scroll.advance(pointerPx: pointer, seconds: 1.0 / 60) }
            let before = scroll.positionPx
            scroll.advance(pointerPx: pointer, seconds: 1.0 / 60)
            return (scroll.positionPx - before) * 60
        }
        #expect(speeds[0] >= 40 && speeds[4] == speeds[5])
        for (a, b) in zip(speeds.prefix(4), speeds.dropFirst()) { #expect(a < b) }
    }

    @Test("Steps are even, a long frame counts as 50 ms, and scrolling stops at the ends")
    func steps() {
        var scroll = Self.scroll()
        for _ in 0..<20 { scroll.advance(pointerPx: 799, seconds: 1.0 / 60) }
        var before = scroll.positionPx
        var steps: [Double] = []
        for _ in 0..<60 {
            scroll.advance(pointerPx: 799, seconds: 1.0 / 60)
            steps.append(scroll.positionPx - before)
            before = scroll.positionPx
        }
        #expect((steps.max() ?? 0) <= (steps.min() ?? 0) * 1.25)
        scroll.advance(pointerPx: 799, seconds: 10)
        #expect(scroll.positionPx - before <= 0.05 * scroll.speedMaxPx)
        for _ in 0..<10_000 { scroll.advance(pointerPx: 900, seconds: 1.0 / 60) }
        #expect(scroll.positionPx == 100_000 - 800)
        for _ in 0..<10_000 { scroll.advance(pointerPx: -100, seconds: 1.0 / 60) }
        #expect(scroll.positionPx == 0)
    }

    @Test("An event lifted in an edge zone scrolls only once it moves towards that edge")
    func liftedAtTheEdge() {
        var scroll = AutoScroll(viewportPx: 800, contentPx: 9_000, positionPx: 0, pointerPx: 780)
        for _ in 0..<60 { scroll.advance(pointerPx: 780, seconds: 1.0 / 60) }
        for _ in 0..<60 { scroll.advance(pointerPx: 770, seconds: 1.0 / 60) }
        #expect(scroll.positionPx == 0)
        for _ in 0..<60 { scroll.advance(pointerPx: 790, seconds: 1.0 / 60) }
        #expect(scroll.positionPx > 100)
    }

    @Test("Leaving the zone stops at once, and re-entering it starts slowly again")
    func leaving() {
        var scroll = Self.scroll()
        for _ in 0..<60 { scroll.advance(pointerPx: 799, seconds: 1.0 / 60) }
        let before = scroll.positionPx
        scroll.advance(pointerPx: 400, seconds: 1.0 / 60)
        #expect(scroll.positionPx == before)
        scroll.advance(pointerPx: 799, seconds: 1.0 / 60)
        #expect(scroll.positionPx - before < 2)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let what: String
        let grip: DragSession.Grip
        var snap = 15
        let to: (x: Double, y: Double)
        let expected: (start: Int, end: Int, day: Int)
        var testDescription: String { what }
    }

    /// Each row holds an event from 10:00 to 11:00 on the second day, with the view at 06:40.
    static let rows = [
        Row(what: "to a quarter hour", grip: .move, to: (400, 270), expected: (660, 720, 1)),
        Row(what: "to five minutes", grip: .move, snap: 5, to: (400, 228), expected: (620, 680, 1)),
        Row(what: "to another day", grip: .move, to: (700, 210), expected: (600, 660, 2)),
        Row(what: "over the left side", grip: .move, to: (100, 210), expected: (600, 660, 0)),
        Row(what: "a longer end", grip: .end, to: (400, 300), expected: (600, 690, 1)),
        Row(what: "an end onto the start", grip: .end, to: (400, 210), expected: (600, 615, 1)),
        Row(what: "an end before the start", grip: .end, to: (400, 150), expected: (540, 600, 1)),
        Row(what: "an earlier start", grip: .start, to: (400, 150), expected: (540, 660, 1)),
        Row(what: "a start after the end", grip: .start, to: (400, 300), expected: (660, 690, 1)),
    ]

    @Test("The block stays on the grid under the pointer", arguments: rows)
    func places(row: Row) {
        // Lifted 10 pixels below the edge that is held.
        let y = row.grip == .end ? 270.0 : 210
        var session = DragSession(
            row.grip,
            minutes: 600...660,
            day: 1,
            pointer: Self.pointer(400, y),
            positionPx: 400,
            geometry: Self.geometry,
            snapMinutes: row.snap
        )
        session.advance(pointer: Self.pointer(row.to.x, row.to.y), seconds: 1.0 / 60)
        #expect(session.startMinute == row.expected.start)
        #expect(session.endMinute == row.expected.end)
        #expect(session.day == row.expected.day)
        #expect(session.positionPx == 400)
    }

    @Test("No event starts before midnight, and a late one continues into the next day")
    func bounds() {
        var session = DragSession(
            .move,
            minutes: 600...660,
            day: 0,
            pointer: Self.pointer(100, 210),
            positionPx: 400,
            geometry: Self.geometry
        )
        for _ in 0..<600 { session.advance(pointer: Self.pointer(100, -500), seconds: 1.0 / 60) }
        #expect(session.startMinute == 0 && session.positionPx == 0)
        for _ in 0..<600 { session.advance(pointer: Self.pointer(100, 2_000), seconds: 1.0 / 60) }
        #expect(session.startMinute == 1_425 && session.endMinute == 1_485)
    }

    @Test("The drop is within eight minutes of the pointer while the view scrolls")
    func dropUnderPointer() {
        var session = DragSession(
            .move,
            minutes: 600...660,
            day: 0,
            pointer: Self.pointer(100, 210),
            positionPx: 400,
            geometry: Self.geometry
        )
        for _ in 0..<120 {
            session.advance(pointer: Self.pointer(100, 775), seconds: 1.0 / 60)
            let held = 775 + session.positionPx - 10
            #expect((Double(session.startMinute) - held).magnitude <= 8)
        }
    }

    @Test("Holding at a side turns the day after 600 ms, then every 800 ms")
    func turning() {
        var session = DragSession(
            .move,
            minutes: 600...660,
            day: 2,
            pointer: Self.pointer(700, 210),
            positionPx: 400,
            geometry: Self.geometry
        )
        var turns: [Int] = []
        for _ in 0..<24 {
            session.advance(pointer: Self.pointer(990, 210), seconds: 0.05)
            session.advance(pointer: Self.pointer(990, 210), seconds: 0.05)
            turns.append(session.turnedDays)
        }
        #expect(
            turns[4] == 0 && turns[6] == 1 && turns[12] == 1 && turns[15] == 2 && turns[23] == 3
        )
        #expect(session.day == 2 + 3)
        session.advance(pointer: Self.pointer(500, 210), seconds: 0.05)
        #expect(session.turnedDays == 3)
    }

    @Test(
        "The all-day lane takes an event moved over it, and gives it back",
        arguments: [
            (DragSession.Grip.move, -1.0, true), (.move, -40, true), (.move, -41, false),
            (.move, 0, false), (.end, -20, false), (.start, -20, false), (.whole, -20, true),
            (.whole, 200, false),
        ]
    )
    func lane(grip: DragSession.Grip, y: Double, isWhole: Bool) {
        var geometry = Self.geometry
        geometry.laneHeightPx = 40
        var session = DragSession(
            grip,
            minutes: 600...660,
            day: 1,
            pointer: Self.pointer(400, 210),
            positionPx: 400,
            geometry: geometry
        )
        for _ in 0..<30 { session.advance(pointer: Self.pointer(400, y), seconds: 1.0 / 60) }
        #expect(session.isWhole == isWhole)
        // Nothing scrolls while the pointer is over the lane.
        if isWhole { #expect(session.positionPx == 400) }
        if grip == .whole, !isWhole { #expect(session.startMinute == 585) }
    }

    @Test(
        "An event across midnight stays under the pointer on both days",
        arguments: [(-30, 0), (-30, -60), (0, 0), (0, -30), (-30, 30)]
    )
    func midnight(start: Int, by: Int) {
        var session = DragSession(
            .move,
            minutes: start...(start + 120),
            day: 1,
            pointer: Self.pointer(400, 60),
            positionPx: 0,
            geometry: Self.geometry
        )
        let to = Self.pointer(400, 60 + Double(by))
        session.advance(pointer: to, seconds: 1.0 / 60)
        #expect(session.startMinute == max(start + by, start < 0 ? 15 - 120 : 0))
        #expect(session.endMinute - session.startMinute == 120)
    }
}
