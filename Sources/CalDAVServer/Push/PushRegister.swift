import Outgoing
import ServerBase
import Store
import WebDAV

/// What a program asks for when it registers for push messages (WebDAV-Push, 3.1).
struct PushRegister {
    let resource: String
    let publicKey: String
    let authSecret: String
    let triggers: PushTriggers
    /// When the program wants it to end, in seconds since 1970; nil if it doesn't say.
    let expiresSecond: Int64?

    /// Reads a `push-register`; throws the precondition that it doesn't meet.
    init(_ element: XMLElement) throws(DAVPrecondition) {
        let subscription = element.first(.push("subscription"))?
            .first(.push("web-push-subscription"))
        guard let subscription,
            let resource = subscription.first(.push("push-resource")).map(\.trimmedText),
            let key = subscription.first(.push("subscription-public-key")).map(\.trimmedText),
            let secret = subscription.first(.push("auth-secret")).map(\.trimmedText)
        else { throw Self.notValid("Only encrypted Web Push subscriptions are taken.") }
        let encoding = subscription.first(.push("content-encoding")).map(\.trimmedText)
        guard encoding ?? "aes128gcm" == "aes128gcm" else {
            throw Self.notValid("Messages are encrypted by aes128gcm.")
        }
        guard ForeignAddress(resource) != nil else {
            throw Self.notValid("Messages only go to an https address with a host name.")
        }
        // Written anew, without the padding that some programs add.
        let unpadded = (Self.unpadded(key), Self.unpadded(secret))
        guard PushRecipient(publicKey: unpadded.0, authSecret: unpadded.1) != nil else {
            throw Self.notValid("The key or the secret can't be read.")
        }
        self.resource = resource
        publicKey = unpadded.0
        authSecret = unpadded.1
        triggers = try Self.triggers(of: element.first(.push("trigger")))
        expiresSecond = element.first(.push("expires")).flatMap {
            HTTPDate.second(of: $0.trimmedText)
        }
    }

    /// What the program wants to hear of.
    ///
    /// DAVx5 4.5.19 sends no trigger and means the content. The depth that a program asks
    /// for is ignored: there's only one (WebDAV-Push, 3.1.1).
    private static func triggers(
        of element: XMLElement?
    ) throws(DAVPrecondition) -> PushTriggers {
        guard let element, !element.children.isEmpty else { return .content }
        var triggers: PushTriggers = []
        if element.first(.push("content-update")) != nil { triggers.insert(.content) }
        if element.first(.push("property-update")) != nil { triggers.insert(.properties) }
        guard !triggers.isEmpty else {
            throw DAVPrecondition(.push("no-supported-trigger"))
        }
        return triggers
    }

    private static func unpadded(_ text: String) -> String {
        base64URLOctets(text).map { base64URLText($0) } ?? text
    }

    private static func notValid(_ reason: String) -> DAVPrecondition {
        DAVPrecondition(.push("invalid-subscription"), reason: reason)
    }
}

extension XMLElement {
    /// The text without the spaces around it.
    fileprivate var trimmedText: String { text.trimmingSpaces() }
}
