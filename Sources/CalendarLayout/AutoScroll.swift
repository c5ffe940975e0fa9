/// Scrolls while something is dragged near an edge.
///
/// Everything is in pixels and seconds. The duration of a frame is an input, so that the speed does
/// not depend on the frame rate.
public struct AutoScroll: Sendable {
    /// The height of the visible area.
    public let viewportPx: Double
    /// The largest scroll position.
    public let positionMaxPx: Double
    /// The scroll position, not rounded: reading it back from the view would lose fractions.
    public private(set) var positionPx: Double
    /// How long the pointer has been in the zone of an edge.
    private var heldSeconds = 0.0
    private var edge = 0
    /// Whether an edge may scroll: if the drag began in its zone, the pointer first has to leave
    /// the zone or move towards the edge.
    private var isFree: (top: Bool, bottom: Bool)
    /// The pointer's greatest distance so far from each edge.
    private var farthest: (fromTop: Double, fromBottom: Double)

    /// How deep the zone at each edge is.
    public var zonePx: Double { min(64, viewportPx * 0.15) }
    /// The maximum speed, in pixels per second.
    public var speedMaxPx: Double { min(max(480, viewportPx * 1.2), 1_200) }

    /// Starts a drag.
    ///
    /// - Parameters:
    ///   - viewportPx: The height of the visible area.
    ///   - contentPx: The height of the whole content.
    ///   - positionPx: How far it is scrolled.
    ///   - pointerPx: The pointer's distance from the top of the visible area.
    public init(viewportPx: Double, contentPx: Double, positionPx: Double, pointerPx: Double) {
        self.viewportPx = max(1, viewportPx)
        positionMaxPx = max(0, contentPx - self.viewportPx)
        self.positionPx = min(max(0, positionPx), positionMaxPx)
        farthest = (pointerPx, pointerPx)
        let zone = min(64, self.viewportPx * 0.15)
        isFree = (pointerPx >= zone, pointerPx <= self.viewportPx - zone)
    }

    /// Advances by one frame.
    ///
    /// - Parameters:
    ///   - pointerPx: The pointer's distance from the top of the visible area; it may lie outside.
    ///   - seconds: How long the previous frame lasted; more than 50 ms counts as 50.
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

    /// How far the pointer is into an edge's zone: down to -1 at the top, up to 1 at the bottom.
    private func depth(_ pointerPx: Double) -> Double {
        if pointerPx < zonePx, isFree.top { return -min(1, (zonePx - pointerPx) / zonePx) }
        let fromBottom = viewportPx - pointerPx
        if fromBottom < zonePx, isFree.bottom { return min(1, (zonePx - fromBottom) / zonePx) }
        return 0
    }

    /// Lets an edge scroll once the pointer has left its zone or moved towards it.
    private mutating func noteMovement(_ pointerPx: Double) {
        let slackPx = 3.0
        farthest = (max(farthest.fromTop, pointerPx), min(farthest.fromBottom, pointerPx))
        if pointerPx >= zonePx || pointerPx < farthest.fromTop - slackPx { isFree.top = true }
        if pointerPx <= viewportPx - zonePx || pointerPx > farthest.fromBottom + slackPx {
            isFree.bottom = true
        }
    }
}
