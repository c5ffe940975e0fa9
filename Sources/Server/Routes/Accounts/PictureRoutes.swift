import Accounts
import HTTPTypes
import Hummingbird
import NIOCore
import Requests
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Uploads, removes and shows the pictures of accounts.
struct PictureRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.put("account/picture", use: put)
        api.delete("account/picture", use: remove)
        api.get("accounts/{account}/picture", use: show)
    }

    @Sendable
    private func put(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let octets = try await request.octets(upTo: Limits.pictureBytesMax)
        guard try await backend.accounts.keepPicture(octets, of: account.id) else {
            let side = Limits.pictureSidesMax
            throw ServerError.notValidField(
                name: "picture",
                reason: "A picture is a PNG or JPEG of at most \(side) by \(side) pixels."
            )
        }
        let profile = try await backend.store.accounts.profile(of: account.id)
        var object = JSONObject()
        object.add("picture", profile.pictureAddress)
        return .json(object)
    }

    @Sendable
    private func remove(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        try await backend.store.pictures.remove(of: account.id)
        return Response(status: .noContent)
    }

    /// Returns 404 unless the picture is the viewer's own, or that of a fellow member of a group.
    @Sendable
    private func show(_ request: Request, context: AppContext) async throws -> Response {
        let viewer = try context.requireAccount()
        guard let shown = context.parameters.get("account").flatMap(AccountID.init),
            try await backend.store.groups.shareGroup(shown, viewer.id),
            let picture = try await backend.store.pictures.picture(of: shown),
            let data = Data(base64Encoded: picture.base64)
        else { throw ServerError.notFound }
        return Response(
            status: .ok,
            headers: [
                .contentType: picture.type,
                .eTag: "\"\(picture.etag)\"",
                .cacheControl: "private, max-age=3600",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }
}
