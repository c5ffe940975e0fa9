extension RowSecurity {
    /// The number of these policies, to raise whenever they change.
    ///
    /// Of servers of two versions on a database, the older one must not put its policies back when it starts: the
    /// statements of the newer would find fewer rows than they need.
    static let editionNumber = 2

    /// Which policies a database has, as a comment on one of their views says.
    struct Edition: Hashable {
        let number: Int
        /// Tells apart what has the same number, and the roles that it's made for.
        let digest: String

        init(number: Int, digest: String) {
            (self.number, self.digest) = (number, digest)
        }

        /// Reads ``comment``; of policies without a number, the number is 0.
        init(comment: String) {
            let parts = comment.split(separator: " ")
            number = parts.count == 2 ? Int(parts[0]) ?? 0 : 0
            digest = parts.last.map { String($0) } ?? ""
        }

        var comment: String { "\(number) \(digest)" }

        /// Whether a database with other policies gets these instead.
        func replaces(_ present: Edition) -> Bool { self != present && number >= present.number }
    }
}
