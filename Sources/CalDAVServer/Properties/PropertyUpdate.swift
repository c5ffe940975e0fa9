import Agenda
import ServerBase
import Store
import WebDAV

/// What a program wants to set or remove, sorted by what it means here.
///
/// All of it happens, or nothing (RFC 4918, 9.2).
struct PropertyUpdate {
    /// What the properties belong to.
    enum Target: Hashable {
        case newCalendar
        case ownCalendar
        /// A group's or a fellow member's.
        case othersCalendar
        /// The home or the principal of the account itself.
        case ownPlace
        /// Something whose properties can't be changed.
        case fixed
    }

    private(set) var edit = CalendarEdit()
    /// The kinds of objects that a new calendar takes; nil if the program doesn't say.
    private(set) var components: [String]?
    private(set) var stored: [PropertyEdit] = []
    /// All names, in the order of the request.
    private(set) var names: [XMLName] = []
    /// What can't be changed, and why.
    private(set) var refused: [(name: XMLName, reason: Refusal)] = []

    /// Why a property can't be changed.
    enum Refusal: Hashable {
        /// A condition doesn't hold (RFC 4918, 16).
        case condition(XMLName)
        /// The property can be changed, but not to this value (RFC 4918, 9.2.1).
        case value

        static let isProtected = Refusal.condition(.dav("cannot-modify-protected-property"))

        var status: String {
            switch self {
            case .condition: "403 Forbidden"
            case .value: "409 Conflict"
            }
        }
    }

    private let target: Target
    private let knowsZone: (String) -> Bool

    /// Reads the instructions in a `propertyupdate`, a `mkcalendar` or an extended `mkcol`.
    init(_ body: XMLElement?, of target: Target, knowsZone: @escaping (String) -> Bool) {
        self.target = target
        self.knowsZone = knowsZone
        for instruction in body?.children ?? [] {
            let isRemoval = instruction.name == .dav("remove")
            guard isRemoval || instruction.name == .dav("set") else { continue }
            for property in instruction.all(.dav("prop")).flatMap(\.children) {
                names.append(property.name)
                take(property, isRemoval: isRemoval)
            }
        }
        refuseTwoZones(body)
        dropOtherZone()
    }

    /// Refuses a name together with the definition of another zone: both say the same.
    private mutating func refuseTwoZones(_ body: XMLElement?) {
        let set = body?.all(.dav("set")).flatMap { $0.all(.dav("prop")) }.flatMap(\.children) ?? []
        guard let name = set.last(where: { $0.name == CalendarZone.idName }),
            let definition = set.last(where: { $0.name == CalendarZone.definitionName }),
            let defined = CalendarZone.definedName(definition.text.trimmingSpaces()),
            defined != name.text.trimmingSpaces(),
            !refused.contains(where: { $0.name == CalendarZone.idName })
        else { return }
        refused.append((CalendarZone.idName, .condition(.calDAV("valid-timezone"))))
    }

    /// The name of a calendar's zone and its definition are one setting (RFC 7809, 5.2): what a
    /// program sets or removes last counts, so the other goes.
    private mutating func dropOtherZone() {
        let pair = [CalendarZone.definitionName, CalendarZone.idName].map(\.key)
        let changed = pair.filter { key in stored.contains { $0.name == key } }
        guard changed.count == 1 else { return }
        for key in pair where key != changed[0] { stored.append(PropertyEdit(name: key, xml: nil)) }
    }

    private mutating func take(_ property: XMLElement, isRemoval: Bool) {
        if let reason = refusal(of: property, isRemoval: isRemoval) {
            refused.append((property.name, reason))
            return
        }
        switch property.name {
        case .dav("resourcetype"):
            return
        case .dav("displayname") where target != .othersCalendar:
            edit = CalendarEdit(name: DisplayName.cleaned(property.text), color: edit.color)
            return
        case .calDAV("supported-calendar-component-set"):
            components = property.all(.calDAV("comp")).compactMap { $0.attributes["name"] }
            return
        case .apple("calendar-color") where target == .newCalendar || target == .ownCalendar:
            guard let color = HexadecimalColor.nearest(to: property.text) else { break }
            edit = CalendarEdit(name: edit.name, color: color)
        default: break
        }
        stored.append(
            PropertyEdit(name: property.name.key, xml: isRemoval ? nil : property.fragment)
        )
    }

    /// Why a property can't be changed; nil if it can.
    private func refusal(of property: XMLElement, isRemoval: Bool) -> Refusal? {
        guard target != .fixed else { return .isProtected }
        switch property.name {
        case .dav("displayname"):
            switch target {
            case .newCalendar, .ownCalendar:
                guard !isRemoval else { return .isProtected }
                return (try? CalendarFields.name(property.text)) == nil ? .value : nil
            case .othersCalendar: return nil
            case .ownPlace, .fixed: return .isProtected
            }
        case .dav("resourcetype"):
            return target == .newCalendar ? nil : .isProtected
        case .calDAV("supported-calendar-component-set"):
            guard target == .newCalendar, !isRemoval else { return .isProtected }
            let names = property.all(.calDAV("comp")).map { $0.attributes["name"] ?? "" }
            let isKnown = !names.isEmpty && names.allSatisfy(CalendarComponents.all.contains)
            return isKnown ? nil : .condition(.calDAV("supported-calendar-component"))
        case .calDAV("calendar-timezone") where !isRemoval:
            return CalendarZone.definedName(property.text.trimmingSpaces()) != nil
                ? nil : .condition(.calDAV("valid-calendar-data"))
        case .calDAV("calendar-timezone-id") where !isRemoval:
            return knowsZone(property.text.trimmingSpaces())
                ? nil : .condition(.calDAV("valid-timezone"))
        default:
            return DAVResource.isProtected(property.name) ? .isProtected : nil
        }
    }
}

/// The kinds of objects that calendars take (RFC 4791, 5.2.3).
enum CalendarComponents {
    static let all = ["VEVENT", "VTODO", "VJOURNAL"]

    /// Those that a program asks for, in the usual order.
    static func ordered(_ names: [String]) -> [String] { all.filter(names.contains) }
}

extension XMLName {
    /// One text for the name and its namespace, as the store keeps it.
    var key: String { "{\(namespace)}\(local)" }
}
