/// Calendars that are read from elsewhere, and their sources.
enum Migration0013 {
    static let statements =
        calendars + sources
        + ["DROP VIEW sights", sights(ownLevel: "CASE WHEN is_subscribed = 1 THEN 5 ELSE 4 END")]

    private static let calendars = [
        """
        ALTER TABLE calendars ADD COLUMN is_subscribed BIGINT NOT NULL DEFAULT 0
            CHECK (is_subscribed IN (0, 1))
        """,
        // A digest of the object in the source, without the parts that change at every reading.
        "ALTER TABLE objects ADD COLUMN source_digest TEXT CHECK (length(source_digest) = 32)",
    ]

    /// The source of a calendar, and the state of its readings.
    ///
    /// The address is sealed, because many contain a secret. A reading that takes a source
    /// increments `run_number`, so that a reading that is taken for dead can't write any more.
    private static let sources = [
        """
        CREATE TABLE sources (
            calendar_id TEXT NOT NULL PRIMARY KEY REFERENCES calendars (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('feed', 'caldav', 'google')),
            address TEXT NOT NULL CHECK (length(address) BETWEEN 1 AND 8000),
            is_paused BIGINT NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
            keeps_reminders BIGINT NOT NULL DEFAULT 0 CHECK (keeps_reminders IN (0, 1)),
            etag TEXT CHECK (length(etag) <= 1000),
            last_modified TEXT CHECK (length(last_modified) <= 100),
            interval_seconds BIGINT,
            is_wanted BIGINT NOT NULL DEFAULT 1 CHECK (is_wanted IN (0, 1)),
            due_second BIGINT NOT NULL,
            run_number BIGINT NOT NULL DEFAULT 0 CHECK (run_number >= 0),
            run_ends_second BIGINT NOT NULL DEFAULT 0,
            read_second BIGINT,
            failure TEXT CHECK (length(failure) BETWEEN 1 AND 40),
            failed_second BIGINT,
            failure_count BIGINT NOT NULL DEFAULT 0 CHECK (failure_count >= 0),
            CHECK ((failure IS NULL) = (failed_second IS NULL))
        )
        """,
        "CREATE INDEX sources_account ON sources (account_id)",
        "CREATE INDEX sources_due ON sources (due_second) WHERE is_paused = 0",
    ]

    /// The view as before, with one more level for subscribed calendars.
    ///
    /// By default, a group sees nothing of a subscribed calendar.
    ///
    /// - Parameter ownLevel: An expression for the level of an account's own calendar.
    /// - Returns: The statement that makes the view.
    static func sights(ownLevel: String) -> String {
        """
        CREATE VIEW sights (viewer_id, calendar_id, group_id, level, member_id, shown_id) AS
            SELECT owner_id, id, NULL, \(ownLevel), owner_id, id FROM calendars
            WHERE group_id IS NULL AND deleted_token IS NULL
            UNION ALL
            SELECT memberships.account_id, calendars.id, calendars.group_id, 3,
            memberships.account_id, calendars.id
            FROM memberships JOIN calendars ON calendars.group_id = memberships.group_id
            AND calendars.group_id IS NOT NULL
            UNION ALL
            SELECT fellow.account_id, calendars.id, fellow.group_id,
            coalesce(shares.level,
            CASE WHEN calendars.is_subscribed = 1 THEN 0 ELSE member.default_level END),
            member.account_id, calendars.id
            FROM memberships AS fellow
            JOIN memberships AS member ON member.group_id = fellow.group_id
            AND member.account_id <> fellow.account_id
            JOIN calendars ON calendars.owner_id = member.account_id
            AND calendars.group_id IS NULL AND calendars.deleted_token IS NULL
            LEFT JOIN shares ON shares.group_id = member.group_id
            AND shares.account_id = member.account_id AND shares.calendar_id = calendars.id
            WHERE coalesce(shares.level,
            CASE WHEN calendars.is_subscribed = 1 THEN 0 ELSE member.default_level END) > 0
            UNION ALL
            SELECT fellow.account_id, calendars.id, fellow.group_id, 1, member.account_id,
            other.times_id
            FROM memberships AS fellow
            JOIN memberships AS member ON member.group_id = fellow.group_id
            AND member.account_id <> fellow.account_id
            JOIN memberships AS other ON other.account_id = member.account_id
            AND other.group_id <> member.group_id
            JOIN calendars ON calendars.group_id = other.group_id
            LEFT JOIN shares ON shares.group_id = member.group_id
            AND shares.account_id = member.account_id AND shares.calendar_id = calendars.id
            WHERE coalesce(shares.level, member.default_level) > 0
            AND NOT EXISTS (
                SELECT 1 FROM memberships AS own
                WHERE own.group_id = other.group_id AND own.account_id = fellow.account_id
            )
        """
    }
}
