package import Logging
package import OpenIDConnect
import Outgoing
import ServerBase
package import Store

/// Runs downloads of providers' pictures in the background after a sign-in.
package actor PictureDownloads {
    private(set) var runningCount = 0

    var isBusy: Bool { runningCount > 0 }

    /// Runs a download unless too many are already running.
    func run(_ work: @escaping @Sendable () async -> Void) {
        guard runningCount < Limits.pictureDownloadsMax else { return }
        runningCount += 1
        Task {
            await work()
            finish()
        }
    }

    private func finish() { runningCount -= 1 }
}

/// Why a provider's picture was refused; for the log.
enum PictureRefusal: Error {
    case addressNotAllowed
    case addressNotPublic
    case answered(status: Int)
    case notTaken
}

extension AccountManagement {
    /// Downloads a provider's picture in the background for an account that has none.
    package func fetchPicture(
        of person: OpenIDPerson,
        provider: OpenIDProvider,
        for account: Account,
        logger: Logger
    ) async {
        guard let address = person.picture else { return }
        await openID.pictures.run {
            do {
                let profile = try await store.accounts.profile(of: account.id)
                guard profile.pictureETag == nil else { return }
                let octets = try await picture(at: address, of: provider)
                guard try await keepPicture(octets, of: account.id, onlyFirst: true) else {
                    throw PictureRefusal.notTaken
                }
            } catch {
                logger.notice(
                    "A provider's picture was not taken",
                    metadata: ["provider": "\(provider.id)", "reason": "\(error)"]
                )
            }
        }
    }

    private func picture(at text: String, of provider: OpenIDProvider) async throws -> [UInt8] {
        guard let address = ForeignAddress(text, fromProvider: provider.issuer) else {
            throw PictureRefusal.addressNotAllowed
        }
        var request = OutgoingRequest(address: address.text)
        request.timeout = Limits.pictureTimeout
        request.bytesMax = Limits.pictureBytesMax
        if !address.isOfProvider {
            let found = try await openID.web.resolve(address.host, address.port)
            guard PublicAddress.contains(found) else { throw PictureRefusal.addressNotPublic }
            request.pinned = (host: address.host, address: found)
        }
        let response = try await openID.web.fetch(request)
        guard response.status == 200 else { throw PictureRefusal.answered(status: response.status) }
        return response.octets
    }
}
