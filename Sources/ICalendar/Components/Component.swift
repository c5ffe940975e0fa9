/// What a component consists of, in the order of the text.
public enum Node: Hashable, Sendable {
    /// A content line.
    case property(Property)
    /// A nested component.
    case component(Component)
    /// A line that could not be parsed.
    case unread(UnreadLine)
}

/// Everything between `BEGIN:NAME` and `END:NAME` (RFC 5545 section 3.4 and 3.6).
///
/// Components of any name are kept, with their properties in the order they were read, and so are
/// lines that are not properties.
public struct Component: Sendable {
    /// The properties and nested components, in order.
    public internal(set) var nodes: [Node]
    /// The name as written; nil for a known name in capitals, which nearly all are.
    private let otherName: [UInt8]?
    private let physicalLine: Int32
    /// The name, when it is a known one.
    public let knownName: ComponentName?

    /// Makes a component.
    public init(name: String, nodes: [Node] = []) {
        self.init(name: name.utf8.map { $0.upperCased }[...], nodes: nodes, line: 0)
    }

    /// Makes a component with a name as written.
    init(name: ArraySlice<UInt8>, nodes: [Node], line: Int) {
        self.nodes = nodes
        physicalLine = Int32(truncatingIfNeeded: line)
        knownName = ComponentName(octets: name)
        let isCapital = name.allSatisfy { $0 == $0.upperCased }
        otherName = knownName != nil && isCapital ? nil : Array(name)
    }

    /// Makes a component of a known kind.
    public init(_ name: ComponentName, nodes: [Node] = []) {
        self.nodes = nodes
        physicalLine = 0
        knownName = name
        otherName = nil
    }

    /// The name as written, which is also how it is written back.
    public var writtenName: String {
        if let otherName { return String(decoding: otherName, as: UTF8.self) }
        return knownName?.text ?? ""
    }

    /// The component without its content.
    var withoutNodes: Component {
        var copy = self
        copy.nodes = []
        return copy
    }

    /// The name in capitals.
    public var name: String { knownName?.text ?? upperCasedName(writtenName.utf8) }

    /// The physical line of the file on which the component begins; 0 when not read from a file.
    public var line: Int { Int(physicalLine) }

    /// Whether the component has a known name.
    public func isNamed(_ name: ComponentName) -> Bool { knownName == name }

    /// Whether the component has a name, ignoring case.
    public func isNamed(_ name: String) -> Bool {
        isNamed(Array(name.utf8)[...])
    }

    /// Whether the component has a name, ignoring case.
    func isNamed(_ name: ArraySlice<UInt8>) -> Bool {
        guard knownName == nil, let otherName else {
            return ComponentName(octets: name) == knownName
        }
        return isSameName(otherName, name)
    }

    /// The properties, in order.
    public var properties: [Property] {
        nodes.compactMap { node in
            if case .property(let property) = node { property } else { nil }
        }
    }

    /// The nested components, in order.
    public var components: [Component] {
        nodes.compactMap { node in
            if case .component(let component) = node { component } else { nil }
        }
    }

    /// The first property of a known name.
    public func first(_ name: PropertyName) -> Property? {
        for case .property(let property) in nodes where property.knownName == name {
            return property
        }
        return nil
    }

    /// The first property of a name, ignoring case.
    public func first(_ name: String) -> Property? {
        let wanted = WantedName(name)
        for case .property(let property) in nodes where property.isNamed(wanted) {
            return property
        }
        return nil
    }

    /// The properties of a known name, in order.
    public func all(_ name: PropertyName) -> [Property] {
        var found: [Property] = []
        for case .property(let property) in nodes where property.knownName == name {
            found.append(property)
        }
        return found
    }

    /// The properties of a name, in order.
    public func all(_ name: String) -> [Property] {
        let wanted = WantedName(name)
        var found: [Property] = []
        for case .property(let property) in nodes where property.isNamed(wanted) {
            found.append(property)
        }
        return found
    }

    /// The nested components of a known name, in order.
    public func components(named name: ComponentName) -> [Component] {
        var found: [Component] = []
        for case .component(let component) in nodes where component.knownName == name {
            found.append(component)
        }
        return found
    }

    /// The nested components of a name, in order.
    public func components(named name: String) -> [Component] {
        var found: [Component] = []
        for case .component(let component) in nodes where component.isNamed(name) {
            found.append(component)
        }
        return found
    }
}

extension Component: Hashable {
    /// Compares name and content, but not the line they came from.
    public static func == (left: Component, right: Component) -> Bool {
        left.hasSameName(as: right) && left.nodes == right.nodes
    }

    private func hasSameName(as other: Component) -> Bool {
        guard knownName == nil, other.knownName == nil else { return knownName == other.knownName }
        return isSameName(otherName ?? [], other.otherName ?? [])
    }

    /// Hashes the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(nodes)
    }
}
