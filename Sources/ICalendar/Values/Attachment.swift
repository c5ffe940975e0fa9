/// The content of an attachment or image: a link, or the data itself.
public enum AttachedContent: Hashable, Sendable {
    /// A link to the content.
    case uri(String)
    /// The data itself.
    case octets([UInt8])

    init?(_ property: Property) {
        if property.parameter("VALUE")?.isSame(ignoringCase: "BINARY") == true
            || property.parameter("ENCODING")?.isSame(ignoringCase: "BASE64") == true
        {
            guard let octets = Base64.octets(property.valueOctets) else { return nil }
            self = .octets(octets)
        } else {
            self = .uri(property.rawValue)
        }
    }

    var parameters: [Parameter] {
        switch self {
        case .uri: []
        case .octets: [Parameter("ENCODING", "BASE64"), Parameter("VALUE", "BINARY")]
        }
    }

    var rawValue: String {
        switch self {
        case .uri(let uri): uri
        case .octets(let octets): Base64.text(octets)
        }
    }
}

/// A document that belongs to an event: `ATTACH` (RFC 5545 section 3.8.1.1).
public struct Attachment: Hashable, Sendable {
    /// The document, or where it is.
    public var content: AttachedContent
    /// Its media type, such as `application/pdf`.
    public var mediaType: String?
    /// The file name, which many programs write as `FILENAME` or `X-FILENAME`.
    public var fileName: String?

    /// Makes an attachment.
    public init(_ content: AttachedContent, mediaType: String? = nil, fileName: String? = nil) {
        self.content = content
        self.mediaType = mediaType
        self.fileName = fileName
    }

    /// Reads a property; nil when it has data that isn't valid Base64.
    public init?(_ property: Property) {
        guard let content = AttachedContent(property) else { return nil }
        self.content = content
        mediaType = property.parameter("FMTTYPE")
        fileName = property.parameter("FILENAME") ?? property.parameter("X-FILENAME")
    }

    /// The attachment as a property.
    public var property: Property {
        let named = [("FMTTYPE", mediaType), ("FILENAME", fileName)].compactMap { name, value in
            value.map { Parameter(name, $0) }
        }
        return Property(
            name: "ATTACH",
            parameters: named + content.parameters,
            rawValue: content.rawValue
        )
    }
}

/// A picture for an event or a calendar: `IMAGE` (RFC 7986 section 5.10).
public struct CalendarImage: Hashable, Sendable {
    /// The picture, or where it is.
    public var content: AttachedContent
    /// Its media type, such as `image/png`.
    public var mediaType: String?
    /// How it may be shown: `BADGE`, `GRAPHIC`, `FULLSIZE`, `THUMBNAIL` or others; none means
    /// BADGE.
    public var displays: [String]

    /// Makes an image.
    public init(_ content: AttachedContent, mediaType: String? = nil, displays: [String] = []) {
        self.content = content
        self.mediaType = mediaType
        self.displays = displays
    }

    /// Reads a property; nil when it has data that isn't valid Base64.
    public init?(_ property: Property) {
        guard let content = AttachedContent(property) else { return nil }
        self.content = content
        mediaType = property.parameter("FMTTYPE")
        displays = property.parameterValues("DISPLAY").map { upperCasedName($0.utf8) }
    }

    /// The image as a property.
    public var property: Property {
        var parameters = content.parameters
        if case .uri = content { parameters.append(Parameter("VALUE", "URI")) }
        if !displays.isEmpty { parameters.append(Parameter(name: "DISPLAY", values: displays)) }
        if let mediaType { parameters.append(Parameter("FMTTYPE", mediaType)) }
        return Property(name: "IMAGE", parameters: parameters, rawValue: content.rawValue)
    }
}

/// A way to join remotely: `CONFERENCE` (RFC 7986 section 5.11).
public struct ConferenceLink: Hashable, Sendable {
    /// The address, such as an `https:` or a `tel:` link.
    public var uri: String
    /// What it offers: `AUDIO`, `VIDEO`, `CHAT`, `SCREEN`, `PHONE`, `FEED`, `MODERATOR`.
    public var features: [String]
    /// The text to show for it.
    public var label: String?
    /// The language of the label.
    public var language: String?

    /// Makes a link.
    public init(uri: String, features: [String] = [], label: String? = nil, language: String? = nil)
    {
        self.uri = uri
        self.features = features
        self.label = label
        self.language = language
    }

    /// Reads a property.
    public init(_ property: Property) {
        uri = property.rawValue
        features = property.parameterValues("FEATURE").map { upperCasedName($0.utf8) }
        label = property.parameter("LABEL")
        language = property.parameter("LANGUAGE")
    }

    /// The link as a property.
    public var property: Property {
        var parameters = [Parameter("VALUE", "URI")]
        if !features.isEmpty { parameters.append(Parameter(name: "FEATURE", values: features)) }
        if let label { parameters.append(Parameter("LABEL", label)) }
        if let language { parameters.append(Parameter("LANGUAGE", language)) }
        return Property(name: "CONFERENCE", parameters: parameters, rawValue: uri)
    }
}
