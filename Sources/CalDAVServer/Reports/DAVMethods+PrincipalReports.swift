import Hummingbird
import ServerBase
import Store
import WebDAV

/// Reports about people (RFC 3744, 9), and `expand-property` (RFC 3253, 3.8).
extension DAVMethods {
    /// The answer to such a report, added to one without people; nil for another report.
    func principalReport(
        _ resource: DAVResource,
        asked body: XMLElement,
        by request: Request,
        _ empty: Multistatus
    ) async throws -> Response? {
        switch body.name {
        case .dav("expand-property"):
            return try await expandedProperties(of: resource, asked: body, empty.isMinimal)
        case .dav("principal-search-property-set"), .dav("principal-property-search"),
            .dav("principal-match"), .dav("acl-principal-prop-set"):
            // RFC 3744, 9.2 to 9.5: these are defined for depth 0 only, which is the one when none is sent.
            guard ["0", nil].contains(request.header("Depth")?.trimmingSpaces()) else {
                throw HTTPError(.badRequest, message: "This report has the depth 0.")
            }
        default: return nil
        }
        switch body.name {
        case .dav("principal-search-property-set"): return Self.searchableProperties
        case .dav("principal-property-search"):
            let isFound = try Self.search(asked: body)
            return try await answer(empty, with: people().filter(isFound))
        case .dav("principal-match"):
            return try await answer(empty, with: [ownPerson])
        case .dav("acl-principal-prop-set"):
            return try await answer(empty, with: [ownPerson])
        default: return nil
        }
    }

    private func answer(
        _ empty: Multistatus,
        with people: [DAVResource.Person]
    ) async throws -> Response {
        var status = empty
        // Some programs name no property, and expect the usual ones.
        if case .these(let names) = empty.wanted, names.isEmpty {
            status = Multistatus(.all(including: []), isMinimal: empty.isMinimal)
        }
        for person in people { try status.add(try await principal(person)) }
        return status.response()
    }

    /// Who is found by their name or address (RFC 3744, 9.4): oneself and fellow members.
    ///
    /// Throws for more conditions than anybody asks: each is looked at for every person.
    private static func search(asked body: XMLElement) throws -> (DAVResource.Person) -> Bool {
        let isAny = body.attributes["test"] == "anyof"
        let asked = body.all(.dav("property-search"))
        guard asked.count <= Limits.propertySearchesMax else {
            throw DAVPrecondition(.dav("number-of-matches-within-limits"))
        }
        let searches = try asked.map { search in
            (
                names: try Multistatus.Wanted.names(of: search.first(.dav("prop"))?.children ?? []),
                text: (search.first(.dav("match"))?.text ?? "").trimmingSpaces().lowercased(),
                kind: search.first(.dav("match"))?.attributes["match-type"] ?? "contains"
            )
        }
        return { person in
            let results = searches.map { search in
                search.names.allSatisfy { name in
                    texts(of: name, person).contains {
                        matches($0.lowercased(), search.text, search.kind)
                    }
                }
            }
            return isAny ? results.contains(true) : results.allSatisfy { $0 }
        }
    }

    private static func matches(_ text: String, _ wanted: String, _ kind: String) -> Bool {
        switch kind {
        case "equals": text == wanted
        case "starts-with": text.hasPrefix(wanted)
        case "ends-with": text.hasSuffix(wanted)
        default: wanted.isEmpty || text.contains(wanted)
        }
    }

    private static func texts(of name: XMLName, _ person: DAVResource.Person) -> [String] {
        switch name {
        case .dav("displayname"): [person.name]
        case .calDAV("calendar-user-address-set"), .calendarServer("email-address-set"):
            person.email.map { [$0, "mailto:\($0)"] } ?? []
        case .calDAV("calendar-user-type"): ["individual"]
        case .dav("principal-URL"): [DAVAddress.principal(owner: person.id.text).path]
        default: []
        }
    }

    private static var searchableProperties: Response {
        var xml = XMLWriter()
        let names: [(XMLName, String)] = [
            (.dav("displayname"), "Name"),
            (.calDAV("calendar-user-address-set"), "E-mail address"),
            (.calDAV("calendar-user-type"), "Kind of user"),
        ]
        xml.element(.dav("principal-search-property-set")) { xml in
            for (name, words) in names {
                xml.element(.dav("principal-search-property")) { xml in
                    xml.element(.dav("prop")) { $0.element(name) }
                    xml.element(.dav("description"), text: words)
                }
            }
        }
        return .xml(xml, status: .ok)
    }
}

/// `expand-property`: properties of the resources that properties name.
extension DAVMethods {
    private func expandedProperties(
        of resource: DAVResource,
        asked body: XMLElement,
        _ isMinimal: Bool
    ) async throws -> Response {
        let wanted = body.all(.dav("property"))
        guard wanted.count <= Limits.propertiesAskedMax,
            wanted.count(where: { !$0.children.isEmpty }) <= Limits.propertiesExpandedMax
        else { throw DAVPrecondition(.dav("number-of-matches-within-limits")) }
        try wanted.forEach(Self.requireNames)
        var status = Multistatus(.these(wanted.compactMap(Self.name)), isMinimal: isMinimal)
        var expanded: [XMLName: String] = [:]
        var named = NamedResources()
        for property in wanted {
            guard let name = Self.name(of: property), !property.children.isEmpty,
                let content = resource.content(of: name)
            else { continue }
            var plain = XMLWriter()
            content.write(as: name, to: &plain)
            let element = try XMLReader.read(plain.octets)
            let parts = try await named.resources(of: element) { try? await self.resource(at: $0) }
            expanded[name] = try Self.expansion(
                of: element,
                parts,
                property.all(.dav("property")).compactMap(Self.name),
                isMinimal
            )
        }
        try status.add(resource, replacing: expanded)
        return status.response()
    }

    /// Refuses a `property` without a name, also within others (RFC 3253, 3.8: the attribute is required).
    private static func requireNames(in property: XMLElement) throws(HTTPError) {
        guard property.attributes["name"].map({ !$0.isEmpty }) == true else {
            throw HTTPError(.badRequest, message: "A property is named by its attribute name.")
        }
        for child in property.all(.dav("property")) { try requireNames(in: child) }
    }

    private static func name(of property: XMLElement) -> XMLName? {
        property.attributes["name"].map { local in
            XMLName(
                namespace: property.attributes["namespace"] ?? XMLName.Namespace.dav,
                local: local
            )
        }
    }

    /// A property in which each address is replaced by what is there.
    private static func expansion(
        of property: XMLElement,
        _ parts: [DAVResource],
        _ names: [XMLName],
        _ isMinimal: Bool
    ) throws -> String {
        var status = Multistatus(.these(names), isMinimal: isMinimal)
        for part in parts { try status.add(part) }
        let responses = try XMLReader.read(status.octets).all(.dav("response"))
        return property.fragment(withChildren: responses)
    }
}

/// What the addresses in properties name, each looked up once in a request.
///
/// A program can store what it likes in its properties, so the addresses are bounded.
private struct NamedResources {
    private var found: [DAVAddress: DAVResource?] = [:]
    private var left = Limits.expandedAddressesMax

    mutating func resources(
        of property: XMLElement,
        _ resource: (DAVAddress) async throws -> DAVResource?
    ) async throws -> [DAVResource] {
        var resources: [DAVResource] = []
        for href in property.all(.dav("href")).prefix(left) {
            left -= 1
            guard let address = DAVAddress(reference: href.text) else { continue }
            if found[address] == nil { found[address] = .some(try await resource(address)) }
            if let named = found[address] ?? nil { resources.append(named) }
        }
        return resources
    }
}
