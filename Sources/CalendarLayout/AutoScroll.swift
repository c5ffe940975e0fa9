/// Scrolling by itself while something is held near an edge.
///
/// All in pixels and seconds; the time of a frame is an input, so that the speed is the same at any
/// number of frames a second.
public struct AutoScroll: Sendable {
    /// Where the pointer may be, and what it may scroll over.
    public let viewportPx: Double
    /// The greatest position.
    public let positionMaxPx: Double
    /// The position, not rounded: what is written to the view must not be read back.
    public private(set) var positionPx: Double
    /// How long the pointer has been in the zone of an edge.
    private var heldSeconds = 0.0
    private var edge = 0
    /// Whether an edge may scroll: one that the drag began at must be approached first.
    private var isFree: (top: Bool, bottom: Bool)
    /// Where the pointer was farthest from either edge.
    private var farthest: (fromTop: Double, fromBottom: Double)

    /// How deep the zone at an edge is.
    public var zonePx: Double { min(64, viewportPx * 0.15) }
    /// The greatest speed, in pixels a second.
    public var speedMaxPx: Double { min(max(480, viewportPx * 1.2), 1_200) }

    /// Begins a drag.
    ///
    /// - Parameters:
    ///   - viewportPx: The height of what is seen.
    ///   - contentPx: The height of all there is.
    ///   - positionPx: How far it is scrolled.
    ///   - pointerPx: Where the pointer is, from the top of what is seen.
    public init(viewportPx: Double, contentPx: Double, positionPx: Double, pointerPx: Double) {
        self.viewportPx = max(1, viewportPx)
        positionMaxPx = max(0, contentPx - self.viewportPx)
        self.positionPx = min(max(0, positionPx), positionMaxPx)
        farthest = (pointerPx, pointerPx)
        let zone = min(64, self.viewportPx * 0.15)
        isFree = (pointerPx >= zone, pointerPx <= self.viewportPx - zone)
    }

    /// Goes on by one frame.
    ///
    /// - Parameters:
    ///   - pointerPx: Where the pointer is, from the top of what is seen; it may be beyond.
    ///   - seconds: How long the frame before lasted; more than 50 ms count as 50.
    public mutating func advance(pointerPx: Double, seconds: Double) {
        noteMovement(pointerPx)
        let depth = self.depth(pointerPx)
        let now = depth < 0 ? -1 : depth > 0 ? 1 : 0
        let frame = min(max(0, seconds), 0.05)
        if now != edge { heldSeconds = 0 }
        edge = now
        guard edge != 0 else { return }
        heldSeconds += frame
        let speed = (40 + (speedMaxPx - 40) * depth * depth) * min(1, heldSeconds / 0.2)
        let moved = positionPx + Double(edge) * speed * frame
        positionPx = min(max(0, moved), positionMaxPx)
    }

    /// How far the pointer is into the zone of an edge: to -1 at the top, to 1 at the bottom.
    private func depth(_ pointerPx: Double) -> Double {
        if pointerPx < zonePx, isFree.top { return -min(1, (zonePx - pointerPx) / zonePx) }
        let fromBottom = viewportPx - pointerPx
        if fromBottom < zonePx, isFree.bottom { return min(1, (zonePx - fromBottom) / zonePx) }
        return 0
    }

    /// An edge scrolls once the pointer was outside of its zone, or moved toward it.
    private mutating func noteMovement(_ pointerPx: Double) {
        let slackPx = 3.0
        farthest = (max(farthest.fromTop, pointerPx), min(farthest.fromBottom, pointerPx))
        if pointerPx >= zonePx || pointerPx < farthest.fromTop - slackPx { isFree.top = true }
        if pointerPx <= viewportPx - zonePx || pointerPx > farthest.fromBottom + slackPx {
            isFree.bottom = true
        }
    }
}
