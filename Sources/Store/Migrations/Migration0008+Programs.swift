/// Data for calendar programs: names and kinds of calendars, properties, and calendars left out.
enum Migration0008 {
    static let statements = calendars + properties + hidden + changes

    /// The kinds of components a calendar takes, and the name that a program put into its address.
    private static let calendars = [
        """
        ALTER TABLE calendars ADD COLUMN components TEXT NOT NULL DEFAULT 'VEVENT'
            CHECK (length(components) BETWEEN 5 AND 40)
        """,
        "ALTER TABLE calendars ADD COLUMN path_name TEXT CHECK (length(path_name) BETWEEN 1 AND 200)",
        """
        CREATE UNIQUE INDEX calendars_path ON calendars (owner_id, path_name)
        WHERE path_name IS NOT NULL AND deleted_token IS NULL
        """,
    ]

    /// Properties that programs set on a collection, for each account that sees it.
    ///
    /// The collection is the ID of a calendar as the account knows it, or a word such as `home`.
    private static let properties = [
        """
        CREATE TABLE collection_properties (
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            collection TEXT NOT NULL CHECK (length(collection) BETWEEN 1 AND 32),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 1000),
            xml TEXT NOT NULL CHECK (length(xml) BETWEEN 1 AND 65536),
            PRIMARY KEY (account_id, collection, name)
        )
        """
    ]

    /// Calendars of others that an account doesn't want in its calendar programs, by the ID that it
    /// knows them by.
    private static let hidden = [
        """
        CREATE TABLE calendars_hidden_from_programs (
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            shown_id TEXT NOT NULL CHECK (length(shown_id) = 32),
            PRIMARY KEY (account_id, shown_id)
        )
        """
    ]

    /// Changes the log for programs.
    ///
    /// They ask for the last change of a calendar every few minutes, read a calendar in the order
    /// of changes, and hear of a removed one by the name in its address.
    private static let changes = [
        "ALTER TABLE changes ADD COLUMN path_name TEXT",
        "DROP INDEX changes_subject",
        "CREATE INDEX changes_subject ON changes (subject_id, token)",
        "CREATE INDEX objects_changes ON objects (calendar_id, change_token)",
    ]
}
