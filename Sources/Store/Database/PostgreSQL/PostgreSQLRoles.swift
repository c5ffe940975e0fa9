/// The roles that own the tables and that work with them.
///
/// The server signs in as a role that owns nothing and can't bypass row-level security. The tables
/// belong to the owner of the database, a role that nobody signs in as: the server becomes it only
/// to alter the tables.
extension PostgreSQLConnection {
    /// Becomes the owner of the database for the rest of the transaction.
    ///
    /// Throws ``StoreError/unsuitableRole(_:)`` if the server's own role isn't restricted.
    func actAsOwner() throws {
        let row = try row(
            """
            SELECT current_user, pg_get_userbyid(datdba), rolsuper OR rolbypassrls,
            pg_has_role(current_user, datdba, 'USAGE'), pg_has_role(current_user, datdba, 'MEMBER'),
            (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE oid = datdba), datname
            FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user
            """
        )
        guard let row else { throw StoreError.notFound }
        let (own, owner) = (try row.text(0), try row.text(1))
        if try row.bool(2) {
            throw StoreError.unsuitableRole(
                "The role \(own) can bypass row-level security. Use one without SUPERUSER and BYPASSRLS."
            )
        }
        if try row.bool(5) {
            throw StoreError.unsuitableRole(
                "The role \(owner), which owns the database, can bypass row-level security. Let one without "
                    + "SUPERUSER and BYPASSRLS own it: ALTER DATABASE \(try row.text(6)) OWNER TO meantime_owner."
            )
        }
        guard try !row.bool(3) else {
            throw StoreError.unsuitableRole(
                "The role \(own) has the rights of \(owner), which owns the database. Make it NOINHERIT, "
                    + "and let another role own the database."
            )
        }
        guard try row.bool(4) else {
            throw StoreError.unsuitableRole(
                "The role \(own) isn't a member of \(owner), which owns the database: "
                    + "GRANT \(owner) TO \(own)."
            )
        }
        _ = try self.row("SELECT set_config('role', $1, true)", [.text(owner)])
    }

    /// Becomes the server's own role again, which sees only what the policies show it.
    func actAsServer() throws { _ = try row("SELECT set_config('role', 'none', true)") }

    /// Locks all tables that are going to be altered, or fails soon.
    ///
    /// Servers of the previous version go on until then. They lock the table of migrations first,
    /// and so does this; see ``TransactionKind/begin(on:as:)``. The other tables are locked as
    /// well, because a dump doesn't lock `migrations` first, and autovacuum gives way only to a
    /// transaction that waits for the table.
    func lockAllTables() throws {
        let tables = try row(
            """
            SELECT string_agg(quote_ident(relname), ', ' ORDER BY relname <> 'migrations', relname) FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
            """
        )
        guard let tables, !tables.isNull(0) else { return }
        try session.run(
            """
            SET LOCAL statement_timeout = \(Limits.alterationLockMilliseconds);
            LOCK TABLE \(try tables.text(0)) IN ACCESS EXCLUSIVE MODE;
            SET LOCAL statement_timeout = 0
            """
        )
    }

    /// Removes row-level security and the triggers of ``CheckConstraints`` while a body alters
    /// tables, and then adds them again.
    ///
    /// A migration makes the view `sights` as for every database. Here that view has the rights of
    /// everybody, and `sights` is a view of the part that the policies let one account see.
    package func altering(isNeeded: Bool, _ body: () throws -> Void) throws {
        let around = RowSecurity.statements + [CheckConstraints.triggersStatement]
        let digest = try row(
            "SELECT md5(session_user || $1)",
            [.text(around.joined())]
        )
        let comment = try row("SELECT coalesce(obj_description(to_regclass('all_sights')), '')")
        guard let digest = try digest?.text(0) else { throw StoreError.notFound }
        let present = RowSecurity.Edition(comment: try comment?.text(0) ?? "")
        let own = RowSecurity.Edition(number: RowSecurity.editionNumber, digest: digest)
        guard isNeeded || own.replaces(present) else { return }
        try lockAllTables()
        if try row("SELECT 1 WHERE to_regclass('all_sights') IS NOT NULL") != nil {
            for statement in RowSecurity.removalStatements + [CheckConstraints.constraintsStatement]
            {
                try session.run(statement)
            }
        }
        try body()
        for statement in around { try session.run(statement) }
        try session.run("COMMENT ON VIEW all_sights IS '\(own.comment)'")
    }
}
