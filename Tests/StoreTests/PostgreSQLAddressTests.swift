import Testing

@testable import Store

@Suite("The address of a PostgreSQL database")
struct PostgreSQLAddressTests {
    @Test("The server and the database are read as libpq reads them")
    func parts() throws {
        for (text, host, database) in [
            (
                "postgres://anna:secret@db.example/calendars?connect_timeout=1", "db.example",
                "calendars"
            ),
            ("postgresql://anna:50%25off%40%2F@[::1]:5433/calendars", "::1", "calendars"),
            ("postgres://anna:s?e#c:r,e[t@db.example", "db.example", ""),
            ("postgres://anna@/calendars?host=/run&password=a@b", "/run", "calendars"),
        ] {
            let address = try #require(PostgreSQLAddress(text), "\(text)")
            #expect(address.host == host)
            #expect(address.database == database)
        }
    }

    @Test(
        "Nothing is said about an address whose password isn't escaped",
        arguments: [
            "postgres://anna:50%off@host/db", "postgres://anna:50@off@host/db",
            "postgres://anna:50/off@host/db", "postgres://anna:50@off:1@host/db",
            "postgres://anna:50/off?1@host/db",
        ]
    )
    func unescaped(address: String) throws {
        #expect(PostgreSQLAddress(address) == nil)
        let fault = try #require(PostgreSQLDatabase.connectionFault(at: address))
        #expect(fault.hasPrefix("The address can't be read."))
        for part in ["50", "off", "host"] { #expect(!fault.contains(part)) }
    }

    @Test("For a clear address, the server that doesn't answer is named")
    func silent() throws {
        let address = "postgres://anna:secret@/calendars?host=/no/such/folder"
        let fault = try #require(PostgreSQLDatabase.connectionFault(at: address))
        #expect(fault.contains("/no/such/folder"))
        #expect(!fault.contains("secret"))
    }
}
