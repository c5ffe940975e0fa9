extension Query {
    /// The ID of the most recently deleted object with a UID, and the number of its last version.
    static func deletedObject(uid: String, in calendar: CalendarID) -> Query {
        Query(
            """
            SELECT object_id, number FROM versions
            WHERE calendar_id = $1 AND uid = $2 AND ended IN ('deleted', 'moved')
            ORDER BY until_token DESC LIMIT 1
            """,
            [.text(calendar.text), .text(uid)]
        )
    }
}

extension BinStatements {
    /// The deleted object that a new one with the same UID continues.
    func deletedObject(uid: String, in calendar: CalendarID) throws -> (id: String, number: Int64)?
    {
        try connection.row(.deletedObject(uid: uid, in: calendar)).map {
            (try $0.text(0), try $0.integer(1))
        }
    }

    /// The text that an object with a UID had when it was deleted; nil if there's none in the bin.
    func removedText(uid: String, in calendar: CalendarID) throws -> String? {
        try connection.row(
            """
            SELECT ical FROM versions WHERE calendar_id = $1 AND uid = $2 AND ended = 'deleted'
            ORDER BY until_token DESC LIMIT 1
            """,
            [.text(calendar.text), .text(uid)]
        )?.text(0)
    }

    /// Notes that a deleted object has been restored.
    func endStay(inBin id: String) throws {
        try connection.execute(
            """
            UPDATE versions SET ended = 'restored'
            WHERE object_id = $1 AND ended IN ('deleted', 'moved')
            """,
            [.text(id)]
        )
    }
}
