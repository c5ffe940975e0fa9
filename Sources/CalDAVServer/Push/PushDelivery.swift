import Crypto
import Logging
import Observability
import Outgoing
import ServerBase
import Store

/// Sends one push message (RFC 8030, 5).
struct PushDelivery: Sendable {
    let server: ProgramServer
    let logger: Logger

    func outcome(of due: PushQueue.Due) async -> PushQueue.Outcome {
        let outcome = await delivered(due)
        server.observation.metrics?.countJob("push", "\(outcome)")
        return outcome
    }

    private func delivered(_ due: PushQueue.Due) async -> PushQueue.Outcome {
        do {
            let now = server.clockAndRandom.nowSecond()
            let found = try await server.store.pushRegistrations.registration(
                due.registration,
                nowSecond: now
            )
            guard let found, let message = try await message(of: due, for: found) else {
                return .gone
            }
            let status = try await post(message, to: found.registration, nowSecond: now)
            switch status {
            case 200..<300: return .sent
            // The push service knows the program no more (RFC 8030, 7.3).
            case 404, 410: return .gone
            default: throw PushFailure.answered(status: status)
            }
        } catch {
            logger.info("A push message was not taken", metadata: ["reason": "\(error)"])
            return .failed
        }
    }

    /// What the account may know now; nil when it no longer sees the collection.
    private func message(
        of due: PushQueue.Due,
        for found: (registration: PushRegistration, account: Account)
    ) async throws -> PushMessage? {
        let methods = DAVMethods(server: server, account: found.account, way: .program)
        let owner = found.account.id.text
        let address: DAVAddress =
            switch found.registration.collection {
            case .home: .home(owner: owner)
            case .calendar(let id): .calendar(owner: owner, name: id.text)
            }
        let resource: DAVResource
        do {
            resource = try await methods.resource(at: address)
        } catch StoreError.notFound {
            return nil
        }
        guard let topic = resource.pushTopic, let token = resource.kind.token else { return nil }
        return PushMessage(topic: topic, triggers: due.triggers, token: SyncToken(token))
    }

    /// Posts a message to a public address, and returns the status of the answer.
    private func post(
        _ message: PushMessage,
        to registration: PushRegistration,
        nowSecond: Int64
    ) async throws -> Int {
        let recipient = PushRecipient(
            publicKey: registration.publicKey,
            authSecret: registration.authSecret
        )
        guard let recipient else { throw PushFailure.recipientNotValid }
        guard let address = ForeignAddress(registration.resource) else {
            throw PushFailure.addressNotAllowed
        }
        let found = try await server.push.web.resolve(address.host, address.port)
        guard PublicAddress.contains(found) else { throw PushFailure.addressNotPublic }
        let authorization = try server.push.key.authorization(
            for: address.origin,
            contact: server.settings.pushContact,
            expiresSecond: nowSecond + Limits.pushTokenSeconds
        )
        var request = OutgoingRequest(address: address.text)
        request.pinned = (host: address.host, address: found)
        request.headers = [
            ("Authorization", authorization),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", #"application/xml; charset="utf-8""#),
            ("TTL", String(Limits.pushLifeSeconds)),
            ("Urgency", "normal"),
            ("Topic", message.replacementTopic(for: registration)),
        ]
        request.body = try recipient.sealed(
            message.octets,
            from: P256.KeyAgreement.PrivateKey(server.clockAndRandom),
            salt: server.clockAndRandom.randomOctets(16)
        )
        return try await server.push.web.fetch(request).status
    }
}

extension DAVResource.Kind {
    /// The last change of a collection that programs can register for.
    fileprivate var token: ChangeToken? {
        switch self {
        case .home(let state): state.token
        case .calendar(let calendar): calendar.token
        default: nil
        }
    }
}

extension ForeignAddress {
    /// Scheme, host and port, without a port that goes without saying (RFC 6454, 6.2).
    var origin: String { "https://" + host + (port == 443 ? "" : ":\(port)") }
}
