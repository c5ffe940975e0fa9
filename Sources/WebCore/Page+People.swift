import Agenda
import CalendarLayout
import CivilTime
import ICalendar

extension Page {
    /// Shows a group by itself: its identity, then accounts and colours; no group shows all.
    mutating func showGroup(_ fields: Fields) -> [UInt8] {
        guard !fields[0].isEmpty else {
            agenda.showGroup(nil)
            return answer { _ in }
        }
        var colors: [String: EventColor] = [:]
        for (account, color) in fields.pairs(from: 1) { colors[account] = EventColor(color) }
        agenda.showGroup(GroupView(group: fields[0], colors: colors))
        return answer { _ in }
    }

    /// What an occurrence has to do with other people; nothing for one's own events.
    func writePeople(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        if let calendar = agenda.calendars[occurrence.key.object.calendar] {
            if calendar.level != .own { json.field("level", calendar.level.word) }
            if calendar.isMirrored || agenda.groupView != nil, !calendar.owner.isEmpty {
                json.field("person", calendar.owner)
            }
        }
        guard let tally = agenda.tally(of: occurrence) else { return }
        json.name("proposal")
        json.object { write(tally, to: &$0) }
    }

    private func write(_ tally: ProposalTally, to json: inout JSONWriter) {
        json.field("identity", tally.identity)
        json.field("own", orNull: tally.own?.name)
        json.field("yes", tally.yes)
        json.field("maybe", tally.maybe)
        json.field("no", tally.no)
        json.field("missing", tally.missing)
    }

    /// All that is known of the proposal that a candidate's key names.
    func proposal(_ text: String) -> [UInt8] {
        guard let key = OccurrenceKey(text), let proposal = agenda.proposal(key.object),
            agenda.occurrence(key) != nil
        else { return failure("not-a-proposal", text) }
        return answer { json in
            json.field("identity", proposal.identity)
            json.field("title", proposal.title)
            json.field("location", proposal.location)
            json.field("notes", proposal.notes)
            let deadline = proposal.deadline.map { agenda.zone.civil(at: $0).text }
            json.field("deadline", orNull: deadline)
            json.field("over", proposal.deadline.map { $0 <= now } ?? false)
            json.field("organizer", orNull: proposal.organizer?.account)
            json.field("organizerName", proposal.organizer?.name ?? "")
            json.field("answers", proposal.answers(to: key)) { json, answer in
                json.object {
                    $0.field("account", answer.member.account)
                    $0.field("name", answer.member.name)
                    $0.field("answer", orNull: answer.choice?.name)
                    $0.field("comment", answer.comment)
                    $0.field("one", answer.isOwn)
                }
            }
            json.field("candidates", agenda.candidates(of: proposal.identity)) { json, candidate in
                json.object { json in
                    let color = agenda.color(of: candidate).name
                    writeOccurrence(candidate, color: color, to: &json)
                    json.field("href", candidate.key.object.href)
                    let details = agenda.series(candidate.key.object)?.details(of: candidate)
                    json.field("repeatText", details?.rule ?? "")
                }
            }
        }
    }

    /// What of one's own collides with a time, day by day.
    ///
    /// Fields: the first day, then the key of an event, or a start, an end, a zone and a rule.
    func conflicts(_ fields: Fields, days: Int, limit: Int) -> [UInt8] {
        guard let first = CivilDate(fields[0]) else { return failure("date", fields[0]) }
        let window = first..<first.adding(days: min(max(1, days), 400))
        let limit = min(max(1, limit), 100)
        let result: (found: [TimeConflict], lookedAt: Int)
        if let key = OccurrenceKey(fields[1]) {
            result = agenda.conflicts(with: key.object, in: window, limit: limit)
        } else {
            do throws(ProposalError) {
                let time = try ProposedTime(
                    start: fields[1],
                    end: fields[2],
                    zone: fields[3],
                    rule: fields[4]
                )
                result = try agenda.conflicts(with: time, in: window, limit: limit, now: now)
            } catch {
                return failure(error.code, fields[1])
            }
        }
        return answer { json in
            json.field("times", result.lookedAt)
            json.field("found", result.found) { json, conflict in
                json.object { json in
                    json.field("start", conflict.start.text)
                    json.field("end", conflict.end.text)
                    json.field("key", orNull: conflict.key?.text)
                    json.field("events", conflict.collisions) { json, occurrence in
                        let color = agenda.color(of: occurrence).name
                        json.object { writeOccurrence(occurrence, color: color, to: &$0) }
                    }
                }
            }
        }
    }

    /// When people are free together.
    ///
    /// Fields: the days, one a line; then for each member account, zone, first and last minute of
    /// their work.
    func freeTime(_ fields: Fields, hours: Range<Int>, length: Int, limit: Int) -> [UInt8] {
        var days: [CivilDate] = []
        for line in fields[0].utf8.split(separator: 10) {
            let text = String(decoding: Array(line), as: UTF8.self)
            guard let date = CivilDate(text) else { return failure("date", text) }
            days.append(date)
        }
        var members: [FreeTimeMember] = []
        for place in stride(from: 1, to: fields.count - 3, by: 4) {
            members.append(
                FreeTimeMember(
                    account: fields[place],
                    zone: fields[place + 1].isEmpty ? agenda.zone.id : ZoneID(fields[place + 1]),
                    workFrom: Int(fields[place + 2]) ?? -1,
                    workTo: Int(fields[place + 3]) ?? -1
                )
            )
        }
        let time: FreeTime
        do throws(FreeTimeError) {
            let query = try FreeTimeQuery(
                members: members,
                days: days,
                hours: hours,
                lengthMinutes: length
            )
            time = try agenda.freeTime(query)
        } catch {
            if case .unknownZone(let id) = error { return failure(error.code, id.name) }
            return failure(error.code, "")
        }
        return answer { json in
            json.field("count", time.windows.count)
            json.field("windows", Array(time.windows.prefix(max(0, limit)))) { json, window in
                json.object { json in
                    json.field("start", window.start.text)
                    json.field("end", window.end.text)
                    json.field("minutes", window.minutes)
                    json.field("missing", window.missing) { $0.string($1) }
                }
            }
            json.field("strips", time.strips) { json, strip in
                json.object {
                    $0.field("date", strip.date.text)
                    $0.field("from", strip.fromMinute)
                    $0.field("to", strip.toMinute)
                    $0.field("missing", strip.missingCount)
                }
            }
        }
    }

    /// The members of a group by days: the first day, then the accounts.
    func board(_ fields: Fields, count: Int) -> [UInt8] {
        guard let first = CivilDate(fields[0]) else { return failure("date", fields[0]) }
        let members = (1..<max(1, fields.count)).map { fields[$0] }
        let board = Board(from: first, count: count, members: members, in: agenda)
        return answer { json in
            json.field("days", board.days) { json, date in
                json.object {
                    $0.field("date", date.text)
                    $0.field("weekday", Int(date.weekday.rawValue))
                    $0.field("today", date == today)
                }
            }
            json.field("rows", board.rows) { json, row in
                json.object { json in
                    json.field("account", orNull: row.account)
                    json.field("lanes", row.laneCount)
                    json.field("cells", row.cells) { json, cell in
                        json.array(cell.blocks) { json, block in
                            json.object { write(block, to: &$0) }
                        }
                    }
                }
            }
        }
    }

    private func write(_ block: BoardBlock, to json: inout JSONWriter) {
        writeOccurrence(block.occurrence, color: block.color.name, to: &json)
        json.field("from", block.fromMinute)
        json.field("to", block.toMinute)
        json.field("lane", block.lane)
    }
}
