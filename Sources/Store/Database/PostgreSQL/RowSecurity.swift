/// Row-level security: what each table shows, and to whom.
///
/// A transaction says for whom it works in two settings, which end with it: `meantime.account`, and
/// `meantime.duty` for what the server does besides. The policies hold for the server's role, which can't
/// bypass them; the owner of the tables, whom nobody signs in as, sees the three tables that the views of
/// rights are made of.
enum RowSecurity {
    /// What a table shows.
    struct Table {
        let name: String
        /// A condition for the rows that an account sees.
        let shown: String
        /// A condition for the rows that it may change, if that's another.
        let changeable: String?
        /// A condition for new rows, if that's another than for changed ones.
        let addable: String?
        /// The duties for which it is shown and changed as a whole.
        let duties: [Duty]
        /// Those for which it is only shown.
        let readingDuties: [Duty]

        init(
            _ name: String,
            shown: String,
            changeable: String? = nil,
            addable: String? = nil,
            duties: [Duty] = [],
            readingDuties: [Duty] = []
        ) {
            self.name = name
            self.shown = shown
            self.changeable = changeable
            self.addable = addable
            self.duties = duties
            self.readingDuties = readingDuties
        }
    }

    private static let account = "(SELECT current_setting('meantime.account', true))"
    private static let duty = "(SELECT current_setting('meantime.duty', true))"

    private static func isOwn(_ column: String) -> String { "\(column) = \(account)" }

    /// Whether a row belongs to a calendar that the account sees, or may write in.
    private static func isInCalendar(_ column: String, writable: Bool = false) -> String {
        """
        EXISTS (
            SELECT 1 FROM calendar_rights WHERE calendar_rights.calendar_id = \(column)
            AND calendar_rights.account_id = \(account)
            \(writable ? "AND calendar_rights.level >= 3" : "")
        )
        """
    }

