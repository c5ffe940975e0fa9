/// Members show a group when they are busy in the calendars of other groups.
enum Migration0005 {
    static let statements = shares + names + [sights] + log

    /// A share now names the member, since several members may share the same group's calendar.
    ///
    /// SQLite can't alter a primary key, so the table is created again.
    private static let shares = [
        """
        CREATE TABLE shares_of_members (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            level BIGINT NOT NULL CHECK (level IN (0, 1, 2)),
            PRIMARY KEY (group_id, account_id, calendar_id)
        )
        """,
        """
        INSERT INTO shares_of_members (group_id, account_id, calendar_id, level)
        SELECT shares.group_id, calendars.owner_id, shares.calendar_id, shares.level
        FROM shares JOIN calendars ON calendars.id = shares.calendar_id
        """,
        "DROP VIEW sights",
        "DROP TABLE shares",
        "ALTER TABLE shares_of_members RENAME TO shares",
        "CREATE INDEX shares_calendar ON shares (calendar_id)",
        "CREATE INDEX shares_account ON shares (account_id)",
    ]

    /// The calendar ID under which other groups see a member's times in this group.
    ///
    /// It's random for each membership, so it reveals neither the group nor that two members share
    /// it.
    private static let names = [
        "ALTER TABLE memberships ADD COLUMN times_id TEXT CHECK (length(times_id) = 32)",
        "UPDATE memberships SET times_id = lower(hex(randomblob(16)))",
        "CREATE UNIQUE INDEX memberships_times ON memberships (times_id)",
    ]

    /// Makes all pages load everything again: the log has no entries for the calendars that
    /// become visible with this migration.
    private static let log = [
        "UPDATE counters SET value = value + 1 WHERE name = 'change' AND value > 0",
        """
        UPDATE counters SET value = (SELECT value FROM counters WHERE name = 'change')
        WHERE name = 'change-floor'
        """,
    ]

    /// The view, with two more columns: whose times they are, and the ID that the viewer knows the
    /// calendar by.
    private static let sights = """
        CREATE VIEW sights (viewer_id, calendar_id, group_id, level, member_id, shown_id) AS
            SELECT owner_id, id, NULL, 4, owner_id, id FROM calendars WHERE group_id IS NULL
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
            AND calendars.group_id IS NULL
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
