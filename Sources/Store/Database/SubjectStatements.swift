/// The statements of each subject, within a transaction.
///
/// A subject's statements are a value of their own, so that a line says which subject it concerns:
/// `connection.groups.role(of: account, in: group)`.
extension AnyConnection {
    var accounts: AccountStatements { AccountStatements(connection: self) }
    var bin: BinStatements { BinStatements(connection: self) }
    var calendars: CalendarStatements { CalendarStatements(connection: self) }
    var changes: ChangeStatements { ChangeStatements(connection: self) }
    var groups: GroupStatements { GroupStatements(connection: self) }
    var history: HistoryStatements { HistoryStatements(connection: self) }
    var invitations: InvitationStatements { InvitationStatements(connection: self) }
    var objects: ObjectStatements { ObjectStatements(connection: self) }
    var properties: PropertyStatements { PropertyStatements(connection: self) }
    var proposals: ProposalStatements { ProposalStatements(connection: self) }
    var pushes: PushStatements { PushStatements(connection: self) }
    var quota: QuotaStatements { QuotaStatements(connection: self) }
    var scheduling: SchedulingStatements { SchedulingStatements(connection: self) }
    var secretLinks: SecretLinkStatements { SecretLinkStatements(connection: self) }
    var sources: SourceStatements { SourceStatements(connection: self) }
}

/// Accounts, their sessions and settings: statements within a transaction.
struct AccountStatements {
    let connection: AnyConnection
}

/// Deleted objects and calendars: statements within a transaction.
struct BinStatements {
    let connection: AnyConnection
}

/// Calendars, and who may do what in them: statements within a transaction.
struct CalendarStatements {
    let connection: AnyConnection
}

/// The change log: statements within a transaction.
struct ChangeStatements {
    let connection: AnyConnection
}

/// Groups and their members: statements within a transaction.
struct GroupStatements {
    let connection: AnyConnection
}

/// Earlier texts of objects: statements within a transaction.
struct HistoryStatements {
    let connection: AnyConnection
}

/// Invitations that wait for an answer or for a calendar: statements within a transaction.
struct InvitationStatements {
    let connection: AnyConnection
}

/// The objects of calendars: statements within a transaction.
struct ObjectStatements {
    let connection: AnyConnection
}

/// What programs keep of a calendar for themselves: statements within a transaction.
struct PropertyStatements {
    let connection: AnyConnection
}

/// Proposals and their candidate times: statements within a transaction.
struct ProposalStatements {
    let connection: AnyConnection
}

/// Where programs are told of changes: statements within a transaction.
struct PushStatements {
    let connection: AnyConnection
}

/// What accounts and groups hold, and may hold: statements within a transaction.
struct QuotaStatements {
    let connection: AnyConnection
}

/// What scheduling messages change: statements within a transaction.
struct SchedulingStatements {
    let connection: AnyConnection
}

/// Secret addresses of calendars: statements within a transaction.
struct SecretLinkStatements {
    let connection: AnyConnection
}

/// Calendars that are copies of one elsewhere: statements within a transaction.
struct SourceStatements {
    let connection: AnyConnection
}
