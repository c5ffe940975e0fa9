extension RowSecurity {
    /// The number of these policies, which has to be raised whenever they change.
    ///
    /// If servers of two versions use a database, the older one must not restore its policies when
    /// it starts: the statements of the newer one would find fewer rows than they need.
    static let editionNumber = 3

    /// The edition of a database's policies, which a comment on one of their views contains.
    struct Edition: Hashable {
        let number: Int
        /// A digest that distinguishes policies with the same number but other contents or roles.
        let digest: String

        init(number: Int, digest: String) {
            (self.number, self.digest) = (number, digest)
        }

        /// Reads ``comment``; the number is 0 if policies have none.
        init(comment: String) {
            let parts = comment.split(separator: " ")
            number = parts.count == 2 ? Int(parts[0]) ?? 0 : 0
            digest = parts.last.map { String($0) } ?? ""
        }

        var comment: String { "\(number) \(digest)" }

        /// Whether these policies replace those that a database has.
        func replaces(_ present: Edition) -> Bool { self != present && number >= present.number }
    }
}
