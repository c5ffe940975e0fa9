/// An event held by a pointer or a finger, from lift to drop: where it is, frame by frame.
///
/// The page gives the pointer and the time of each frame, and puts the block where this says.
public struct DragSession: Sendable {
    /// What of the event is held.
    public enum Grip: UInt8, Hashable, Sendable {
        /// All of it.
        case move
        /// Its start.
        case start
        /// Its end; also when an event is drawn on empty time.
        case end
        /// All of it, lifted from the lane of whole days; among the hours it gets the minutes given.
        case whole
    }

    /// Where things are on the screen, in pixels from the top left of what is seen.
    public struct Geometry: Hashable, Sendable {
        /// The height of what is seen.
        public var viewportHeightPx: Double
        /// The width of what is seen.
        public var viewportWidthPx: Double
        /// The height of all hours, and of what is above and below them.
        public var contentHeightPx: Double
        /// Where midnight is in the content.
        public var gridTopPx: Double
        /// Where the first day begins.
        public var gridLeftPx: Double
        /// How wide a day is.
        public var dayWidthPx: Double
        /// How many days there are side by side.
        public var dayCount: Int
        /// How high a minute is.
        public var pixelsPerMinute: Double
        /// How high the lane of whole days is, above what is seen; 0 when there is none.
        public var laneHeightPx: Double

        /// Takes all parts as they are.
        public init(
            viewportHeightPx: Double,
            viewportWidthPx: Double,
            contentHeightPx: Double,
            gridTopPx: Double,
            gridLeftPx: Double,
            dayWidthPx: Double,
            dayCount: Int,
            pixelsPerMinute: Double,
            laneHeightPx: Double = 0
        ) {
            self.viewportHeightPx = viewportHeightPx
            self.viewportWidthPx = viewportWidthPx
            self.contentHeightPx = contentHeightPx
            self.gridTopPx = gridTopPx
            self.gridLeftPx = gridLeftPx
            self.dayWidthPx = max(1, dayWidthPx)
            self.dayCount = max(1, dayCount)
            self.pixelsPerMinute = max(0.01, pixelsPerMinute)
            self.laneHeightPx = max(0, laneHeightPx)
        }
    }

    /// Where the pointer is, in pixels from the top left of what is seen.
    public struct Pointer: Hashable, Sendable {
        /// From the left.
        public var xPx: Double
        /// From the top.
        public var yPx: Double

        /// Joins both.
        public init(xPx: Double, yPx: Double) {
            self.xPx = xPx
            self.yPx = yPx
        }
    }

    /// What is held.
    public let grip: Grip
    /// The grid's minutes: 15, or 5 with Shift.
    public var snapMinutes: Int
    /// The start, in minutes after midnight of ``day``; below 0 on the day before.
    public private(set) var startMinute: Int
    /// The end, in minutes after midnight of ``day``; after 1,440 on the next day.
    public private(set) var endMinute: Int
    /// The day the block is on, counted from the first one seen when it was lifted.
    public private(set) var day: Int
    /// Whether it is held over the lane of whole days.
    public private(set) var isWhole: Bool
    /// The days that the view was turned by since.
    public private(set) var turnedDays = 0
    /// How far the view is scrolled, not rounded.
    public var positionPx: Double { scroll.positionPx }

    private let geometry: Geometry
    private var scroll: AutoScroll
    /// From the held edge of the block to the pointer.
    private let grabOffsetPx: Double
    /// The end that stays, when one is stretched.
    private let anchorMinute: Int
    private let lengthMinutes: Int
    /// Whether it was held on a day after the one it starts on.
    private let beganBefore: Bool
    private var side = 0
    private var sideSeconds = 0.0
    private var isRepeatedTurn = false

