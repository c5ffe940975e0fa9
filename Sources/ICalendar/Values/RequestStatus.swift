/// The outcome of a scheduling request: `REQUEST-STATUS` (RFC 5545 section 3.8.8.3).
public struct RequestStatus: Hashable, Sendable {
    /// The code: two or three numbers separated by full stops; the first one is 2 for success.
    public let code: String
    /// What it means, in words.
    public let meaning: String
    /// The property that it is about; nil when the status doesn't say.
    public let subject: String?

    /// Makes a status.
    public init(code: String, meaning: String, subject: String? = nil) {
        self.code = code
        self.meaning = meaning
        self.subject = subject
    }

    /// Reads a property; nil when it has no code or no meaning.
    public init?(_ property: Property) {
        let parts = TextValue.parts(of: property.valueOctets, separator: .semicolon)
            .map { TextValue.unescaped($0) }
        guard parts.count >= 2, parts[0].utf8.first?.digit != nil else { return nil }
        self.init(code: parts[0], meaning: parts[1], subject: parts.count > 2 ? parts[2] : nil)
    }

    /// Whether the request succeeded.
    public var isSuccess: Bool { code.utf8.first == 0x32 }

    /// The status as a property.
    public var property: Property {
        var value = code + ";" + TextValue.escaped(meaning)
        if let subject { value += ";" + TextValue.escaped(subject) }
        return Property(name: "REQUEST-STATUS", rawValue: value)
    }
}

/// A link to another component: `RELATED-TO` (section 3.8.4.5).
public struct Relation: Hashable, Sendable {
    /// The UID of the other component.
    public var uid: String
    /// How the other component is related to this one: `RELTYPE`; its parent by default.
    public var kind: Keyword

    /// Makes a relation.
    public init(uid: String, kind: Keyword = .parent) {
        self.uid = uid
        self.kind = kind
    }

    /// Reads a property.
    public init(_ property: Property) {
        uid = property.textValue
        kind = property.parameter("RELTYPE").map { Keyword($0) } ?? .parent
    }

    /// The relation as a property.
    public var property: Property {
        let parameters = kind == .parent ? [] : [Parameter("RELTYPE", kind.text)]
        return .text("RELATED-TO", uid, parameters: parameters)
    }
}
