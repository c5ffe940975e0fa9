package import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Backend {
    /// Stores a cleaned picture of an account, replacing the old one.
    ///
    /// - Parameters:
    ///   - octets: a file of PNG or JPEG.
    ///   - account: whose picture it is.
    ///   - onlyFirst: whether one that is there already stays.
    /// - Returns: whether it is one that can be taken; the former one stays when it is not.
    /// - Throws: when it can not be stored.
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
