import Accounts
import HTTPTypes
package import Hummingbird
import NIOCore
package import Requests
import ServerBase
import Store

/// What helps to set up another calendar program: a profile for Apple's devices, and a QR code.
package struct ProgramSetupRoutes {
    let server: ProgramServer

    package init(server: ProgramServer) { self.server = server }

    package func add(to api: RouterGroup<AppContext>) {
        api.post("account/programs/apple-profile", use: appleProfile)
        api.post("account/programs/qr-code", use: qrCode)
    }

    private struct ProfileForm: Decodable {
        let name: String
    }

    /// Makes an app password, and answers with the profile that contains it.
    ///
    /// The form is a browser's own, not JSON: an iPhone installs a profile only if it navigated to
    /// it. `OriginMiddleware` refuses such forms from other sites.
    @Sendable
    private func appleProfile(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let text = String(
            decoding: try await request.octets(upTo: Limits.formBytesMax),
            as: UTF8.self
        )
        guard let form = try? URLEncodedFormDecoder().decode(ProfileForm.self, from: text),
            let address = ReachedAddress(of: request, publicURL: server.settings.publicURL)
        else { throw ServerError.notReadable }
        let made = try await server.accounts.makeAppPassword(named: form.name, of: account.id)
        let profile = AppleProfile(
            account: account,
            appPassword: made.text,
            at: address,
            identifiers: (
                server.clockAndRandom.identifier(), server.clockAndRandom.identifier()
            )
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: AppleProfile.contentType,
                .contentDisposition: "attachment; filename=\"Meantime.mobileconfig\"",
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try profile.octets()))
        )
    }

    private struct CodeForm: Decodable {
        let text: String
    }

    @Sendable
    private func qrCode(_ request: Request, context: AppContext) async throws -> Response {
        _ = try context.requirePerson()
        let form = try await request.form(CodeForm.self)
        var object = JSONObject()
        object.add("rows", try QRCode(form.text).rows)
        return .json(object)
    }
}
