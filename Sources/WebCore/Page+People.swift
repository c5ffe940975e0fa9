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
            if let person = agenda.person(of: calendar) { json.field("person", person) }
        }
        if agenda.isDeclined(occurrence) { json.field("declined", true) }
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
            json.field("over", proposal.isOver(at: now))
            json.field("organizer", orNull: proposal.organizer?.account)
            json.field("organizerName", proposal.organizer?.name ?? "")
            let own = proposal.answers.first { $0.member.account == agenda.account }
            json.field("own", orNull: own?.choice?.name)
            json.field("answers", proposal.answers(to: key)) { json, answer in
                json.object { write(answer, to: &$0) }
            }
            json.field("candidates", agenda.candidates(of: proposal.identity)) { json, candidate in
                json.object { json in
                    let color = agenda.color(of: candidate).name
                    writeOccurrence(candidate, color: color, to: &json)
                    json.field("href", candidate.key.object.href)
                    let details = agenda.series(candidate.key.object)?.details(of: candidate)
                    json.field("repeatText", details?.rule ?? "")
                    let suggester = agenda.proposal(candidate.key.object)?.suggester
                    json.field("suggester", orNull: suggester)
                }
            }
        }
    }

    /// Who is asked, and what they said.
    func write(_ answer: ProposalAnswer, to json: inout JSONWriter) {
        json.field("account", answer.member.account)
        json.field("name", answer.member.name)
        json.field("answer", orNull: answer.choice?.name)
        json.field("comment", answer.comment)
        json.field("one", answer.isOwn)
    }

    /// The proposals that wait for the viewer's answer.
    func waitingProposals() -> [UInt8] {
        answer { json in
            json.field("waiting", agenda.waitingProposals(now: now)) { json, candidate in
                json.object { json in
                    let color = agenda.color(of: candidate).name
                    writeOccurrence(candidate, color: color, to: &json)
                    let proposal = agenda.proposal(candidate.key.object)
                    json.field("organizer", orNull: proposal?.organizer?.account)
                    json.field("organizerName", proposal?.organizer?.name ?? "")
                }
            }
        }
    }

    /// What one's own answer makes of a candidate, before the server says so.
    ///
    /// Fields: the key of an occurrence, `this` or `all`, the answer or `none`, and what is said
    /// along with it, if it is to be another.
    func answered(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]) else {
            return failure("not-a-proposal", fields[0])
        }
        let choice = ProposalChoice(fields[2])
        guard choice != nil || fields[2] == "none" else { return failure("answer", fields[2]) }
        do throws(ProposalError) {
            let answered = try agenda.answering(
                key,
                choice,
                isForAll: fields[1] != "this",
                comment: fields.count > 3 ? fields[3] : nil,
                now: now
            )
            return answer { json in
                json.field("identity", answered.identity)
                json.field("calendar", key.object.calendar.text)
                json.field("href", key.object.href)
                json.field("etag", agenda.etag(of: key.object) ?? "")
                json.name("ical")
                json.string(utf8: answered.text)
                json.name("oldIcal")
                json.string(utf8: answered.oldText)
                json.field("occurrence", orNull: answered.occurrence)
                json.field("earlier", orNull: answered.earlier?.name)
            }
        } catch {
            return failure(error.code, fields[0])
        }
    }

    /// The time to suggest when a candidate is moved: its key, then the names and values of where to.
    func suggestion(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]) else { return failure("unknown-event", fields[0]) }
        if let text = Self.unreadableTime(fields.pairs(from: 1)) { return failure("time", text) }
        do throws(EditError) {
            let draft = draft(fields.pairs(from: 1))
            let time = try agenda.suggestion(moving: key, to: draft, now: now)
            let last = time.isAllDay ? time.end.date.adding(days: -1).text : time.end.text
            return answer { json in
                json.field("start", shownText(time.start, isAllDay: time.isAllDay))
                json.field("end", last)
                json.field("zone", time.zone?.name ?? "")
                json.field("rule", time.rule)
            }
        } catch {
            return failure(error.code, detail(of: error))
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
    /// their work, and the groups they are in, one a line.
    func freeTime(_ fields: Fields, hours: Range<Int>, length: Int, limit: Int) -> [UInt8] {
        var days: [CivilDate] = []
        for line in fields[0].utf8.split(separator: 10) {
            let text = String(decoding: Array(line), as: UTF8.self)
            guard let date = CivilDate(text) else { return failure("date", text) }
            days.append(date)
        }
        var members: [FreeTimeMember] = []
        for place in stride(from: 1, to: fields.count - 4, by: 5) {
            members.append(
                FreeTimeMember(
                    account: fields[place],
                    zone: fields[place + 1].isEmpty ? agenda.zone.id : ZoneID(fields[place + 1]),
                    workFrom: Int(fields[place + 2]) ?? -1,
                    workTo: Int(fields[place + 3]) ?? -1,
                    groups: Set(
                        fields[place + 4].utf8.split(separator: 10).map {
                            String(decoding: Array($0), as: UTF8.self)
                        }
                    )
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