    /// Lifts an event.
    ///
    /// - Parameters:
    ///   - grip: What is held.
    ///   - minutes: Start and end, in minutes after midnight of the day; the end not before.
    ///   - day: The day it is on, from 0.
    ///   - pointer: Where it is held.
    ///   - positionPx: How far the view is scrolled.
    ///   - geometry: Where things are.
    ///   - snapMinutes: The grid, 1 to 60.
    public init(
        _ grip: Grip,
        minutes: ClosedRange<Int>,
        day: Int,
        pointer: Pointer,
        positionPx: Double,
        geometry: Geometry,
        snapMinutes: Int = 15
    ) {
        self.grip = grip
        self.geometry = geometry
        self.day = day
        self.snapMinutes = min(max(1, snapMinutes), 60)
        isWhole = grip == .whole
        startMinute = minutes.lowerBound
        endMinute = minutes.upperBound
        lengthMinutes = minutes.upperBound - minutes.lowerBound
        beganBefore = minutes.lowerBound < 0
        anchorMinute = grip == .start ? minutes.upperBound : minutes.lowerBound
        scroll = AutoScroll(
            viewportPx: geometry.viewportHeightPx,
            contentPx: geometry.contentHeightPx,
            positionPx: positionPx,
            pointerPx: pointer.yPx
        )
        let held = grip == .end ? minutes.upperBound : minutes.lowerBound
        let edgePx = geometry.gridTopPx + Double(held) * geometry.pixelsPerMinute
        // What comes from the lane has no place among the hours yet: it is held near its top.
        grabOffsetPx = grip == .whole ? 8 : pointer.yPx + scroll.positionPx - edgePx
    }

    /// Goes on by one frame.
    ///
    /// - Parameters:
    ///   - pointer: Where the pointer is; it may be outside of what is seen.
    ///   - seconds: How long the frame before lasted; more than 50 ms count as 50.
    public mutating func advance(pointer: Pointer, seconds: Double) {
        isWhole = isOverLane(pointer)
        // Over the lane nothing scrolls: the pointer is where it wants to be.
        let middlePx = geometry.viewportHeightPx / 2
        scroll.advance(pointerPx: isWhole ? middlePx : pointer.yPx, seconds: seconds)
        turnDays(pointer, min(max(0, seconds), 0.05))
        let column = ((pointer.xPx - geometry.gridLeftPx) / geometry.dayWidthPx).rounded(.down)
        day = turnedDays + Int(min(max(0, column), Double(geometry.dayCount - 1)))
        let heldPx = pointer.yPx - geometry.gridTopPx + scroll.positionPx - grabOffsetPx
        let minute = snapped(heldPx / geometry.pixelsPerMinute)
        switch grip {
        case .move, .whole:
            // What was held on its second day may stay there; else midnight is the first minute.
            let earliest = beganBefore ? min(0, snapMinutes - lengthMinutes) : 0
            startMinute = min(max(earliest, minute), 1_440 - snapMinutes)
            endMinute = startMinute + lengthMinutes
        case .start, .end:
            stretch(to: min(max(0, minute), 1_440))
        }
    }

    /// Where the block's top is in the content, on the grid.
    public var topPx: Double {
        geometry.gridTopPx + Double(startMinute) * geometry.pixelsPerMinute
    }

    private func isOverLane(_ pointer: Pointer) -> Bool {
        guard grip == .move || grip == .whole else { return false }
        return pointer.yPx < 0 && pointer.yPx >= -geometry.laneHeightPx
    }

    private func snapped(_ minutes: Double) -> Int {
        let steps = (minutes / Double(snapMinutes)).rounded()
        return Int(min(max(-10_000, steps), 10_000)) * snapMinutes
    }

    /// Puts the held end at a minute; beyond the other end they change places.
    private mutating func stretch(to minute: Int) {
        let least = Limits.drawnMinutesMin
        let isAfter = minute == anchorMinute ? grip == .end : minute > anchorMinute
        if isAfter {
            startMinute = anchorMinute
            endMinute = max(minute, anchorMinute + least)
        } else {
            startMinute = max(0, min(minute, anchorMinute - least))
            endMinute = anchorMinute
        }
    }

    /// Held at a side, the view turns by a day after 600 ms, and then every 800.
    private mutating func turnDays(_ pointer: Pointer, _ seconds: Double) {
        let zonePx = 32.0
        let now =
            pointer.xPx < geometry.gridLeftPx + zonePx
            ? -1 : pointer.xPx > geometry.viewportWidthPx - zonePx ? 1 : 0
        if now != side {
            side = now
            sideSeconds = 0
            isRepeatedTurn = false
        }
        guard side != 0 else { return }
        sideSeconds += seconds
        let wait = isRepeatedTurn ? 0.8 : 0.6
        guard sideSeconds >= wait else { return }
        sideSeconds -= wait
        isRepeatedTurn = true
        turnedDays += side
    }
}
