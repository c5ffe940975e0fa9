import CivilTime
import ICalendar
import ServerBase
import WebDAV

/// The zone that a program set for a calendar, by its name or by its definition.
///
/// Both properties always tell of the same zone (RFC 4791, 5.2.2; RFC 7809, 5.2). What was stored is answered as it
/// is, and the other property follows from it.
struct CalendarZone {
    static let definitionName = XMLName.calDAV("calendar-timezone")
    static let idName = XMLName.calDAV("calendar-timezone-id")

    /// The name that was stored; nil for none.
    private let id: String?
    /// The text of the definition that was stored; nil for none.
    private let definition: String?

    /// Reads what programs stored with a calendar.
    init(stored: [String: String]) {
        id = Self.text(of: Self.idName, in: stored)
        definition = Self.text(of: Self.definitionName, in: stored)
    }

    /// The zone, by the server's data if it knows the name; nil if none was set.
    func zone(_ zones: ZoneFiles) -> Zone? {
        if let name = name(zones), let zone = zones.zone(ZoneID(name)) { return zone }
        return definition.flatMap { try? ReportContext.zone(inCalendar: $0) }
    }

    /// The name of the zone; nil if none was set, or one that the server doesn't know by a name.
    func name(_ zones: ZoneFiles) -> String? {
        if let id { return id }
        guard let name = definition.flatMap(Self.definedName), zones.octets(of: name) != nil else {
            return nil
        }
        return name
    }

    /// A calendar with the definition of the zone; nil if none was set.
    func definition(_ descriptions: ZoneDescriptions) -> String? {
        if let definition { return definition }
        return id.flatMap { descriptions.calendar(of: ZoneID($0)) }
    }

    /// The name of the one zone that a text defines; nil if it can't be read as that.
    static func definedName(_ text: String) -> String? {
        guard (try? ReportContext.zone(inCalendar: text)) != nil else { return nil }
        return CalendarText.parse(text).components.first?
            .components(named: .timeZone).first?.first(.zoneID)?.textValue
    }

    private static func text(of name: XMLName, in stored: [String: String]) -> String? {
        guard let fragment = stored[name.key],
            let element = try? XMLReader.read(Array(fragment.utf8))
        else { return nil }
        return element.text.trimmingSpaces()
    }
}
