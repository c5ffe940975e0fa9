/// The statements of each subject, within a transaction.
///
/// A subject's statements are a value of their own, so that a line says which subject it concerns:
/// `connection.groups.role(of: account, in: group)`.
extension AnyConnection {
    var accounts: AccountStatements { AccountStatements(connection: self) }
    var bin: BinStatements { BinStatements(connection: self) }
    var calendars: CalendarStatements { CalendarStatements(connection: self) }
    var changes: ChangeStatements { ChangeStatements(connection: self) }
    var externalCalendars: ExternalCalendarStatements {
        ExternalCalendarStatements(connection: self)
    }
    var groups: GroupStatements { GroupStatements(connection: self) }
    var history: HistoryStatements { HistoryStatements(connection: self) }
    var invitations: InvitationStatements { InvitationStatements(connection: self) }
    var objects: ObjectStatements { ObjectStatements(connection: self) }
    var properties: PropertyStatements { PropertyStatements(connection: self) }
    var proposals: ProposalStatements { ProposalStatements(connection: self) }
    var pushes: PushStatements { PushStatements(connection: self) }
    var quota: QuotaStatements { QuotaStatements(connection: self) }
    var scheduling: SchedulingStatements { SchedulingStatements(connection: self) }
    var secretAddresses: SecretAddressStatements { SecretAddressStatements(connection: self) }
}

/// Statements about accounts with their sessions and settings, within a transaction.
struct AccountStatements {
    let connection: AnyConnection
}

/// Statements about deleted objects and calendars, within a transaction.
struct BinStatements {
    let connection: AnyConnection
}

/// Statements about calendars and who may do what in them, within a transaction.
struct CalendarStatements {
    let connection: AnyConnection
}

/// Statements about the change log and who wrote its entries, within a transaction.
struct ChangeStatements {
    let connection: AnyConnection
}

/// Statements about calendars that are copies of one elsewhere, within a transaction.
struct ExternalCalendarStatements {
    let connection: AnyConnection
}

/// Statements about groups and their members, within a transaction.
struct GroupStatements {
    let connection: AnyConnection
}

/// Statements about earlier texts of objects, within a transaction.
struct HistoryStatements {
    let connection: AnyConnection
}

/// Statements about invitations that wait for an answer or for a calendar, within a transaction.
struct InvitationStatements {
    let connection: AnyConnection
}

/// Statements about the objects of calendars, within a transaction.
struct ObjectStatements {
    let connection: AnyConnection
}

/// Statements about what programs keep of a calendar for themselves, within a transaction.
struct PropertyStatements {
    let connection: AnyConnection
}

/// Statements about proposals and their candidate times, within a transaction.
struct ProposalStatements {
    let connection: AnyConnection
}

/// Statements about where programs are told of changes, within a transaction.
struct PushStatements {
    let connection: AnyConnection
}

/// Statements about what accounts and groups hold and may hold, within a transaction.
struct QuotaStatements {
    let connection: AnyConnection
}

/// Statements about what scheduling messages change, within a transaction.
struct SchedulingStatements {
    let connection: AnyConnection
}

/// Statements about secret addresses of calendars, within a transaction.
struct SecretAddressStatements {
    let connection: AnyConnection
}
