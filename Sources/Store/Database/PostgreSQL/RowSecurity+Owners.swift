extension RowSecurity {
    /// The columns that say who owns a row; only handing over a group changes one of them.
    ///
    /// A policy sees a row before and after a change, but can't compare the two. It would let a
    /// member make a group's calendar their own.
    static let owners = "'id', 'owner_id', 'user_id', 'account_id', 'group_id', 'calendar_id'"

    /// The tables whose `owner_id` changes when a group gets another owner.
    static let tablesThatChangeOwner = ["calendars", "changes"]

    /// Lets the server's role change every column but ``owners``.
    static let columnRights =
        [
            "REVOKE UPDATE ON ALL TABLES IN SCHEMA public FROM SESSION_USER",
            """
            DO $$ DECLARE changed RECORD; BEGIN
            FOR changed IN
                SELECT attrelid::regclass AS name, string_agg(quote_ident(attname), ', ') AS columns
                FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                AND attnum > 0 AND NOT attisdropped AND attname NOT IN (\(owners))
                GROUP BY attrelid
            LOOP
                EXECUTE format(
                    'GRANT UPDATE (%s) ON %s TO %I', changed.columns, changed.name, session_user
                );
            END LOOP;
            END $$
            """,
            """
            CREATE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.owner_id = OLD.owner_id OR \(duty) IN (\(literals([.sharing, .upkeep]))) THEN
                RETURN NEW;
            END IF;
            RAISE insufficient_privilege USING MESSAGE = 'a row keeps its owner';
            END $$
            """,
        ]
        + tablesThatChangeOwner.flatMap { table in
            [
                "GRANT UPDATE (owner_id) ON \(table) TO SESSION_USER",
                """
                CREATE TRIGGER keep_owner BEFORE UPDATE OF owner_id ON \(table)
                FOR EACH ROW EXECUTE FUNCTION keep_owner()
                """,
            ]
        }

    /// Removes the parts of ``columnRights`` that making it again doesn't replace.
    static let columnRightsRemoval =
        tablesThatChangeOwner.map { "DROP TRIGGER IF EXISTS keep_owner ON \($0)" }
        + ["DROP FUNCTION IF EXISTS keep_owner"]
}
