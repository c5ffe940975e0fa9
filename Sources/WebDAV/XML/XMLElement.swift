/// An element of an XML document, with what is in it.
package struct XMLElement: Hashable, Sendable {
    /// Its name.
    package let name: XMLName
    /// Its attributes that are in no namespace, by name.
    package let attributes: [String: String]
    /// The elements in it, in order.
    package internal(set) var children: [XMLElement] = []
    /// The characters directly in it, joined.
    package internal(set) var text = ""

    init(name: XMLName, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The first child of a name; nil if there is none.
    package func first(_ name: XMLName) -> XMLElement? {
        children.first { $0.name == name }
    }

    /// All children of a name, in order.
    package func all(_ name: XMLName) -> [XMLElement] {
        children.filter { $0.name == name }
    }
}
