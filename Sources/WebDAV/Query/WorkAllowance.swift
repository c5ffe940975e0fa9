/// How much the objects of one report may take of something, such as steps.
///
/// Each object has some of its own, which is enough for what people write. What it takes beyond
/// comes out of a share for all, and no object may take more than a limit. So a dense object fails
/// alone, and the objects after it still have their own.
struct WorkAllowance: Hashable, Sendable {
    /// What each object may take in any case.
    private let own: Int
    /// What one object may take at most.
    private let objectMax: Int
    /// What is left of the share for all.
    private var sharedLeft: Int
    /// What the present object may take.
    private var objectLimit: Int
    private var taken = 0

    init(own: Int, objectMax: Int, shared: Int) {
        (self.own, self.objectMax, sharedLeft) = (own, objectMax, shared)
        objectLimit = min(objectMax, own + shared)
    }

    /// What is left for the present object.
    var left: Int { max(0, objectLimit - taken) }

    /// Goes on to the next object.
    mutating func beginObject() {
        sharedLeft = max(0, sharedLeft - max(0, taken - own))
        objectLimit = min(objectMax, own + sharedLeft)
        taken = 0
    }

    /// Takes some; returns whether there was enough left for the present object.
    mutating func take(_ count: Int) -> Bool {
        // The work may have been done already, so all that was left counts as taken.
        guard count <= left else {
            taken = objectLimit
            return false
        }
        taken += count
        return true
    }
}
