import CPostgreSQL

/// The parts of a database's address (`postgres://name:password@host/database`) that may be shown.
package struct PostgreSQLAddress: Hashable, Sendable {
    /// The name of the server, or the folder of its socket; empty if the address names none.
    package let host: String
    /// The name of the database; empty if the address names none.
    package let database: String

    /// Reads an address as libpq does; nil if libpq can't read it, or could mistake a part of the
    /// password for something else.
    ///
    /// An `@` or a `/` in a password has to be escaped. If it isn't, the password seems to end
    /// there, and the text up to the `@` before the host seems to belong to the host, the port or
    /// the database. So one of these contains an `@`.
    package init?(_ address: String) {
        guard let options = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: name)] = String(cString: value)
            }
            option += 1
        }
        host = values["host"] ?? ""
        database = values["dbname"] ?? ""
        let read = [host, database, values["port"] ?? ""]
        guard read.allSatisfy({ !$0.contains("@") }) else { return nil }
    }
}
