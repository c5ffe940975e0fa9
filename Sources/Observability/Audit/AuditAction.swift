/// What the audit log has a record of.
package enum AuditAction: String, CaseIterable, Sendable {
    case signedIn = "signed-in"
    /// With the address that was given.
    case signInRefused = "sign-in-refused"
    /// Somebody must wait before the next attempt; noted once for each wait.
    case attemptsLimited = "attempts-limited"
    /// A program, with the account's own password: noted once for each network until a restart.
    case programSignedIn = "program-signed-in"
    case signedOut = "signed-out"
    case sessionEnded = "session-ended"
    case passwordChanged = "password-changed"
    case appPasswordMade = "app-password-made"
    /// Used for the first time.
    case appPasswordUsed = "app-password-used"
    case appPasswordRemoved = "app-password-removed"
    case identityLinked = "identity-linked"
    case identityRemoved = "identity-removed"
    case accountCreated = "account-created"
    case accountRemoved = "account-removed"
    case accountDisabled = "account-disabled"
    case accountEnabled = "account-enabled"
    /// Failed sign-ins were forgotten.
    case accountUnlocked = "account-unlocked"
    /// A link by which somebody can choose a new password.
    case passwordLinkMade = "password-link-made"
    case groupMade = "group-made"
    case groupRemoved = "group-removed"
    case memberJoined = "member-joined"
    case memberLeft = "member-left"
    case memberRemoved = "member-removed"
    case roleChanged = "role-changed"
    case joinLinkMade = "invitation-made"
    case joinLinkRevoked = "invitation-revoked"
    /// What a member shows a group of their calendars.
    case shareChanged = "share-changed"
    case calendarRemoved = "calendar-removed"
    case calendarRestored = "calendar-restored"
    /// Deleted for good.
    case calendarDiscarded = "calendar-discarded"
    /// Everything, from a backup.
    case databaseRestored = "database-restored"
    case eventDiscarded = "event-discarded"
    case binEmptied = "bin-emptied"
    case secretAddressMade = "secret-address-made"
    case secretAddressRevoked = "secret-address-revoked"
    case externalCalendarAdded = "source-added"
    /// Its address, its password, or whether it's read.
    case externalCalendarChanged = "source-changed"
    case externalCalendarRemoved = "source-removed"
    case googleConnected = "google-connected"
    case googleDisconnected = "google-disconnected"
}
