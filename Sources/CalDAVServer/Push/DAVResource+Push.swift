import Store
import WebDAV

extension DAVResource {
    /// The properties of collections that programs can register for (WebDAV-Push, 2.1).
    static let pushNames: [XMLName] = [
        .push("transports"), .push("topic"), .push("supported-triggers"),
    ]

    /// What a program registers for here; nil if it can't.
    var pushCollection: PushCollection? {
        switch kind {
        case .home: .home
        case .calendar(let calendar): .calendar(calendar.record.id)
        default: nil
        }
    }

    /// The collection's name in push messages: a random ID, so the same nowhere else.
    var pushTopic: String? {
        switch kind {
        case .home: account.id.text
        case .calendar(let calendar): calendar.record.id.text
        default: nil
        }
    }

    private var pushKey: String? {
        switch kind {
        case .home(let state): state.pushKey
        case .calendar(let calendar): calendar.pushKey
        default: nil
        }
    }

    func pushContent(of name: XMLName) -> PropertyContent? {
        guard let pushTopic, let pushKey else { return nil }
        switch name {
        case .push("transports"):
            return .written { xml in
                xml.element(.push("web-push")) { xml in
                    // Newer versions of DAVx5 don't register without it.
                    xml.element(.push("vapid-public-key"), ["type": "p256ecdsa"]) {
                        $0.text(pushKey)
                    }
                }
            }
        case .push("topic"): return .text(pushTopic)
        case .push("supported-triggers"): return .written(writeTriggers)
        default: return nil
        }
    }

    /// Changes of what is in the collection; and of a calendar itself, such as its name.
    private func writeTriggers(to xml: inout XMLWriter) {
        xml.element(.push("content-update")) { $0.element(.dav("depth"), text: "1") }
        guard case .calendar = kind else { return }
        xml.element(.push("property-update")) { $0.element(.dav("depth"), text: "0") }
    }
}
