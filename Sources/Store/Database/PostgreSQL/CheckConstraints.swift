/// The `CHECK` constraints of the tables that every change of an event writes to, as triggers.
///
/// PostgreSQL reads and plans the constraint expressions of a table again for each statement that
/// writes to it. With a dozen of them that takes longer than adding the row. The expressions in a
/// trigger are planned once for each connection.
///
/// Migrations see and alter the constraints as they wrote them: constraints are restored before a
/// migration, and turned into triggers afterwards.
enum CheckConstraints {
    private static let tables = "'calendars', 'objects', 'versions', 'changes', 'writes'"

    /// The expressions of the constraints, with `NEW.` before the names of columns.
    ///
    /// Every second part between quotation marks is a text, which stays as it is.
    private static let conditions = """
        SELECT conrelid::regclass AS name, conname, expression, (
            SELECT string_agg(
                CASE WHEN place % 2 = 0 THEN part ELSE regexp_replace(
                    part, format('"?\\m(%s)\\M"?', (
                        SELECT string_agg(attname, '|') FROM pg_attribute
                        WHERE attrelid = conrelid AND attnum > 0 AND NOT attisdropped
                    )), 'NEW.\\1', 'g'
                ) END, '''' ORDER BY place
            ) FROM regexp_split_to_table(expression, '''') WITH ORDINALITY AS parts (part, place)
        ) AS condition
        FROM pg_constraint, pg_get_expr(conbin, conrelid) AS expression
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace
        AND conrelid::regclass::text IN (\(tables))
        """

    /// Turns the constraints of each table into a trigger that refuses the same rows, with the same
    /// constraint names and SQLSTATE.
    ///
    /// The trigger is a single expression, because each expression is prepared once in every
    /// transaction. The comment on the trigger's function is the statement that restores the
    /// constraints.
    static let triggersStatement = """
        DO $$ DECLARE checked RECORD; BEGIN
        FOR checked IN
            SELECT name, 'check_' || name AS function,
                format('CASE %s END', string_agg(
                    format('WHEN NOT (%s) THEN %L', condition, conname), ' ' ORDER BY conname
                )) AS broken,
                string_agg(format('DROP CONSTRAINT %I', conname), ', ') AS removals,
                string_agg(
                    format('ADD CONSTRAINT %I CHECK (%s) NOT VALID', conname, expression), ', ' ORDER BY conname
                ) AS additions
            FROM (\(conditions)) AS constraints GROUP BY name
        LOOP
            EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L', checked.function, format(
                'BEGIN IF (%1$s) IS NULL THEN RETURN NEW; END IF; RAISE check_violation USING
                MESSAGE = ''a row of %2$s breaks '' || (%1$s), TABLE = ''%2$s'', CONSTRAINT = %1$s; END',
                checked.broken, checked.name
            ));
            EXECUTE format(
                'COMMENT ON FUNCTION %I IS %L', checked.function,
                format('ALTER TABLE %s %s', checked.name, checked.additions)
            );
            EXECUTE format(
                'CREATE TRIGGER check_row BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION %I()',
                checked.name, checked.function
            );
            EXECUTE format('ALTER TABLE %s %s', checked.name, checked.removals);
        END LOOP;
        END $$
        """

    /// Restores the constraints.
    ///
    /// The rows needn't be checked again, because all of them have passed the trigger.
    static let constraintsStatement = """
        DO $$ DECLARE checking RECORD; BEGIN
        FOR checking IN
            SELECT oid::regprocedure AS name, obj_description(oid, 'pg_proc') AS restoration FROM pg_proc
            WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'check\\_%'
            AND prorettype = 'trigger'::regtype
        LOOP
            EXECUTE format('DROP FUNCTION %s CASCADE', checking.name);
            EXECUTE checking.restoration;
        END LOOP;
        END $$
        """
}
