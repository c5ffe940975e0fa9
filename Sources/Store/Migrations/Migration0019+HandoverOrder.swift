/// In which order an account left something for later requests.
///
/// Several may end in the same second. Those of servers of an older version have 0, and count as the oldest.
enum Migration0019 {
    static let statements = [
        "ALTER TABLE handovers ADD COLUMN number BIGINT NOT NULL DEFAULT 0 CHECK (number >= 0)"
    ]
}
