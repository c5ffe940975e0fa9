extension Property {
    /// The language of the value: `LANGUAGE` (RFC 5545 section 3.2.10).
    public var language: String? { parameter("LANGUAGE") }

    /// Whether it also applies to all later occurrences: `RANGE=THISANDFUTURE` (section 3.2.13).
    public var isForThisAndFuture: Bool {
        parameter("RANGE")?.isSame(ignoringCase: "THISANDFUTURE") ?? false
    }

    /// The property with other values for a parameter, or without it when there are none.
    ///
    /// The value and the other parameters stay as they are.
    public func setting(_ name: String, to values: [String]) -> Property {
        var parameters = self.parameters
        let place = parameters.firstIndex { $0.name.isSame(ignoringCase: name) }
        parameters.removeAll { $0.name.isSame(ignoringCase: name) }
        if !values.isEmpty {
            let parameter = Parameter(name: upperCasedName(name.utf8), values: values)
            parameters.insert(parameter, at: place ?? parameters.count)
        }
        return Property(name: self.name, parameters: parameters, rawValue: rawValue)
    }
}
