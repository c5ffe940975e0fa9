package import Store

/// Checks the fields of a calendar; groups have the same colours.
package enum CalendarFields {
    static let colors: Set<String> = [
        "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "mint", "indigo",
        "brown", "grey",
    ]

    package static func name(_ typed: String) throws(ServerError) -> String {
        try DisplayName.checked(typed, as: "A calendar's name")
    }

    package static func color(_ typed: String) throws(ServerError) -> String {
        guard colors.contains(typed) else {
            throw .notValidField(name: "color", reason: "There is no such colour.")
        }
        return typed
    }
}

extension ClockAndRandom {
    /// A new calendar with a new ID, for the store to create.
    ///
    /// Throws ``ServerError/notValidField(name:reason:)`` for an invalid name or colour.
    package func newCalendar(name: String, color: String) throws(ServerError) -> NewCalendar {
        NewCalendar(
            id: newCalendarID(),
            name: try CalendarFields.name(name),
            color: try CalendarFields.color(color)
        )
    }

    /// A new calendar's ID.
    package func newCalendarID() -> CalendarID {
        guard let id = CalendarID(identifier()) else {
            preconditionFailure("an identity is made of 32 hexadecimal digits")
        }
        return id
    }
}
