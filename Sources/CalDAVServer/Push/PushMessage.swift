import Crypto
import ServerBase
import Store
import WebDAV

/// What a program is told: which collection changed, and to which state (WebDAV-Push, 4.1).
struct PushMessage: Hashable {
    /// The collection's name for programs, the same in its property.
    let topic: String
    let triggers: PushTriggers
    /// The state of the content, so that a program that knows it needn't ask.
    let token: SyncToken

    var octets: [UInt8] {
        var xml = XMLWriter()
        xml.element(.push("push-message")) { xml in
            xml.element(.push("topic"), text: topic)
            if triggers.contains(.content) {
                xml.element(.push("content-update")) {
                    $0.element(.dav("sync-token"), text: token.text)
                }
            }
            if triggers.contains(.properties) { xml.element(.push("property-update")) }
        }
        return xml.octets
    }

    /// What a later message of the same meaning to the same program replaces (RFC 8030, 5.4).
    ///
    /// The push service reads it, so it mustn't tell that two programs look at the same calendar.
    func replacementTopic(for registration: PushRegistration) -> String {
        let parts = [registration.authSecret, topic, String(triggers.rawValue)]
        let hash = SHA256.hash(data: Array(parts.joined(separator: " ").utf8))
        return base64URLText(Array(hash.prefix(24)))
    }
}
