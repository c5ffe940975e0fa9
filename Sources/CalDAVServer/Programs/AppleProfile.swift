import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A configuration profile that adds an account to the calendars of an iPhone, an iPad or a Mac.
///
/// Its keys are those that Apple documents for `com.apple.caldav.account`.
struct AppleProfile {
    static let contentType = "application/x-apple-aspen-config"

    private let profile: Profile

    /// - Parameters:
    ///   - account: whose calendars they are.
    ///   - appPassword: what the device signs in with.
    ///   - address: where the device finds the server.
    ///   - identifiers: 32 hexadecimal digits each, for the profile and its one account.
    init(
        account: Account,
        appPassword: String,
        at address: ReachedAddress,
        identifiers: (profile: String, account: String)
    ) {
        // The same in every profile of this account, so that a device replaces the one it has.
        let name = "\(Self.reversed(address.host)).meantime.\(account.id.text)"
        profile = Profile(
            identifier: name,
            uuid: Self.uuid(identifiers.profile),
            displayName: "Meantime (\(account.email))",
            description: "Adds the calendars of \(account.email) at \(address.host).",
            content: [
                CalendarAccount(
                    identifier: name + ".calendars",
                    uuid: Self.uuid(identifiers.account),
                    hostName: address.host,
                    port: address.port,
                    usesSSL: address.isSecure,
                    principalURL: DAVAddress.principal(owner: account.id.text).path,
                    username: account.email,
                    password: appPassword
                )
            ]
        )
    }

    /// The profile as an XML property list.
    func octets() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return Array(try encoder.encode(profile))
    }

    /// `org.example.calendar` for `calendar.example.org`: Apple names profiles like packages.
    private static func reversed(_ host: String) -> String {
        host.split(separator: ".").reversed().joined(separator: ".")
    }

    /// Puts the hyphens of RFC 9562 into 32 hexadecimal digits.
    private static func uuid(_ digits: String) -> String {
        var rest = digits.uppercased()[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}

private struct Profile: Encodable {
    let identifier: String
    let uuid: String
    let displayName: String
    let description: String
    let content: [CalendarAccount]
    let type = "Configuration"
    let version = 1

    enum CodingKeys: String, CodingKey {
        case identifier = "PayloadIdentifier"
        case uuid = "PayloadUUID"
        case displayName = "PayloadDisplayName"
        case description = "PayloadDescription"
        case content = "PayloadContent"
        case type = "PayloadType"
        case version = "PayloadVersion"
    }
}

private struct CalendarAccount: Encodable {
    let identifier: String
    let uuid: String
    let hostName: String
    let port: Int
    let usesSSL: Bool
    let principalURL: String
    let username: String
    let password: String
    let displayName = "Meantime"
    let accountDescription = "Meantime"
    let type = "com.apple.caldav.account"
    let version = 1

    enum CodingKeys: String, CodingKey {
        case identifier = "PayloadIdentifier"
        case uuid = "PayloadUUID"
        case displayName = "PayloadDisplayName"
        case type = "PayloadType"
        case version = "PayloadVersion"
        case accountDescription = "CalDAVAccountDescription"
        case hostName = "CalDAVHostName"
        case port = "CalDAVPort"
        case usesSSL = "CalDAVUseSSL"
        case principalURL = "CalDAVPrincipalURL"
        case username = "CalDAVUsername"
        case password = "CalDAVPassword"
    }
}
