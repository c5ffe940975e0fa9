/// How much of something, such as steps, the objects of one report may take.
///
/// Each object has an allowance of its own, which is enough for what people write. Beyond that it
/// takes from a shared allowance, up to a limit for each object. So a dense object fails alone, and
/// the objects after it still have their own allowance.
struct WorkAllowance: Hashable, Sendable {
    /// The allowance that each object has of its own.
    private let own: Int
    /// The most that one object may take.
    private let objectMax: Int
    /// What is left of the shared allowance.
    private var sharedLeft: Int
    /// The most that the present object may take.
    private var objectLimit: Int
    private var taken = 0

    init(own: Int, objectMax: Int, shared: Int) {
        (self.own, self.objectMax, sharedLeft) = (own, objectMax, shared)
        objectLimit = min(objectMax, own + shared)
    }

    /// What is left for the present object.
    var left: Int { max(0, objectLimit - taken) }

    /// Begins the next object.
    mutating func beginObject() {
        sharedLeft = max(0, sharedLeft - max(0, taken - own))
        objectLimit = min(objectMax, own + sharedLeft)
        taken = 0
    }

    /// Takes an amount; returns whether that much was left for the present object.
    mutating func take(_ count: Int) -> Bool {
        // The work may already have been done, so count all that was left as taken.
        guard count <= left else {
            taken = objectLimit
            return false
        }
        taken += count
        return true
    }
}
