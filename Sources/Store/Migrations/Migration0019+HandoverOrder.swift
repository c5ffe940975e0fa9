/// The order in which an account's handovers were stored.
///
/// Several may end in the same second. Those stored by older versions have 0, and count as the
/// oldest.
enum Migration0019 {
    static let statements = [
        "ALTER TABLE handovers ADD COLUMN number BIGINT NOT NULL DEFAULT 0 CHECK (number >= 0)"
    ]
}
