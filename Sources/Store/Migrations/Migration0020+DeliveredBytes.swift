/// The length of the texts that others put into an account's calendars and inbox.
///
/// The lengths are added up for each guest within the organizer's transaction, and without them
/// SQLite would read all the texts. The length is NULL for texts delivered earlier, or by an older
/// server during an update; these texts are measured. Filling the lengths in here would rewrite all
/// these rows while everybody waits.
///
/// When such an older server lengthens an invitation whose length is known, the stored length is
/// wrong until the next change. Nothing in the row shows that.
enum Migration0020 {
    static let statements = [
        "ALTER TABLE undecided_invitations ADD COLUMN bytes BIGINT CHECK (bytes >= 0)",
        "ALTER TABLE inbox_messages ADD COLUMN bytes BIGINT CHECK (bytes >= 0)",
        // The index has all that the sums need. In the table, reading a column after a text also
        // reads the text.
        """
        CREATE INDEX inbox_messages_sizes ON inbox_messages (account_id, version, bytes)
        """,
    ]
}
