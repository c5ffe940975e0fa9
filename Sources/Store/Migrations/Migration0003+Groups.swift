/// Groups with members, invitations, shares and proposals, and change log entries for groups.
enum Migration0003 {
    static let statements = groups + calendars + changes

    private static let groups = [
        """
        CREATE TABLE groups (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            color TEXT NOT NULL CHECK (length(color) BETWEEN 1 AND 32),
            created_second BIGINT NOT NULL
        )
        """,
        // Levels are those of `AccessLevel`: 0 hidden, 1 busy, 2 full.
        """
        CREATE TABLE memberships (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            account_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
            color TEXT NOT NULL CHECK (length(color) BETWEEN 1 AND 32),
            default_level BIGINT NOT NULL CHECK (default_level IN (0, 1, 2)),
            joined_second BIGINT NOT NULL,
            PRIMARY KEY (group_id, account_id)
        )
        """,
        "CREATE INDEX memberships_account ON memberships (account_id)",
        "CREATE UNIQUE INDEX memberships_one_owner ON memberships (group_id) WHERE role = 'owner'",
        """
        CREATE TABLE invitations (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
            uses_left BIGINT CHECK (uses_left >= 0),
            created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            created_second BIGINT NOT NULL,
            expires_second BIGINT NOT NULL CHECK (expires_second > created_second)
        )
        """,
        "CREATE INDEX invitations_group ON invitations (group_id)",
    ]

    private static let calendars = [
        "ALTER TABLE calendars ADD COLUMN group_id TEXT REFERENCES groups (id) ON DELETE CASCADE",
        "CREATE UNIQUE INDEX calendars_group ON calendars (group_id) WHERE group_id IS NOT NULL",
        // All candidates of a proposal have the same ID here. The one that becomes the event keeps
        // it.
        "ALTER TABLE objects ADD COLUMN proposal_id TEXT CHECK (length(proposal_id) = 32)",
        """
        ALTER TABLE objects ADD COLUMN is_candidate BIGINT NOT NULL DEFAULT 0
            CHECK (is_candidate = 0 OR (is_candidate = 1 AND proposal_id IS NOT NULL))
        """,
        """
        CREATE INDEX objects_proposal ON objects (calendar_id, proposal_id)
        WHERE proposal_id IS NOT NULL
        """,
        """
        CREATE TABLE shares (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            level BIGINT NOT NULL CHECK (level IN (0, 1, 2)),
            PRIMARY KEY (group_id, calendar_id)
        )
        """,
        "CREATE INDEX shares_calendar ON shares (calendar_id)",
        // The access of accounts to calendars, with a row for each reason. There's no GROUP BY
        // here, because conditions on the viewer and the calendar would not be pushed down through
        // it.
        """
        CREATE VIEW sights (viewer_id, calendar_id, group_id, level) AS
            SELECT owner_id, id, NULL, 4 FROM calendars WHERE group_id IS NULL
            UNION ALL
            SELECT memberships.account_id, calendars.id, calendars.group_id, 3
            FROM memberships JOIN calendars ON calendars.group_id = memberships.group_id
            AND calendars.group_id IS NOT NULL
            UNION ALL
            SELECT fellow.account_id, calendars.id, fellow.group_id,
            coalesce(shares.level, member.default_level)
            FROM memberships AS fellow
            JOIN memberships AS member ON member.group_id = fellow.group_id
            AND member.account_id <> fellow.account_id
            JOIN calendars ON calendars.owner_id = member.account_id
            AND calendars.group_id IS NULL
            LEFT JOIN shares ON shares.group_id = member.group_id
            AND shares.calendar_id = calendars.id
            WHERE coalesce(shares.level, member.default_level) > 0
        """,
    ]

    /// SQLite can't alter a CHECK, so the table is created again.
    ///
    /// Nothing references it.
    private static let changes = [
        """
        CREATE TABLE changes_of_all (
            token BIGINT NOT NULL PRIMARY KEY CHECK (token > 0),
            owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            what TEXT NOT NULL
                CHECK (what IN ('calendar', 'calendar-removed', 'sight', 'group', 'group-removed',
                'event', 'event-removed')),
            subject_id TEXT NOT NULL CHECK (length(subject_id) = 32),
            href TEXT CHECK ((href IS NOT NULL) = (what IN ('event', 'event-removed'))),
            object_id TEXT CHECK (object_id IS NULL OR href IS NOT NULL)
        )
        """,
        """
        INSERT INTO changes_of_all (token, owner_id, what, subject_id, href)
        SELECT token, owner_id, what, calendar_id, href FROM changes
        """,
        "DROP TABLE changes",
        "ALTER TABLE changes_of_all RENAME TO changes",
        """
        CREATE INDEX changes_addressed ON changes (owner_id, subject_id, token)
        WHERE what IN ('calendar', 'calendar-removed', 'sight', 'group', 'group-removed')
        """,
        "CREATE INDEX changes_subject ON changes (subject_id)",
    ]
}
