import ServerBase
package import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AccountManagement {
    /// Stores an account's picture without its metadata, replacing the old one.
    ///
    /// - Parameters:
    ///   - octets: A PNG or JPEG file.
    ///   - account: The account.
    ///   - onlyFirst: Whether to keep an existing picture.
    /// - Returns: Whether the file is an acceptable picture. If not, the old one stays.
    /// - Throws: An error of the database.
    package func keepPicture(
        _ octets: [UInt8],
        of account: AccountID,
        onlyFirst: Bool = false
    ) async throws -> Bool {
        guard octets.count <= Limits.pictureBytesMax, let clean = CleanPicture(octets) else {
            return false
        }
        let picture = Picture(
            etag: String(sha256Text(clean.octets).prefix(32)),
            type: clean.type,
            base64: Data(clean.octets).base64EncodedString()
        )
        try await store.pictures.put(picture, of: account, onlyFirst: onlyFirst)
        return true
    }
}
