/// An event held by a pointer or a finger, from lift to drop, frame by frame.
///
/// The page passes in the pointer and the duration of each frame, and draws the block at the
/// position given here.
public struct DragSession: Sendable {
    /// Which part of the event is held.
    public enum Grip: UInt8, Hashable, Sendable {
        /// The whole event.
        case move
        /// Its start.
        case start
        /// Its end; also while a new event is being drawn on empty time.
        case end
        /// The whole event, lifted from the all-day lane; over the hours it gets the given minutes.
        case whole
    }

    /// The layout of the view, in pixels from the top left of the visible area.
    public struct Geometry: Hashable, Sendable {
        /// The height of the visible area.
        public var viewportHeightPx: Double
        /// The width of the visible area.
        public var viewportWidthPx: Double
        /// The height of all hours and of whatever is above and below them.
        public var contentHeightPx: Double
        /// The position of midnight in the content.
        public var gridTopPx: Double
        /// The left edge of the first day.
        public var gridLeftPx: Double
        /// The width of a day.
        public var dayWidthPx: Double
        /// How many days are side by side.
        public var dayCount: Int
        /// The height of a minute.
        public var pixelsPerMinute: Double
        /// The height of the all-day lane above the visible area; 0 if there is none.
        public var laneHeightPx: Double

        /// Makes a geometry from its parts, unchecked.
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

    /// The pointer's position, in pixels from the top left of the visible area.
    public struct Pointer: Hashable, Sendable {
        /// The distance from the left.
        public var xPx: Double
        /// The distance from the top.
        public var yPx: Double

        /// Makes a position from its two parts.
        public init(xPx: Double, yPx: Double) {
            self.xPx = xPx
            self.yPx = yPx
        }
    }

    /// Which part of the event is held.
    public let grip: Grip
    /// The grid in minutes: 15, or 5 while Shift is pressed.
    public var snapMinutes: Int
    /// The start, in minutes after midnight of ``day``; negative on the day before.
    public private(set) var startMinute: Int
    /// The end, in minutes after midnight of ``day``; above 1,440 on the next day.
    public private(set) var endMinute: Int
    /// The day the block is on, counted from the first day visible when it was lifted.
    public private(set) var day: Int
    /// Whether it is held over the all-day lane.
    public private(set) var isWhole: Bool
    /// By how many days the view has been turned since the lift.
    public private(set) var turnedDays = 0
    /// How far the view is scrolled, not rounded.
    public var positionPx: Double { scroll.positionPx }

    private let geometry: Geometry
    private var scroll: AutoScroll
    /// The distance from the held edge of the block to the pointer.
    private let grabOffsetPx: Double
    /// While resizing, the end that stays in place.
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
    ///   - grip: Which part is held.
    ///   - minutes: Start and end, in minutes after midnight of the day; the end must not be
    ///     earlier.
    ///   - day: The day it is on, from 0.
    ///   - pointer: The pointer's position.
    ///   - positionPx: How far the view is scrolled.
    ///   - geometry: The layout of the view.
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
        // An event from the lane has no place among the hours yet, so hold it near its top.
        grabOffsetPx = grip == .whole ? 8 : pointer.yPx + scroll.positionPx - edgePx
    }

    /// Advances by one frame.
    ///
    /// - Parameters:
    ///   - pointer: The pointer's position; it may be outside the visible area.
    ///   - seconds: How long the previous frame lasted; more than 50 ms counts as 50.
    public mutating func advance(pointer: Pointer, seconds: Double) {
        isWhole = isOverLane(pointer)
        // Don't scroll while the pointer is over the lane: it has reached its target.
        let middlePx = geometry.viewportHeightPx / 2
        scroll.advance(pointerPx: isWhole ? middlePx : pointer.yPx, seconds: seconds)
        turnDays(pointer, min(max(0, seconds), 0.05))
        let column = ((pointer.xPx - geometry.gridLeftPx) / geometry.dayWidthPx).rounded(.down)
        day = turnedDays + Int(min(max(0, column), Double(geometry.dayCount - 1)))
        let heldPx = pointer.yPx - geometry.gridTopPx + scroll.positionPx - grabOffsetPx
        let minute = snapped(heldPx / geometry.pixelsPerMinute)
        switch grip {
        case .move, .whole:
            // An event held on its second day may stay there; otherwise midnight is the earliest
            // start.
            let earliest = beganBefore ? min(0, snapMinutes - lengthMinutes) : 0
            startMinute = min(max(earliest, minute), 1_440 - snapMinutes)
            endMinute = startMinute + lengthMinutes
        case .start, .end:
            stretch(to: min(max(0, minute), 1_440))
        }
    }

    private func isOverLane(_ pointer: Pointer) -> Bool {
        guard grip == .move || grip == .whole else { return false }
        return pointer.yPx < 0 && pointer.yPx >= -geometry.laneHeightPx
    }

    private func snapped(_ minutes: Double) -> Int {
        let steps = (minutes / Double(snapMinutes)).rounded()
        return Int(min(max(-10_000, steps), 10_000)) * snapMinutes
    }

    /// Moves the held end to a minute; when it passes the other end, the two swap.
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

    /// While held at a side, turns the view by a day after 600 ms, then every 800 ms.
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
