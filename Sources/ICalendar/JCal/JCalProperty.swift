import JSON

/// Converts properties between content lines and the arrays of jCal (RFC 7265 section 3.4).
enum JCalProperty {
    // MARK: Writing

    /// `["dtstart", {"tzid": "Europe/Berlin"}, "date-time", "2026-01-01T09:00:00"]`.
    ///
    /// A value that isn't valid for its type is written as it is, with the type `unknown`.
    static func json(_ property: Property) -> JSONValue {
        let (type, values) = typedValues(property) ?? ("unknown", [.string(property.rawValue)])
        return .array(
            [.string(lowerCasedName(property.nameOctets)), parameters(property, type)]
                + [.string(type)] + values
        )
    }

    private static func typedValues(_ property: Property) -> (String, [JSONValue])? {
        let written = property.parameter("VALUE")
        if let written, ValueType(written) == nil, !written.isEmpty {
            // A type of another program: its value is kept as it is.
            return (lowerCasedName(written.utf8), [.string(property.rawValue)])
        }
        guard let type = property.valueType ?? property.knownName?.valueType else { return nil }
        // Eight digits are a date even if a program forgot to say so.
        let isForgotten = type == .dateTime && written == nil && property.isDate
        let actual = isForgotten ? .date : type
        guard let values = values(property, as: actual) else { return nil }
        return (lowerCasedName(actual.text.utf8), values)
    }

    private static func values(_ property: Property, as type: ValueType) -> [JSONValue]? {
        let raw = property.valueOctets
        switch property.knownName {
        case .position:
            return structured(raw, as: type)
        case .requestStatus where type == .text:
            let parts = TextValue.parts(of: raw, separator: .semicolon)
            guard parts.count > 1 else { return [.string(TextValue.unescaped(raw))] }
            return [.array(parts.map { .string(TextValue.unescaped($0)) })]
        case .some(let name) where name.isList:
            var values: [JSONValue] = []
            for part in TextValue.parts(of: raw) {
                guard let value = JCalValue.json(part, as: type) else { return nil }
                values.append(value)
            }
            return values
        default:
            return JCalValue.json(raw, as: type).map { [$0] }
        }
    }

    private static func structured(_ raw: ArraySlice<UInt8>, as type: ValueType) -> [JSONValue]? {
        var values: [JSONValue] = []
        for part in raw.split(separator: .semicolon, omittingEmptySubsequences: false) {
            guard values.count < Limits.rulePartsMax, let value = JCalValue.json(part, as: type)
            else { return nil }
            values.append(value)
        }
        return [.array(values)]
    }

    /// The parameters, without `VALUE`, which is the type, unless the value isn't of that type.
    private static func parameters(_ property: Property, _ type: String) -> JSONValue {
        var members: [JSONValue.Member] = []
        for parameter in property.parameters {
            let name = lowerCasedName(parameter.name.utf8.filter { $0.isNameOctet })
            let isType = name.isSame(ignoringCase: "VALUE")
            guard !name.isEmpty, !isType || type.isSame(ignoringCase: "UNKNOWN") else { continue }
            let isZone = name.utf8.elementsEqual("tzid".utf8)
            let texts = isZone ? [property.zoneName ?? ""] : parameter.values
            let value: JSONValue =
                texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
            members.append(JSONValue.Member(name: name, value: value))
        }
        return .object(members)
    }

    // MARK: Reading

    /// The property in an array; nil when the array isn't a property.
    static func property(_ json: JSONValue, line: Int) -> Property? {
        guard case .array(let parts) = json, parts.count >= 4, let name = parts[0].text,
            case .object(let members) = parts[1], let type = parts[2].text, isName(name)
        else { return nil }
        let known = PropertyName(name)
        guard known != .begin, known != .end else { return nil }
        guard let raw = raw(parts.dropFirst(3), as: type, known) else { return nil }
        var parameters: [Parameter] = []
        let isTyped = !type.isSame(ignoringCase: "UNKNOWN")
        for member in members where isName(member.name) {
            if isTyped, member.name.isSame(ignoringCase: "VALUE") { continue }
            let values = member.value.elements.compactMap { $0.spelling }
            parameters.append(
                Parameter(name: upperCasedName(member.name.utf8), values: values)
            )
        }
        if needsType(type, known) {
            parameters.append(Parameter("VALUE", upperCasedName(type.utf8)))
        }
        return Property(name: name, parameters: parameters, rawValue: raw, line: line)
    }

    private static func raw(
        _ values: ArraySlice<JSONValue>,
        as type: String,
        _ name: PropertyName?
    ) -> String? {
        let type = ValueType(type)
        var text = ""
        for (index, value) in values.enumerated() {
            let isStructured = name == .position || name == .requestStatus
            let parts = isStructured ? value.elements : [value]
            if index > 0 { text += "," }
            for (index, part) in parts.enumerated() {
                guard let raw = JCalValue.raw(part, as: type) else { return nil }
                text += (index > 0 ? ";" : "") + raw
            }
        }
        return text
    }

    /// Whether a type must be written, because it isn't the property's default.
    private static func needsType(_ type: String, _ name: PropertyName?) -> Bool {
        guard !type.isSame(ignoringCase: "UNKNOWN") else { return false }
        guard let known = ValueType(type) else { return true }
        return known != name?.valueType
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= Limits.nameOctetsMax
            && name.utf8.allSatisfy { $0.isNameOctet }
    }
}

extension Property {
    /// Whether the first of the values has the form of a date.
    fileprivate var isDate: Bool {
        JCalTime.date(valueOctets.prefix { $0 != .comma }) != nil
    }
}
