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
