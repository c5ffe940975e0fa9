import Agenda

/// Row-level security: which rows each table shows, and to which accounts.
///
/// Two settings say what a transaction works for, and end with it: `meantime.account`, and
/// `meantime.duty` for what the server does in addition. The policies apply to the server's role,
/// which can't bypass them. The owner of the tables, a role that nobody signs in as, sees the three
/// tables from which the views of rights are made.
enum RowSecurity {
    /// The rows that a table shows.
    struct Table {
        let name: String
        /// A condition for the rows that an account can see.
        let shown: String
        /// A condition for the rows that an account may change; nil if it's the same as `shown`.
        let changeable: String?
        /// A condition for new rows; nil if it's the same as for changed ones.
        let addable: String?
        /// The duties that may see and change the whole table.
        let duties: [Duty]
        /// The duties that may only see the whole table.
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
    static let duty = "(SELECT current_setting('meantime.duty', true))"

    private static func isOwn(_ column: String) -> String { "\(column) = \(account)" }

    /// Whether a row belongs to a calendar that the account owns, sees, or may write in.
    ///
    /// Most rows are the account's own, and for these the other rights needn't be looked up.
    private static func isInCalendar(_ column: String, writable: Bool = false) -> String {
        let others = isAny(of: writable ? "writable_calendars" : "seen_calendars", column)
        return "\(isAny(of: "own_calendars", column)) OR \(others)"
    }

    private static func isInOwnGroup(_ column: String) -> String { isAny(of: "own_groups", column) }

    private static func isFellow(_ column: String) -> String { isAny(of: "fellows", column) }

    /// Whether a column's value is among those that one of ``functions`` returns.
    ///
    /// As a subquery in the condition, the function is called once for each statement.
    private static func isAny(of function: String, _ column: String) -> String {
        "\(column) = ANY ((SELECT \(function)())::text[])"
    }

    private static let anybody = "true"

