/// Where an invitation goes of somebody whom the invited account shares no group with.
package enum StrangersInvitations: String, Hashable, Sendable, CaseIterable {
    /// Into their calendar at once, as calendar programs expect it (RFC 6638).
    case calendar
    /// It waits until they answer: the page lists it, and programs have its message in the inbox.
    case inbox
}
