/// The limits of this module.
enum Limits {
    // MARK: XML

    /// The greatest depth of nested elements; a report of CalDAV needs ten.
    static let xmlDepthMax = 32
    /// The most elements of a document: a multiget names some thousand objects.
    static let xmlElementsMax = 20_000
    /// The most attributes of one element; those of CalDAV have three.
    static let xmlAttributesMax = 64
    /// The longest name of an element or an attribute with its namespace, in octets.
    static let xmlNameOctetsMax = 1_000
    /// The longest tag with its attributes, in octets; those of CalDAV have some hundred.
    static let xmlTagOctetsMax = 16 * 1_024
    /// The octets of a document that are parsed at a time.
    static let xmlPieceOctets = 4 * 1_024
    /// The most octets of a document's text, including names and attributes; a calendar's zone has
    /// some thousand.
    static let xmlTextOctetsMax = 4 * 1_024 * 1_024

    // MARK: Answers of other servers

    /// The most elements of an answer: one that lists 50,000 objects has some 400,000.
    static let answerElementsMax = 1_000_000
    /// The most octets of an answer's text, including names and attributes.
    static let answerTextOctetsMax = 64 * 1_024 * 1_024
    /// The most elements of one response in an answer.
    static let responseElementsMax = 5_000
    /// The most resources that one answer is about.
    static let responsesMax = 50_000
    /// The most octets up to the end of the root's start tag, in an answer whose responses are read
    /// one by one.
    static let answerRootOctetsMax = 4_096
    /// The longest address in an answer, in octets.
    static let hrefOctetsMax = 2_000
    /// The most characters that are kept of a calendar's name at another service.
    static let foreignNameLengthMax = 200

    // MARK: Queries

    /// The most conditions of one filter; programs send fewer than ten.
    static let filterConditionsMax = 200
    /// The longest text to look for, in octets.
    static let matchedTextOctetsMax = 1_024
    /// The longest name of a component, a property or a parameter in a request, in octets.
    static let requestedNameOctetsMax = 255

    /// The steps that each object of a report may take, however many the other objects took: enough
    /// for the year of a daily event.
    ///
    /// Each start that is looked at is a step, and so is each step of a rule.
    static let stepsOwn = 500
    /// The most steps that one object may take, which is about a tenth of a second.
    static let stepsOfObjectMax = 200_000
    /// The most steps that all objects of a report may take beyond their own, which is about half a
    /// second.
    static let stepsSharedMax = 1_000_000
    /// The octets of a value that cost a step.
    static let octetsPerStep = 256
    /// The lines of a component that cost a step when a property is looked for among them.
    static let nodesPerStep = 256
    /// How many times as many steps it costs to compare characters instead of octets.
    static let unicodeStepsFactor = 32
    /// The most texts of a filter that are looked for before an object is parsed.
    static let wordsMax = 8
    /// The steps that preparing a series costs.
    static let stepsOfSeries = 16
    /// The steps that reading a zone from an object's own description costs.
    static let stepsOfOwnZone = 500
    /// The most zones that a report remembers, both known zones and those that objects describe.
    static let zonesMax = 1_000

    /// The instances of each object that may be written out, however many the other objects have.
    static let instancesOwn = 400
    /// The most instances of one object that are written out: an hourly event has nine thousand a
    /// year.
    static let instancesOfObjectMax = 10_000
    /// The most instances of all objects of a report that are written out beyond their own.
    static let instancesSharedMax = 20_000
    /// The octets of instances that may be written out of each object, limited in the same three
    /// ways.
    static let instanceOctetsOwn = 256 * 1_024
    static let instanceOctetsOfObjectMax = 8 * 1_024 * 1_024
    static let instanceOctetsSharedMax = 24 * 1_024 * 1_024
    /// The most elements that say which parts of a calendar object to answer.
    static let selectionPartsMax = 500

    // MARK: Conditions

    /// The longest header with conditions, in octets.
    static let conditionOctetsMax = 8_192
    /// The most conditions of one header.
    static let conditionsMax = 200
}