    static let tables: [Table] = [
        Table(
            "users",
            shown: "\(isOwn("id")) OR \(isFellow("id"))",
            changeable: isOwn("id"),
            duties: [.signIn, .administration],
            readingDuties: [
                .delivery, .joining, .authors, .push, .secretAddresses, .externalCalendars,
            ]
        ),
        Table(
            "pictures",
            shown: "\(isOwn("user_id")) OR \(isFellow("user_id"))",
            changeable: isOwn("user_id"),
            duties: [.signIn],
            readingDuties: [.joining]
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
        Table("handovers", shown: isOwn("account_id"), duties: [.handovers]),
        Table("edit_clients", shown: isOwn("account_id")),
        Table(
            "calendars",
            shown:
                "\(isOwn("owner_id")) OR \(isAny(of: "seen_calendars", "id")) OR \(isInOwnGroup("group_id"))",
            changeable: "\(isOwn("owner_id")) OR \(isInOwnGroup("group_id"))",
            duties: [.delivery],
            readingDuties: [.sharing, .push, .secretAddresses, .externalCalendars, .administration]
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
            duties: [.sharing],
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
            readingDuties: [.joining, .administration]
        ),
        Table(
            "memberships",
            shown: isInOwnGroup("group_id"),
            addable: "\(duty) = '\(Duty.joining.rawValue)'",
            readingDuties: [.joining, .sharing, .delivery, .administration]
        ),
        Table(
            "shares",
            shown: isInOwnGroup("group_id"),
            changeable: "\(isOwn("account_id")) OR \(isInOwnGroup("group_id"))",
            duties: [.sharing],
            readingDuties: [.administration]
        ),
        Table("invitations", shown: isInOwnGroup("group_id"), duties: [.joining]),
        Table("collection_properties", shown: isOwn("account_id")),
        Table("calendars_hidden_from_programs", shown: isOwn("account_id")),
        Table("inboxes", shown: isOwn("account_id"), duties: [.delivery]),
        Table("inbox_messages", shown: isOwn("account_id"), duties: [.delivery]),
        Table(
            "undecided_invitations",
            shown: "\(isOwn("account_id")) OR \(isOwn("inviter_id"))",
            duties: [.delivery]
        ),
        Table("waiting_invitations", shown: isOwn("account_id"), duties: [.delivery]),
        Table("blocked_senders", shown: isOwn("account_id"), readingDuties: [.delivery]),
        Table("push_registrations", shown: isOwn("account_id"), duties: [.push]),
        Table("push_keys", shown: "false", duties: [.push]),
        Table(
            "secret_links",
            shown: "\(isOwn("account_id")) OR \(isInOwnGroup("group_id"))",
            duties: [.secretAddresses]
        ),
        Table("sources", shown: isOwn("account_id"), duties: [.externalCalendars]),
        Table("google_accounts", shown: isOwn("account_id"), duties: [.externalCalendars]),
        Table("source_members", shown: isInCalendar("calendar_id"), duties: [.externalCalendars]),
        Table("source_unread", shown: isInCalendar("calendar_id"), duties: [.externalCalendars]),
        Table("source_refusals", shown: isInCalendar("calendar_id"), duties: [.externalCalendars]),
        Table("source_sent", shown: isInCalendar("calendar_id"), duties: [.externalCalendars]),
    ]

    /// The tables whose rows belong to nobody.
    static let tablesWithoutPolicies: Set<String> = ["migrations", "counters"]

    /// The tables from which the views of rights are made; the owner of the tables sees all of
    /// their rows.
    private static let tablesReadByOwner: Set<String> = ["calendars", "memberships", "shares"]

    private static let rights =
        [
            "ALTER VIEW sights RENAME TO all_sights",
            """
            CREATE VIEW sights AS SELECT * FROM all_sights
                WHERE viewer_id = \(account) OR member_id = \(account)
                OR \(duty) IN (\(literals([.sharing, .delivery, .push, .upkeep])))
            """,
            "GRANT USAGE ON SCHEMA public TO SESSION_USER",
            "GRANT SELECT, INSERT, DELETE ON ALL TABLES IN SCHEMA public TO SESSION_USER",
            "REVOKE ALL ON all_sights FROM SESSION_USER",
        ] + columnRights + functions.flatMap(\.statements)

    /// The functions that the policies call, and those that find who reads a log entry.
    private static let functions = [
        RightsFunction(
            "own_calendars",
            returns: "TEXT[]",
            "RETURN ARRAY(SELECT id FROM calendars WHERE owner_id = me AND group_id IS NULL);"
        ),
        calendars("seen_calendars", atLevel: .busy),
        calendars("writable_calendars", atLevel: .group),
        RightsFunction(
            "own_groups",
            returns: "TEXT[]",
            "RETURN ARRAY(SELECT group_id FROM memberships WHERE account_id = me);"
        ),
        RightsFunction(
            "fellows",
            returns: "TEXT[]",
            """
            RETURN ARRAY(
                SELECT DISTINCT fellow.account_id FROM memberships AS own
                JOIN memberships AS fellow ON fellow.group_id = own.group_id
                WHERE own.account_id = me
            );
            """
        ),
        RightsFunction(
            "viewers_of",
            takes: "calendar TEXT",
            returns: "TABLE (viewer_id TEXT, level BIGINT)",
            """
            RETURN QUERY SELECT all_sights.viewer_id, max(all_sights.level) FROM all_sights
            WHERE all_sights.calendar_id = calendar GROUP BY all_sights.viewer_id;
            """
        ),
    ]

    /// A function for the calendars that the account owns, or sees at this level or above.
    private static func calendars(_ name: String, atLevel level: AccessLevel) -> RightsFunction {
        RightsFunction(
            name,
            returns: "TEXT[]",
            """
            RETURN ARRAY(
                SELECT id FROM calendars WHERE owner_id = me AND group_id IS NULL
                UNION SELECT calendar_id FROM all_sights WHERE viewer_id = me AND level >= \(level.rawValue)
            );
            """
        )
    }

    static func literals(_ duties: [Duty]) -> String {
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
        if tablesReadByOwner.contains(name) {
            statements += [
                "DROP POLICY IF EXISTS rights ON \(name)",
                "CREATE POLICY rights ON \(name) FOR SELECT TO CURRENT_USER USING (true)",
            ]
        }
        return statements
    }

    /// Undoes ``statements``, so that migrations can alter what the policies depend on.
    ///
    /// Without `FORCE` the owner of the tables sees all rows, which migrations change.
    static let removalStatements =
        columnRightsRemoval
        + tables.flatMap { table in
            ["shown", "added", "changed", "removed", "rights"].map {
                "DROP POLICY IF EXISTS \($0) ON \(table.name)"
            } + ["ALTER TABLE IF EXISTS \(table.name) NO FORCE ROW LEVEL SECURITY"]
        } + [
            "DROP FUNCTION IF EXISTS \(functions.map(\.name).joined(separator: ", "))",
            "DROP VIEW sights",
            // The names that views of rights had in earlier versions.
            "DROP VIEW IF EXISTS calendar_rights, group_rights, fellow_rights",
            "ALTER VIEW all_sights RENAME TO sights",
            "COMMENT ON VIEW sights IS NULL",
        ]

    /// Makes the views and policies, as the owner of the tables.
    static let statements = rights + tables.flatMap(policies)
}

/// A function that finds, with its owner's rights, what the account sees or who sees something.
///
/// It's in PL/pgSQL, because its statements are planned once for each connection.
private struct RightsFunction {
    let name: String
    private let parameter: String
    private let type: String
    private let body: String

    init(_ name: String, takes parameter: String = "", returns type: String, _ body: String) {
        self.name = name
        self.parameter = parameter
        self.type = type
        self.body = body
    }

    var statements: [String] {
        [
            """
            CREATE FUNCTION \(name)(\(parameter)) RETURNS \(type) LANGUAGE plpgsql STABLE
            SECURITY DEFINER SET search_path = public AS $$
            DECLARE me TEXT := current_setting('meantime.account', true);
            BEGIN
            \(body)
            END $$
            """,
            "REVOKE ALL ON FUNCTION \(name) FROM PUBLIC",
            "GRANT EXECUTE ON FUNCTION \(name) TO SESSION_USER",
        ]
    }
}

extension Principal {
    /// Expressions that set what a transaction works for, with two placeholders.
    static let settings =
        "set_config('meantime.account', $1, true), set_config('meantime.duty', $2, true)"

    /// The values for the placeholders of ``settings``.
    var settingsValues: [SQLValue] {
        [.text(account?.text ?? ""), .text(duty?.rawValue ?? "")]
    }
}

extension PostgreSQLSession {
    /// Sets what the open transaction works for from its next statement on.
    func work(for principal: Principal) throws {
        try runSoon("SELECT \(Principal.settings)", principal.settingsValues)
    }
}
