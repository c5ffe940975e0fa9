import ServerBase

/// The turns of requests, by what they take up.
package struct RequestTurns: Sendable {
    /// What calendar programs ask for, and of what else reads many texts for a short answer.
    ///
    /// Each is given back before the answer is sent, so a slow connection holds up nobody.
    package let programs = AccountTurns(
        atOnceMax: Limits.programRequestsAtOnceMax,
        waitingMax: Limits.programRequestsWaitingMax
    )
    /// Requests that read or write single events.
    ///
    /// Each is taken when the body has arrived and given back before the answer is sent.
    package let events = AccountTurns(
        atOnceMax: Limits.eventRequestsAtOnceMax,
        waitingMax: Limits.eventRequestsWaitingMax
    )
    /// Imports.
    ///
    /// Each lasts until its file, which is on the disk meanwhile, has been imported.
    package let imports = AccountTurns(
        atOnceMax: Limits.importsAtOnceMax,
        waitingMax: Limits.importsWaitingMax
    )
    /// Pages that load everything, and of exports and archives.
    ///
    /// Each lasts until its answer, which takes up memory or a file, has been taken.
    package let syncs = AccountTurns(
        atOnceMax: Limits.syncsAtOnceMax,
        waitingMax: Limits.syncsWaitingMax
    )

    package init() {}
}
