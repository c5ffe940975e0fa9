/// Accounts, sessions, calendars, objects and the change log.
enum Migration0001 {
    static let statements = [
        """
        CREATE TABLE users (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            email TEXT NOT NULL UNIQUE
                CHECK (length(email) BETWEEN 3 AND 254 AND email = lower(email)),
            name TEXT NOT NULL CHECK (length(name) <= 200),
            password TEXT NOT NULL CHECK (length(password) BETWEEN 1 AND 1000),
            created_second BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE sessions (
            token_hash TEXT NOT NULL PRIMARY KEY CHECK (length(token_hash) = 64),
            user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            created_second BIGINT NOT NULL,
            expires_second BIGINT NOT NULL CHECK (expires_second > created_second)
        )
        """,
        "CREATE INDEX sessions_user ON sessions (user_id)",
        """
        CREATE TABLE calendars (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            color TEXT NOT NULL CHECK (length(color) BETWEEN 1 AND 32),
            position BIGINT NOT NULL CHECK (position >= 0),
            is_default BIGINT NOT NULL CHECK (is_default IN (0, 1)),
            object_count BIGINT NOT NULL DEFAULT 0 CHECK (object_count >= 0),
            change_token BIGINT NOT NULL
        )
        """,
        "CREATE INDEX calendars_owner ON calendars (owner_id, position)",
        """
        CREATE UNIQUE INDEX calendars_one_default ON calendars (owner_id) WHERE is_default = 1
        """,
        """
        CREATE TABLE objects (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            calendar_id TEXT NOT NULL REFERENCES calendars (id) ON DELETE CASCADE,
            href TEXT NOT NULL CHECK (length(href) BETWEEN 1 AND 200),
            uid TEXT NOT NULL CHECK (length(uid) BETWEEN 1 AND 1000),
            etag TEXT NOT NULL CHECK (length(etag) BETWEEN 1 AND 100),
            ical TEXT NOT NULL CHECK (length(ical) BETWEEN 1 AND 1048576),
            first_second BIGINT NOT NULL,
            last_second BIGINT CHECK (last_second >= first_second),
            change_token BIGINT NOT NULL UNIQUE,
            UNIQUE (calendar_id, href),
            UNIQUE (calendar_id, uid)
        )
        """,
        "CREATE INDEX objects_window ON objects (calendar_id, first_second, last_second)",
        """
        CREATE TABLE changes (
            token BIGINT NOT NULL PRIMARY KEY CHECK (token > 0),
            owner_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            what TEXT NOT NULL
                CHECK (what IN ('calendar', 'calendar-removed', 'event', 'event-removed')),
            calendar_id TEXT NOT NULL CHECK (length(calendar_id) = 32),
            href TEXT CHECK ((href IS NULL) = (what IN ('calendar', 'calendar-removed')))
        )
        """,
        "CREATE INDEX changes_owner ON changes (owner_id, token)",
        """
        CREATE TABLE counters (
            name TEXT NOT NULL PRIMARY KEY,
            value BIGINT NOT NULL CHECK (value >= 0)
        )
        """,
        // Taking the next token locks this row until the transaction ends. So on every database
        // tokens become visible in ascending order, and a reader of the log can't miss one.
        "INSERT INTO counters (name, value) VALUES ('change', 0)",
        "INSERT INTO counters (name, value) VALUES ('change-floor', 0)",
    ]
}
