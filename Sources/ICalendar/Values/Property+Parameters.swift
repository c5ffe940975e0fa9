extension Property {
    /// The values of a parameter, ignoring the case of its name; empty when there is no such
    /// parameter.
    public func parameterValues(_ name: String) -> [String] {
        parameters.first { $0.name.isSame(ignoringCase: name) }?.values ?? []
    }

    /// The language of the value: `LANGUAGE` (RFC 5545 section 3.2.10).
    public var language: String? { parameter("LANGUAGE") }

    /// The address of another form of the value: `ALTREP` (section 3.2.1).
    public var alternative: String? { parameter("ALTREP") }

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

    /// Makes a property of a whole number.
    public static func number(_ name: PropertyName, _ number: Int) -> Property {
        Property(name: name.text, rawValue: "\(number)")
    }

    /// Makes a property of a duration.
    public static func duration(_ name: PropertyName, _ duration: CalendarDuration) -> Property {
        let type = name.valueType == .duration ? [] : [Parameter("VALUE", "DURATION")]
        return Property(name: name.text, parameters: type, rawValue: duration.text)
    }
}
