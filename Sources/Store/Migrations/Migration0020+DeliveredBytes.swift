/// How long the texts are that others put into somebody's calendars and inbox.
///
/// Their sums are looked at for each guest within the organizer's transaction, and SQLite would read all the texts.
enum Migration0020 {
    static let statements = [
        // NULL for one that a server of an older version delivered: then its text is measured.
        "ALTER TABLE undecided_invitations ADD COLUMN bytes BIGINT CHECK (bytes >= 0)",
        """
        UPDATE undecided_invitations SET bytes = (
            SELECT length(CAST(ical AS BLOB)) FROM objects WHERE objects.id = object_id
        )
        """,
        """
        ALTER TABLE inbox_messages ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0 CHECK (bytes >= 0)
        """,
        "UPDATE inbox_messages SET bytes = length(CAST(ical AS BLOB))",
        // It has all that the sums need. In the table, a column after a text costs reading the text.
        """
        CREATE INDEX inbox_messages_sizes ON inbox_messages (account_id, version, bytes)
        """,
    ]
}
