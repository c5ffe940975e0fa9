/// Which invitations nobody has answered yet, beside the object itself: every reader of the object needs it, and
/// the table of undecided invitations is shown only to the two accounts that they're about.
enum Migration0021 {
    static let statements = [
        """
        ALTER TABLE objects ADD COLUMN is_unanswered BIGINT NOT NULL DEFAULT 0
            CHECK (is_unanswered IN (0, 1))
        """,
        """
        UPDATE objects SET is_unanswered = 1 FROM undecided_invitations
        WHERE undecided_invitations.object_id = objects.id
        """,
    ]
}
