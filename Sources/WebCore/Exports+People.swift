import Agenda

/// Says whose page it is: account.
@_expose(wasm, "meantime_set_account")
@_cdecl("meantime_set_account")
public func meantimeSetAccount(_ length: Int32) -> Int32 {
    page.agenda.setAccount(fields(length)[0])
    return 0
}

/// Shows a fellow member, or hides them when the flag is 0: account.
@_expose(wasm, "meantime_show_person")
@_cdecl("meantime_show_person")
public func meantimeShowPerson(_ isVisible: Int32, _ length: Int32) -> Int32 {
    page.agenda.showPerson(fields(length)[0], isVisible != 0)
    return 0
}

/// Shows a group by itself: its identity, then accounts and colours; without one all again.
@_expose(wasm, "meantime_show_group")
@_cdecl("meantime_show_group")
public func meantimeShowGroup(_ length: Int32) -> Int32 {
    reply(page.showGroup(fields(length)))
}

/// Answers what is known of a proposal: the key of a candidate.
@_expose(wasm, "meantime_proposal")
@_cdecl("meantime_proposal")
public func meantimeProposal(_ length: Int32) -> Int32 {
    reply(page.proposal(fields(length)[0]))
}

/// Answers the proposals that wait for the viewer's answer.
@_expose(wasm, "meantime_waiting")
@_cdecl("meantime_waiting")
public func meantimeWaiting(_ length: Int32) -> Int32 {
    reply(page.waitingProposals())
}

/// Answers what one's own answer makes of a candidate: key, scope, answer, comment.
@_expose(wasm, "meantime_answered")
@_cdecl("meantime_answered")
public func meantimeAnswered(_ length: Int32) -> Int32 {
    reply(page.answered(fields(length)))
}

/// Answers the time to suggest for a candidate that is moved: key, then the names and values of where.
@_expose(wasm, "meantime_suggestion")
@_cdecl("meantime_suggestion")
public func meantimeSuggestion(_ length: Int32) -> Int32 {
    reply(page.suggestion(fields(length)))
}

/// Answers what of one's own collides: how many days, how many answers; the first date, then a key,
/// or start, end, zone and rule.
@_expose(wasm, "meantime_conflicts")
@_cdecl("meantime_conflicts")
public func meantimeConflicts(_ days: Int32, _ limit: Int32, _ length: Int32) -> Int32 {
    reply(page.conflicts(fields(length), days: Int(days), limit: Int(limit)))
}

/// Answers common free time: the first and last minute of the days, the least minutes, how many
/// windows; the days, one a line, then for each member account, zone, first and last minute of work
/// and groups, one a line.
@_expose(wasm, "meantime_free_time")
@_cdecl("meantime_free_time")
public func meantimeFreeTime(
    _ from: Int32,
    _ to: Int32,
    _ minutes: Int32,
    _ limit: Int32,
    _ length: Int32
) -> Int32 {
    let hours = Int(from)..<Int(max(from, to))
    return reply(
        page.freeTime(fields(length), hours: hours, length: Int(minutes), limit: Int(limit))
    )
}

/// Answers members by days: how many days; the first date, then the accounts.
@_expose(wasm, "meantime_board")
@_cdecl("meantime_board")
public func meantimeBoard(_ count: Int32, _ length: Int32) -> Int32 {
    reply(page.board(fields(length), count: Int(count)))
}
