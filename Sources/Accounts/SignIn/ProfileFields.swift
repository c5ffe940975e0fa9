package import CivilTime
package import ServerBase

/// Checks the fields of a profile.
package struct ProfileFields {
    let zones: ZoneFiles

    package init(zones: ZoneFiles) { self.zones = zones }

    package func name(_ typed: String) throws(ServerError) -> String {
        try DisplayName.checked(typed, as: "A name")
    }

    /// The name of a zone that the server has the rules of; may be empty.
    package func zone(_ typed: String) throws(ServerError) -> String {
        guard typed.isEmpty || zones.octets(of: typed) != nil else {
            throw .notValidField(name: "zone", reason: "There is no such time zone.")
        }
        return typed
    }

    /// Checks working hours, in minutes after midnight.
    package func checkHours(from: Int, to: Int, field: String) throws(ServerError) {
        guard (0..<1440).contains(from), (1...1440).contains(to), from < to else {
            throw .notValidField(
                name: field,
                reason: "Working hours are minutes of one day, and end after they begin."
            )
        }
    }

    /// The hours from Monday to Sunday, of two minutes each or nil for a day off; none if they're the same on
    /// all days.
    package func weekHours(_ days: [[Int]?]) throws(ServerError) -> [WorkHours?] {
        guard days.isEmpty || days.count == 7 else {
            throw .notValidField(name: "weekHours", reason: "A week has seven days, or none.")
        }
        var week: [WorkHours?] = []
        for day in days {
            guard let day else {
                week.append(nil)
                continue
            }
            guard day.count == 2 else {
                throw .notValidField(
                    name: "weekHours",
                    reason: "A day's hours are two minutes, or null."
                )
            }
            try checkHours(from: day[0], to: day[1], field: "weekHours")
            week.append(WorkHours(fromMinute: day[0], toMinute: day[1]))
        }
        return week
    }
}
