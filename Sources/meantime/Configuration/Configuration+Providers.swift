import OpenIDConnect
import Outgoing
import Server

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Settings of sign-in providers: `MEANTIME_GOOGLE_…` and `MEANTIME_OIDC_<ID>_…`.
extension Configuration {
    /// A setting of one provider.
    enum ProviderField: String, CaseIterable {
        case issuer = "ISSUER"
        case clientID = "CLIENT_ID"
        case clientSecret = "CLIENT_SECRET"
        case name = "NAME"
    }

    static let google = "GOOGLE"
    private static let fileSuffix = "_FILE"
    private static let secretBytesMax = 4096

    /// Reads a provider's setting; false if the name isn't that of one.
    mutating func takeProvider(_ short: String, value: String, at place: String) -> Bool {
        guard let (id, field, isFile) = Self.providerSetting(short) else { return false }
        var value = value
        if isFile {
            guard let secret = Self.secret(inFile: value) else {
                report("\(place): \(Self.prefix + short) names a file that cannot be read")
                return true
            }
            value = secret
        }
        guard !value.isEmpty else {
            report("\(place): \(Self.prefix + short) cannot be empty")
            return true
        }
        if field == .issuer, !SafeAddress.allows(value) {
            report(
                "\(place): \(Self.prefix + short) is '\(value)', but an issuer is an address with "
                    + "https, or with http on this machine"
            )
            return true
        }
        providerFields[id, default: [:]][field] = value
        return true
    }

    /// Splits a name such as `OIDC_ACME_CLIENT_SECRET_FILE` into provider, field, and whether the value
    /// is the path of a file.
    private static func providerSetting(
        _ short: String
    ) -> (id: String, field: ProviderField, isFile: Bool)? {
        for field in ProviderField.allCases {
            for isFile in field == .clientSecret ? [false, true] : [false] {
                let end = "_" + field.rawValue + (isFile ? fileSuffix : "")
                guard short.hasSuffix(end) else { continue }
                let start = short.dropLast(end.count)
                if start == google { return isOfGoogle(field) ? (google, field, isFile) : nil }
                guard start.hasPrefix("OIDC_") else { continue }
                let id = start.dropFirst("OIDC_".count)
                guard isProviderID(id) else { return nil }
                return (String(id), field, isFile)
            }
        }
        return nil
    }

    /// Whether this setting exists for Google, whose issuer and name are built in.
    private static func isOfGoogle(_ field: ProviderField) -> Bool {
        field == .clientID || field == .clientSecret
    }

    private static func isProviderID(_ id: Substring) -> Bool {
        let isPlain = id.utf8.allSatisfy {
            ($0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z"))
                || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: "_")
        }
        return isPlain && (1...32).contains(id.utf8.count) && id != google
    }

    /// The first line of a file; nil if it can't be read or is too large.
    private static func secret(inFile path: String) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= secretBytesMax
        else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        return String(text.prefix { !$0.isNewline })
    }

    /// The completely configured providers, sorted by ID.
    var providers: [OpenIDProvider] {
        providerFields.keys.sorted().compactMap { id in
            guard let fields = providerFields[id], let clientID = fields[.clientID],
                let secret = fields[.clientSecret],
                let issuer =
                    id == Self.google
                    ? googleServer ?? OpenIDProvider.googleIssuer : fields[.issuer]
            else { return nil }
            let word = id.lowercased().replacing("_", with: "-")
            let name = id == Self.google ? "Google" : fields[.name] ?? word
            return OpenIDProvider(
                id: word,
                name: name,
                issuer: issuer,
                clientID: clientID,
                clientSecret: secret
            )
        }
    }

    /// Settings that providers need but don't have, one sentence each.
    var providerProblems: [String] {
        var found: [String] = []
        for (id, fields) in providerFields.sorted(by: { $0.key < $1.key }) {
            let start = Self.prefix + (id == Self.google ? "" : "OIDC_") + id
            var needed: [ProviderField] = [.clientID, .clientSecret]
            if id != Self.google { needed.insert(.issuer, at: 0) }
            for field in needed where fields[field] == nil {
                found.append("\(start)_\(field.rawValue) is missing")
            }
        }
        if !providerFields.isEmpty, publicURL == nil {
            found.append("\(Self.prefix)PUBLIC_URL is missing: providers lead back to it")
        }
        return found
    }
}