    private static func isInOwnGroup(_ column: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM group_rights WHERE group_rights.group_id = \(column)
            AND group_rights.account_id = \(account)
        )
        """
    }

    private static func isFellow(_ column: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM fellow_rights WHERE fellow_rights.fellow_id = \(column)
            AND fellow_rights.account_id = \(account)
        )
        """
    }

    private static let anybody = "true"

    static let tables: [Table] = [
        Table(
            "users",
            shown: "\(isOwn("id")) OR \(isFellow("id"))",
            changeable: isOwn("id"),
            duties: [.signIn, .administration],
            readingDuties: [.delivery, .invitations, .authors, .secretLinks, .sources]
        ),
        Table(
            "pictures",
            shown: "\(isOwn("user_id")) OR \(isFellow("user_id"))",
            changeable: isOwn("user_id"),
            duties: [.signIn],
            readingDuties: [.invitations]
        ),
        Table("settings", shown: isOwn("owner_id"), readingDuties: [.delivery]),
        Table(
            "sessions",
            shown: isOwn("user_id"),
            duties: [.signIn],
            readingDuties: [.administration]
        ),
        Table("identities", shown: isOwn("user_id"), duties: [.signIn]),
        Table(
            "app_passwords",
            shown: isOwn("user_id"),
            duties: [.signIn],
            readingDuties: [.push, .administration]
        ),
        Table(
            "known_networks",
            shown: isOwn("user_id"),
            duties: [.signIn],
            readingDuties: [.administration]
        ),
        Table("password_links", shown: "false", duties: [.signIn, .administration]),
        Table("sign_in_failures", shown: "false", duties: [.signIn, .administration]),
        Table(
            "calendars",
            shown: "\(isOwn("owner_id")) OR \(isInCalendar("id")) OR \(isInOwnGroup("group_id"))",
            changeable: "\(isOwn("owner_id")) OR \(isInOwnGroup("group_id"))",
            duties: [.delivery],
            readingDuties: [.sharing, .push, .secretLinks, .sources, .administration]
        ),
        Table(
            "objects",
            shown: isInCalendar("calendar_id"),
            changeable: isInCalendar("calendar_id", writable: true),
            duties: [.delivery],
            readingDuties: [.administration]
        ),
        Table(
            "versions",
            shown: isInCalendar("calendar_id"),
            changeable: isInCalendar("calendar_id", writable: true),
            duties: [.delivery]
        ),
        Table(
            "changes",
            shown: "\(isOwn("owner_id")) OR \(isInCalendar("subject_id"))",
            changeable: "false",
            addable: anybody,
            readingDuties: [.changeLog, .push, .delivery]
        ),
        Table(
            "writes",
            shown: "\(isOwn("account_id")) OR \(isFellow("account_id"))",
            changeable: isOwn("account_id"),
            addable: "\(isOwn("account_id")) OR account_id IS NULL",
            readingDuties: [.authors]
        ),
        Table(
            "groups",
            shown: isInOwnGroup("id"),
            addable: anybody,
            readingDuties: [.invitations, .administration]
        ),
        Table(
            "memberships",
            shown: isInOwnGroup("group_id"),
            addable: "\(isOwn("account_id")) OR \(isInOwnGroup("group_id"))",
            readingDuties: [.invitations, .delivery, .administration]
        ),
        Table(
            "shares",
            shown: isInOwnGroup("group_id"),
            changeable: "\(isOwn("account_id")) OR \(isInOwnGroup("group_id"))",
            readingDuties: [.sharing, .administration]
        ),
        Table("invitations", shown: isInOwnGroup("group_id"), duties: [.invitations]),
        Table("collection_properties", shown: isOwn("account_id")),
        Table("calendars_hidden_from_programs", shown: isOwn("account_id")),
        Table("inboxes", shown: isOwn("account_id"), duties: [.delivery]),
        Table("inbox_messages", shown: isOwn("account_id"), duties: [.delivery]),
        Table(
            "undecided_invitations",
            shown: "\(isOwn("account_id")) OR \(isOwn("inviter_id"))",
            duties: [.delivery]
        ),
        Table("push_registrations", shown: isOwn("account_id"), duties: [.push]),
        Table("push_keys", shown: "false", duties: [.push]),
        Table(
            "secret_links",
            shown: "\(isOwn("account_id")) OR \(isInOwnGroup("group_id"))",
            duties: [.secretLinks]
        ),
        Table("sources", shown: isOwn("account_id"), duties: [.sources]),
        Table("google_accounts", shown: isOwn("account_id"), duties: [.sources]),
        Table("source_members", shown: isInCalendar("calendar_id"), duties: [.sources]),
        Table("source_refusals", shown: isInCalendar("calendar_id"), duties: [.sources]),
        Table("source_sent", shown: isInCalendar("calendar_id"), duties: [.sources]),
    ]

    /// The tables that belong to nobody.
    static let shared: Set<String> = ["migrations", "counters"]

    /// The tables that the views of rights are made of: the owner of the tables sees them as a whole.
    private static let ofOwner: Set<String> = ["calendars", "memberships", "shares"]

    /// Views that are read with the rights of their owner: they say what an account sees, whatever it sees.
    private static let rights = [
        "ALTER VIEW sights RENAME TO all_sights",
        """
        CREATE VIEW sights AS SELECT * FROM all_sights
            WHERE viewer_id = \(account) OR member_id = \(account)
            OR \(duty) IN (\(literals([.sharing, .delivery, .push, .upkeep])))
        """,
        """
        CREATE VIEW calendar_rights (account_id, calendar_id, level) AS
            SELECT owner_id, id, 4::bigint FROM calendars WHERE group_id IS NULL
            UNION ALL SELECT viewer_id, calendar_id, level FROM all_sights
        """,
        "CREATE VIEW group_rights AS SELECT account_id, group_id FROM memberships",
        """
        CREATE VIEW fellow_rights (account_id, fellow_id) AS
            SELECT own.account_id, fellow.account_id FROM memberships AS own
            JOIN memberships AS fellow ON fellow.group_id = own.group_id
        """,
        """
        CREATE OR REPLACE FUNCTION viewers_of(calendar TEXT)
        RETURNS TABLE (viewer_id TEXT, level BIGINT) LANGUAGE sql STABLE SECURITY DEFINER
        SET search_path = public AS $$
            SELECT viewer_id, max(level) FROM all_sights WHERE calendar_id = calendar
            GROUP BY viewer_id
        $$
        """,
        "REVOKE ALL ON FUNCTION viewers_of FROM PUBLIC",
        "GRANT EXECUTE ON FUNCTION viewers_of TO SESSION_USER",
        "GRANT USAGE ON SCHEMA public TO SESSION_USER",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO SESSION_USER",
    ]

    private static func literals(_ duties: [Duty]) -> String {
        duties.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }

    private static func policies(of table: Table) -> [String] {
        let name = table.name
        let isDuty = "\(duty) IN (\(literals(table.duties + [.upkeep])))"
        let isReadingDuty =
            "\(duty) IN (\(literals(table.duties + table.readingDuties + [.upkeep])))"
        let changeable = table.changeable ?? table.shown
        var statements = [
            "ALTER TABLE \(name) ENABLE ROW LEVEL SECURITY",
            "ALTER TABLE \(name) FORCE ROW LEVEL SECURITY",
        ]
        let conditions = [
            ("shown", "FOR SELECT", "USING (\(isReadingDuty) OR \(table.shown))"),
            (
                "added", "FOR INSERT",
                "WITH CHECK (\(isDuty) OR \(table.addable ?? changeable))"
            ),
            ("changed", "FOR UPDATE", "USING (\(isDuty) OR \(changeable))"),
            ("removed", "FOR DELETE", "USING (\(isDuty) OR \(changeable))"),
        ]
        for (policy, command, condition) in conditions {
            statements += [
                "DROP POLICY IF EXISTS \(policy) ON \(name)",
                "CREATE POLICY \(policy) ON \(name) \(command) TO SESSION_USER \(condition)",
            ]
        }
        if ofOwner.contains(name) {
            statements += [
                "DROP POLICY IF EXISTS rights ON \(name)",
                "CREATE POLICY rights ON \(name) FOR SELECT TO CURRENT_USER USING (true)",
            ]
        }
        return statements
    }

    /// Undoes ``statements``, so that migrations can alter what the policies depend on.
    static let takingOff =
        tables.flatMap { table in
            ["shown", "added", "changed", "removed", "rights"].map {
                "DROP POLICY IF EXISTS \($0) ON \(table.name)"
            }
        } + [
            "DROP FUNCTION viewers_of", "DROP VIEW sights",
            "DROP VIEW calendar_rights, group_rights, fellow_rights",
            "ALTER VIEW all_sights RENAME TO sights",
            "COMMENT ON VIEW sights IS NULL",
        ]

    /// Makes the views and policies, as the owner of the tables.
    static let statements = rights + tables.flatMap(policies)
}

extension Principal {
    /// The expressions that tell the policies for whom a transaction works.
    var settings: String {
        """
        set_config('meantime.account', '\(account?.text.quoted ?? "")', true), \
        set_config('meantime.duty', '\(duty?.rawValue ?? "")', true)
        """
    }
}

extension String {
    /// The text for between the quotation marks of a literal.
    fileprivate var quoted: String {
        split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }
}
