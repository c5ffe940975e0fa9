/// The limits of this module.
enum Limits {
    // MARK: XML

    /// How deep elements may lie in each other; a report of CalDAV needs ten.
    static let xmlDepthMax = 32
    /// The elements of a document: a multiget names some thousand objects.
    static let xmlElementsMax = 20_000
    /// The attributes of one element; those of CalDAV have three.
    static let xmlAttributesMax = 64
    /// The octets of the name of an element or an attribute, with its namespace.
    static let xmlNameOctetsMax = 1_000
    /// The octets of a tag with its attributes; those of CalDAV have some hundred.
    static let xmlTagOctetsMax = 16 * 1_024
    /// The octets of a document that are parsed at once.
    static let xmlPieceOctets = 4 * 1_024
    /// The octets of a document's text, names and attributes included; a calendar's zone has some thousand.
    static let xmlTextOctetsMax = 4 * 1_024 * 1_024

    // MARK: Answers of other servers

    /// The elements of an answer: one that lists 50,000 objects has some 400,000.
    static let answerElementsMax = 1_000_000
    /// The octets of an answer's text, names and attributes included.
    static let answerTextOctetsMax = 64 * 1_024 * 1_024
    /// The elements of one response in an answer.
    static let responseElementsMax = 5_000
    /// The resources that one answer is about.
    static let responsesMax = 50_000
    /// The octets through the root's tag of an answer whose responses are read one by one.
    static let answerRootOctetsMax = 4_096
    /// The octets of an address in an answer.
    static let hrefOctetsMax = 2_000
    /// The characters kept of a calendar's name at another service.
    static let foreignNameLengthMax = 200

    // MARK: Queries

    /// The conditions of one filter; programs send fewer than ten.
    static let filterConditionsMax = 200
    /// The octets of a text to look for.
    static let matchedTextOctetsMax = 1_024
    /// The octets of the name of a component, a property or a parameter in a request.
    static let requestedNameOctetsMax = 255

    /// The steps that each object of a report may take, however many others took: enough for the year
    /// of a daily event.
    ///
    /// The starts that are looked at, and the steps of rules count.
    static let stepsOwn = 500
    /// The steps that one object may take, which is about a tenth of a second.
    static let stepsOfObjectMax = 200_000
    /// The steps that all objects of a report may take beyond their own, which is about half a second.
    static let stepsSharedMax = 1_000_000
    /// The octets of a value that cost a step.
    static let octetsPerStep = 256
    /// The lines of a component that cost a step when a property is looked for among them.
    static let nodesPerStep = 256
    /// How many times as many steps it costs to compare characters instead of octets.
    static let unicodeStepsFactor = 32
    /// The texts of a filter that are looked for before an object is parsed.
    static let wordsMax = 8
    /// The steps of preparing a series.
    static let stepsOfSeries = 16
    /// The steps of reading a zone that an object describes itself.
    static let stepsOfOwnZone = 500
    /// The zones that a report remembers, of those known and of those that objects describe.
    static let zonesMax = 1_000

    /// The instances that are written out of each object, however many others have.
    static let instancesOwn = 400
    /// The instances of one object that are written out: the year of an hourly event has nine thousand.
    static let instancesOfObjectMax = 10_000
    /// The instances of all objects of a report that are written out beyond their own.
    static let instancesSharedMax = 20_000
    /// The octets of an object's instances, counted in the same way.
    static let instanceOctetsOwn = 256 * 1_024
    static let instanceOctetsOfObjectMax = 8 * 1_024 * 1_024
    static let instanceOctetsSharedMax = 24 * 1_024 * 1_024
    /// The elements that say which parts of a calendar object to answer.
    static let selectionPartsMax = 500

    // MARK: Conditions

    /// The octets of a header with conditions.
    static let conditionOctetsMax = 8_192
    /// The conditions of one header.
    static let conditionsMax = 200
}
