@testable import Observability
@testable import Server

/// Every route that changes something: what the audit log has of it, or why it has nothing.
enum AuditRow {
    /// All that is noted, for some request or other.
    case noted(Set<AuditAction>)
    case excepted(String)

    private static let events = Self.excepted(
        "it's events, of which their history says who and when"
    )
    private static let own = Self.excepted("it's how an account sees its own, and no right")

    static let all: [String: AuditRow] = [
        // Signing in.
        "POST /api/v1/session": .noted([.signedIn, .signInRefused, .attemptsLimited]),
        "DELETE /api/v1/session": .noted([.signedOut]),
        "POST /api/v1/setup": .noted([.signInRefused, .accountCreated, .signedIn]),
        "POST /api/v1/accounts": .noted([.accountCreated, .signedIn]),
        "GET /sign-in/{provider}": .excepted("nothing has happened until its callback"),
        "GET /sign-in/{provider}/callback": .noted([
            .signedIn, .signInRefused, .accountCreated, .identityLinked,
        ]),
        "PROPFIND /dav/**": .noted([
            .appPasswordUsed, .programSignedIn, .signInRefused,
        ]),
        "POST /api/v1/password-link": .noted([.signInRefused]),
        "PUT /api/v1/password-link": .noted([.signInRefused, .passwordChanged, .signedIn]),
        // Accounts.
        "PATCH /api/v1/account": .noted([.passwordChanged, .signInRefused]),
        "DELETE /api/v1/account": .noted([.accountRemoved]),
        "DELETE /api/v1/account/identities/{id}": .noted([.identityRemoved]),
        "DELETE /api/v1/account/sessions": .noted([.sessionEnded]),
        "DELETE /api/v1/account/sessions/{id}": .noted([.sessionEnded]),
        "POST /api/v1/account/app-passwords": .noted([.appPasswordMade]),
        "DELETE /api/v1/account/app-passwords/{id}": .noted([.appPasswordRemoved]),
        "POST /api/v1/account/programs/apple-profile": .noted([.appPasswordMade]),
        "POST /api/v1/account/programs/qr-code": .excepted(
            "it draws an address, and keeps nothing"
        ),
        "PUT /api/v1/account/picture": .excepted("it's a picture, and no right"),
        "DELETE /api/v1/account/picture": .excepted("it's a picture, and no right"),
        "PUT /api/v1/account/program-calendars": own,
        "PUT /api/v1/settings": own,
        "POST /api/v1/account/blocked": own,
        "DELETE /api/v1/account/blocked/{id}": own,
        "PUT /api/v1/account/invitations/{id}/answer": events,
        "POST /share": .excepted("it waits for a minute for its own page"),
        // Rights.
        "POST /api/v1/account/secret-addresses": .noted([.secretAddressMade]),
        "DELETE /api/v1/account/secret-addresses/{id}": .noted([.secretAddressRevoked]),
        "POST /api/v1/groups": .noted([.groupMade]),
        "PATCH /api/v1/groups/{group}": .excepted("it's a name and a colour"),
        "DELETE /api/v1/groups/{group}": .noted([.groupRemoved]),
        "PUT /api/v1/groups/{group}/shares": .noted([.shareChanged]),
        "PATCH /api/v1/groups/{group}/members/{account}": .noted([.roleChanged]),
        "DELETE /api/v1/groups/{group}/members/{account}": .noted([.memberLeft, .memberRemoved]),
        "POST /api/v1/groups/{group}/invitations": .noted([.joinLinkMade]),
        "DELETE /api/v1/groups/{group}/invitations/{id}": .noted([.joinLinkRevoked]),
        "POST /api/v1/invitations/{token}": .noted([.memberJoined]),
        // Calendars.
        "POST /api/v1/calendars": .excepted("a new calendar takes nothing from anybody"),
        "PATCH /api/v1/calendars/{calendar}": .excepted("it's a name and a colour"),
        "DELETE /api/v1/calendars/{calendar}": .noted([.calendarRemoved, .externalCalendarRemoved]),
        "DELETE /dav/**": .noted([.calendarRemoved]),
        "POST /api/v1/bin/calendars/{calendar}": .noted([.calendarRestored]),
        "DELETE /api/v1/bin/calendars/{calendar}": .noted([.calendarDiscarded]),
        "DELETE /api/v1/bin/events/{id}": .noted([.eventDiscarded]),
        "DELETE /api/v1/bin": .noted([.binEmptied]),
        "POST /api/v1/bin/events/{id}": events,
        "PUT /api/v1/calendars/{calendar}/events/{href}": events,
        "DELETE /api/v1/calendars/{calendar}/events/{href}": events,
        "PUT /api/v1/calendars/{calendar}/events/{href}/answer": events,
        "POST /api/v1/edits": events,
        "POST /api/v1/calendars/{calendar}/import": events,
        "POST /api/v1/groups/{group}/proposals": events,
        "PUT /api/v1/groups/{group}/proposals/{id}/answers": events,
        "POST /api/v1/groups/{group}/proposals/{id}/times": events,
        "DELETE /api/v1/groups/{group}/proposals/{id}/times/{href}": events,
        "POST /api/v1/groups/{group}/proposals/{id}/event": events,
        "PATCH /api/v1/groups/{group}/proposals/{id}": events,
        "DELETE /api/v1/groups/{group}/proposals/{id}": events,
        // Calendars elsewhere.
        "POST /api/v1/sources": .noted([.externalCalendarAdded]),
        "PATCH /api/v1/sources/{calendar}": .noted([.externalCalendarChanged]),
        "POST /api/v1/sources/{calendar}/refresh": .excepted("it's read again, as it is by itself"),
        "POST /api/v1/sources/look-up": .excepted("it only looks"),
        "POST /api/v1/sources/google": .noted([.googleConnected]),
        "DELETE /api/v1/sources/google/{account}": .noted([.googleDisconnected]),
    ].merging(programs) { row, _ in row }

    /// What calendar programs change besides removing calendars.
    private static let programs: [String: AuditRow] = {
        var rows: [String: AuditRow] = [:]
        for method in ["PUT", "COPY", "MOVE"] { rows["\(method) /dav/**"] = events }
        rows["POST /dav/**"] = .excepted("it asks for free time, or to be told of changes")
        for method in ["MKCALENDAR", "MKCOL"] {
            rows["\(method) /dav/**"] = .excepted("a new calendar takes nothing from anybody")
        }
        rows["PROPPATCH /dav/**"] = .excepted("it's a name, a colour and what programs keep")
        for method in ["LOCK", "UNLOCK", "ACL"] {
            rows["\(method) /dav/**"] = .excepted("it's always refused")
        }
        for (name, row) in rows {
            // The same at the root, where there's nothing that could be changed.
            guard case .excepted = row else { continue }
            rows[name.replacing("/dav/**", with: "/dav")] = row
        }
        rows["DELETE /dav"] = .excepted("it's always refused")
        return rows
    }()
}
