/// An element of an XML document, with its content.
package struct XMLElement: Hashable, Sendable {
    /// Its name.
    package let name: XMLName
    /// Its attributes that are in no namespace, by name.
    package let attributes: [String: String]
    /// Its other attributes, in order.
    package let qualifiedAttributes: [QualifiedAttribute]
    /// The elements in it, in order.
    package internal(set) var children: [XMLElement] = []
    /// The characters directly in it, joined.
    package internal(set) var text = ""
    /// The language of the content, from the element's `xml:lang` or that of an element around it.
    package let language: String?

    /// An attribute in a namespace, such as `xml:lang`.
    package struct QualifiedAttribute: Hashable, Sendable {
        package let name: XMLName
        package let value: String
    }

    init(
        name: XMLName,
        attributes: [String: String],
        qualifiedAttributes: [QualifiedAttribute] = [],
        languageAround: String? = nil
    ) {
        self.name = name
        self.attributes = attributes
        self.qualifiedAttributes = qualifiedAttributes
        language = qualifiedAttributes.first { $0.name == .language }?.value ?? languageAround
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
