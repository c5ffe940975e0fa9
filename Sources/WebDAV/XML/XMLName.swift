/// The name of an element in a namespace.
package struct XMLName: Hashable, Sendable {
    /// The namespace, such as `DAV:`; empty for none.
    package let namespace: String
    /// The name within it, such as `prop`.
    package let local: String

    /// Makes a name from its parts.
    package init(namespace: String, local: String) {
        self.namespace = namespace
        self.local = local
    }
}

extension XMLName {
    /// The namespaces of the specifications that programs use.
    package enum Namespace {
        /// WebDAV (RFC 4918) and most of its extensions.
        package static let dav = "DAV:"
        /// CalDAV (RFC 4791).
        package static let calDAV = "urn:ietf:params:xml:ns:caldav"
        /// Apple's extensions that others follow, such as the ctag.
        package static let calendarServer = "http://calendarserver.org/ns/"
        /// The colour and the order of a calendar.
        package static let apple = "http://apple.com/ns/ical/"
        /// The namespace that the prefix `xml` always stands for.
        static let xml = "http://www.w3.org/XML/1998/namespace"
    }

    /// `xml:lang`: the language of an element's content.
    static let language = XMLName(namespace: Namespace.xml, local: "lang")

    /// A name of WebDAV.
    package static func dav(_ local: String) -> XMLName {
        XMLName(namespace: Namespace.dav, local: local)
    }

    /// A name of CalDAV.
    package static func calDAV(_ local: String) -> XMLName {
        XMLName(namespace: Namespace.calDAV, local: local)
    }

    /// A name of Apple's Calendar Server.
    package static func calendarServer(_ local: String) -> XMLName {
        XMLName(namespace: Namespace.calendarServer, local: local)
    }

    /// A name of Apple's calendar programs.
    package static func apple(_ local: String) -> XMLName {
        XMLName(namespace: Namespace.apple, local: local)
    }
}
