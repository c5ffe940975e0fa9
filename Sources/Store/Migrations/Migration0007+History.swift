/// Earlier versions of objects, who wrote them and when, and the bin.
enum Migration0007 {
    static let statements = writes + versions + calendars

    /// Who wrote the tokens of a transaction, and when.
    ///
    /// One row for a whole transaction: an import of thousands of events needs no more.
    private static let writes = [
        """
        CREATE TABLE writes (
            last_token BIGINT NOT NULL PRIMARY KEY,
            first_token BIGINT NOT NULL CHECK (first_token BETWEEN 1 AND last_token),
            account_id TEXT REFERENCES users (id) ON DELETE SET NULL,
            way TEXT NOT NULL CHECK (way IN ('page', 'program', 'import')),
            second BIGINT NOT NULL
        )
        """,
        "CREATE INDEX writes_account ON writes (account_id)",
        "CREATE INDEX writes_second ON writes (second, last_token)",
    ]

    /// The texts that were replaced or removed.
    ///
    /// An object's first version is number 1, and its present one is in `objects`. `since_token` is the change that made the version, `until_token` the one that ended it.
    private static let versions = [
        """
        ALTER TABLE objects ADD COLUMN version BIGINT NOT NULL DEFAULT 1 CHECK (version > 0)
        """,
        """
        CREATE TABLE versions (
            object_id TEXT NOT NULL CHECK (length(object_id) = 32),
            number BIGINT NOT NULL CHECK (number > 0),
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            href TEXT NOT NULL CHECK (length(href) BETWEEN 1 AND 200),
            uid TEXT NOT NULL CHECK (length(uid) BETWEEN 1 AND 1000),
            ical TEXT NOT NULL CHECK (length(ical) BETWEEN 1 AND 1048576),
            bytes BIGINT NOT NULL CHECK (bytes > 0),
            since_token BIGINT NOT NULL,
            until_token BIGINT NOT NULL UNIQUE,
            ended TEXT NOT NULL CHECK (ended IN ('changed', 'deleted', 'moved', 'restored')),
            PRIMARY KEY (object_id, number)
        )
        """,
        "CREATE INDEX versions_calendar ON versions (calendar_id, until_token)",
        """
        CREATE INDEX versions_bin ON versions (calendar_id, uid, until_token)
        WHERE ended IN ('deleted', 'moved')
        """,
        """
        CREATE INDEX versions_deleted ON versions (until_token)
        WHERE ended IN ('deleted', 'moved')
        """,
    ]

    /// A deleted calendar stays in its table, where nobody sees it.
    private static let calendars = [
        "ALTER TABLE calendars ADD COLUMN deleted_token BIGINT",
        """
        ALTER TABLE calendars ADD COLUMN history_bytes BIGINT NOT NULL DEFAULT 0
            CHECK (history_bytes >= 0)
        """,
        """
        CREATE INDEX calendars_bin ON calendars (deleted_token) WHERE deleted_token IS NOT NULL
        """,
        "DROP VIEW sights",
        sights,
    ]

    /// The view as before, without deleted calendars.
    ///
    /// A group's calendar is deleted together with its group, so only the parts for other calendars
    /// need the condition.
    private static let sights = """
        CREATE VIEW sights (viewer_id, calendar_id, group_id, level, member_id, shown_id) AS
            SELECT owner_id, id, NULL, 4, owner_id, id FROM calendars
            WHERE group_id IS NULL AND deleted_token IS NULL
            UNION ALL
            SELECT memberships.account_id, calendars.id, calendars.group_id, 3,
            memberships.account_id, calendars.id
            FROM memberships JOIN calendars ON calendars.group_id = memberships.group_id
            AND calendars.group_id IS NOT NULL
            UNION ALL
            SELECT fellow.account_id, calendars.id, fellow.group_id,
            coalesce(shares.level, member.default_level), member.account_id, calendars.id
            FROM memberships AS fellow
            JOIN memberships AS member ON member.group_id = fellow.group_id
            AND member.account_id <> fellow.account_id
            JOIN calendars ON calendars.owner_id = member.account_id
            AND calendars.group_id IS NULL AND calendars.deleted_token IS NULL
            LEFT JOIN shares ON shares.group_id = member.group_id
            AND shares.account_id = member.account_id AND shares.calendar_id = calendars.id
            WHERE coalesce(shares.level, member.default_level) > 0
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
