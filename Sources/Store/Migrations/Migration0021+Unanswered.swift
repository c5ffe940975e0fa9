/// Stores with the object whether it's an unanswered invitation: every reader of the object needs
/// that, and the table of undecided invitations is shown only to the two accounts that they're
/// about.
enum Migration0021 {
    static let statements = [
        """
        ALTER TABLE objects ADD COLUMN is_unanswered BIGINT NOT NULL DEFAULT 0
            CHECK (is_unanswered IN (0, 1))
        """,
        // Only these rows have to be looked at, instead of all objects.
        """
        WITH undecided AS MATERIALIZED (SELECT object_id FROM undecided_invitations)
        UPDATE objects SET is_unanswered = 1 FROM undecided WHERE objects.id = undecided.object_id
        """,
    ]
}
