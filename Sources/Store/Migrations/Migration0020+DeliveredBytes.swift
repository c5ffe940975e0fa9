/// How long the texts are that others put into somebody's calendars and inbox.
///
/// Their sums are looked at for each guest within the organizer's transaction, and SQLite would read all the texts.
/// It's NULL for what was delivered before, or by a server of an older version during an update: then the text is
/// measured. To fill it in here would rewrite all these rows while everybody waits.
///
/// When such an older server makes an invitation longer whose length is known, the length stays as it was until
/// the next change. Nothing in the row tells.
enum Migration0020 {
    static let statements = [
        "ALTER TABLE undecided_invitations ADD COLUMN bytes BIGINT CHECK (bytes >= 0)",
        "ALTER TABLE inbox_messages ADD COLUMN bytes BIGINT CHECK (bytes >= 0)",
        // It has all that the sums need. In the table, a column after a text costs reading the text.
        """
        CREATE INDEX inbox_messages_sizes ON inbox_messages (account_id, version, bytes)
        """,
    ]
}
