import Hummingbird
import Store

extension Request {
    /// The condition in `If-None-Match` and `If-Match` (RFC 9110, 13.1), or in
    /// `If-Schedule-Tag-Match` (RFC 6638, 8.3).
    ///
    /// A condition is what protects others' changes, but calendar programs may leave it out.
    var writeCondition: WriteCondition {
        if let tag = header("If-Schedule-Tag-Match") {
            return .scheduleTag(tag.trimmingSpaces().filter { $0 != "\\" })
        }
        if let none = headers[.ifNoneMatch]?.trimmingSpaces() {
            return none == "*" ? .nothing : .noneOf(Self.tags(in: none))
        }
        guard let match = headers[.ifMatch]?.trimmingSpaces() else { return .anything }
        return match == "*" ? .something : .etags(Self.tags(in: match))
    }

    /// The entity tags of a list, in quotes.
    ///
    /// Evolution writes `\"tag\"`; weak tags never match what is stored, so their mark stays.
    private static func tags(in list: String) -> [String] {
        list.split(separator: ",").map {
            String($0).trimmingSpaces().filter { $0 != "\\" }
        }
    }
}
