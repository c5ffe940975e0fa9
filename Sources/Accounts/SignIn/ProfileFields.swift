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
    package func checkHours(from: Int, to: Int) throws(ServerError) {
        guard (0..<1440).contains(from), (1...1440).contains(to), from < to else {
            throw .notValidField(
                name: "to",
                reason: "Working hours are minutes of one day, and end after they begin."
            )
        }
    }
}
