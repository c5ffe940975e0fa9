import Store

/// What has to change in a calendar so that it's as its feed says.
struct FeedComparison {
    /// Objects that are new or have changed, each with the href that it's stored under; nil for a new
    /// one.
    private(set) var changed: [(object: FeedObject, href: Href?)] = []
    private(set) var removed: [Href] = []
    /// Whether each object is stored under the UID that the feed gives it.
    private(set) var hasSameUIDs = true

    /// Compares what is stored with what a feed says.
    ///
    /// Objects are the same if they have the same UID. Some servers give each event a new UID whenever
    /// they are asked: an object with an unknown UID is the same as one that says the same and isn't in
    /// the feed under its own UID any more.
    init(stored: [ReadObject], found: [FeedObject]) {
        // By octets: Swift takes two texts for equal that the store keeps apart.
        var byUID: [[UInt8]: ReadObject] = [:]
        for object in stored { byUID[Array(object.uid.utf8)] = object }
        var unknown: [FeedObject] = []
        for object in found {
            guard let known = byUID.removeValue(forKey: Array(object.draft.uid.utf8)) else {
                unknown.append(object)
                continue
            }
            if known.digest != object.digest { changed.append((object, known.href)) }
        }
        var byDigest: [String: [ReadObject]] = [:]
        for object in byUID.values { byDigest[object.digest, default: []].append(object) }
        for object in unknown {
            if byDigest[object.digest]?.popLast() == nil {
                changed.append((object, nil))
            } else {
                hasSameUIDs = false
            }
        }
        removed = byDigest.values.joined().map(\.href).sorted { $0.text < $1.text }
    }
}
