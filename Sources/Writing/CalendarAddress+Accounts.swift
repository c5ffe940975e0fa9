package import Scheduling
package import Store

/// The addresses of an account, as its principal lists them (RFC 6638, 2.4.1).
extension CalendarAddress {
    /// Everything by which others may address an account.
    package static func all(of user: CalendarUser) -> Set<CalendarAddress> {
        let id = user.id.text
        let texts = [
            "mailto:" + user.email,
            accountPrefix + id,
            accountPrefix + hyphenated(id),
            principalPrefix + id,
            principalPrefix + user.email,
        ]
        return Set(texts.compactMap { CalendarAddress($0) })
    }

    /// How the store finds the account; nil for an address that no account can have.
    package var calendarUserName: CalendarUserName? {
        if isEmail { return .email(String(text.dropFirst("mailto:".count))) }
        if text.hasPrefix(Self.accountPrefix) {
            let digits = text.dropFirst(Self.accountPrefix.count).filter { $0 != "-" }
            return AccountID(digits).map { .account($0) }
        }
        guard let range = text.firstRange(of: Self.principalPrefix) else { return nil }
        let name = String(text[range.upperBound...])
        if let id = AccountID(name) { return .account(id) }
        return name.contains("@") ? .email(name.lowercased()) : nil
    }

    private static let accountPrefix = "urn:uuid:"
    /// The path below which each account's principal is, as the server for calendar programs has them.
    package static let principalPrefix = "/dav/principals/"

    /// 32 digits as a UUID is usually written (RFC 9562, 4).
    private static func hyphenated(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}

extension CalendarUser {
    package init(_ account: Account) {
        self.init(id: account.id, email: account.email, name: account.name)
    }
}

extension Sender {
    /// An account as others are told of it.
    package init(_ user: CalendarUser) {
        self.init(CalendarAddress.all(of: user), email: user.email, name: user.name)
    }
}
