/// The address of an external calendar as it's stored.
package struct SealedAddress: Hashable, Sendable {
    package let calendar: CalendarID
    /// The address, sealed.
    package let text: String
}

/// Sealing addresses again with another key.
extension ExternalCalendars {
    /// A page of the addresses of all external calendars, in the order of their calendars' IDs.
    ///
    /// - Parameters:
    ///   - last: The calendar after which the page begins; nil for the first page.
    ///   - countMax: How many at most.
    /// - Returns: The addresses; fewer than `countMax` if there are no more.
    /// - Throws: The errors of the database.
    package func sealedAddresses(
        after last: CalendarID?,
        countMax: Int
    ) async throws -> [SealedAddress] {
        try await observed.database.read(as: .server(.externalCalendars)) { connection in
            try connection.rows(
                """
                SELECT calendar_id, address FROM sources WHERE calendar_id > $1
                ORDER BY calendar_id LIMIT $2
                """,
                [.text(last?.text ?? ""), .integer(Int64(countMax))]
            ).map { row in
                SealedAddress(
                    calendar: CalendarID(stored: try row.text(0)),
                    text: try row.text(1)
                )
            }
        }
    }

    /// Stores an address that was sealed again, unless it has changed since.
    package func replace(_ old: SealedAddress, by text: String) async throws {
        try await observed.database.write(as: .server(.externalCalendars)) { connection in
            _ = try connection.execute(
                "UPDATE sources SET address = $3 WHERE calendar_id = $1 AND address = $2",
                [.text(old.calendar.text), .text(old.text), .text(text)]
            )
        }
    }
}
