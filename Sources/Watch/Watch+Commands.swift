import Agenda
import CivilTime
import Client
import JSON
import ServerBase

// What the person types.

extension Watch {
    package static let help = [
        "add lunch with Bea tomorrow 12:30      a new event, in your own words",
        "move 3 +1h · move 3 friday 15:00       other times; “move 3 all +1h” for a series, “following” from there on",
        "delete 3 · delete 3 all                one date, or the whole series",
        "undo · redo",
        "more · back                            later and earlier events",
        "calendars · hide 2 · show 2            on this device, by number or name",
        "yes 2 · no 2 · maybe 2                 your answer to an invitation or a proposal",
        "mine 1 · seen 1                        of a conflict: use yours, or leave theirs",
        "waiting · take-back 1                  what the server doesn't have yet; do without it",
        "connect · help · quit",
        "sign-in · sign-out                     signed out, this device has nothing of the account any more",
    ]

    /// Does what a line says.
    ///
    /// - Returns: False if the person wants to quit.
    package func obey(_ line: String) async -> Bool {
        let asked = signOutQuestion
        signOutQuestion = ""
        var words = line.split(whereSeparator: \.isWhitespace)[...]
        guard let command = words.popFirst() else {
            answer([])
            return true
        }
        let rest = words.joined(separator: " ")
        switch command.lowercased() {
        case "quit", "exit": return false
        case "help", "?": answer(Self.help)
        case "connect":
            answer([])
            hurry()
        case "sign-out": await signOut(asked: asked)
        case _ where copy == nil:
            answer(
                session == nil
                    ? "You're signed out. Type “sign-in”." : "The calendar isn't loaded yet."
            )
        case "add": add(rest)
        case "move": move(words)
        case "delete": delete(words)
        case "undo":
            edit { agenda, _ throws(EditError) in try agenda.undo() }
        case "redo":
            edit { agenda, _ throws(EditError) in try agenda.redo() }
        case "yes", "no", "maybe": await give(command.lowercased(), to: words)
        case "mine": useMine(words)
        case "seen": dismiss(words)
        case "waiting": listWaiting()
        case "more": turnOn()
        case "back": turnBack()
        case "calendars": listCalendars()
        case "hide": show(false, rest)
        case "show": show(true, rest)
        case "take-back": takeBack(words)
        default: answer("“\(command)” isn't a command. Type “help” for those there are.")
        }
        return true
    }

    // MARK: - Edits

    private func edit(_ body: (inout Agenda, Instant) throws(EditError) -> EditOutcome) {
        do throws(EditError) {
            let outcome = try body(&client.agenda, now)
            // Before the effects, which may say that it's saved or refused.
            answer(outcome.sentence)
            perform(client.take(.edited(outcome, isQuiet: false), at: now))
        } catch {
            answer(error.sentence)
        }
    }

    private func add(_ text: String) {
        let civil = settings.zone.civil(at: now)
        var draft =
            QuickAdd(text, today: civil.date, now: civil.time, home: settings.zone.id).draft
        draft.calendar = directory.defaultCalendar
        if let zone = draft.zone { addZone(zone) }
        let uid = clock.identifier()
        edit { agenda, now throws(EditError) in try agenda.create(draft, uid: uid, now: now) }
    }

    private func addZone(_ id: ZoneID) {
        guard client.agenda.zones.zone(id) == nil,
            let octets = settings.zones.octets(of: id.databaseName),
            let zone = try? Zone(id: id, tzif: octets)
        else { return }
        client.agenda.addZone(zone)
    }

    private func move(_ words: ArraySlice<Substring>) {
        guard let (occurrence, scope, rest) = event(words) else { return }
        let civil = settings.zone.civil(at: now)
        let move = QuickMove(rest, of: occurrence, today: civil.date, now: civil.time)
        guard let move else {
            return answer("“\(rest)” isn't a time. Type “move 3 +1h” or “move 3 friday 15:00”.")
        }
        let uid = clock.identifier()
        edit { agenda, now throws(EditError) in
            try agenda.change(occurrence.key, scope: scope, move.draft, newUID: uid, now: now)
        }
    }

    private func delete(_ words: ArraySlice<Substring>) {
        guard let (occurrence, scope, rest) = event(words) else { return }
        guard rest.isEmpty else { return answer("“delete” takes a number alone.") }
        edit { agenda, now throws(EditError) in
            try agenda.delete(occurrence.key, scope: scope, now: now)
        }
    }

    /// Reads the number of an event, perhaps the dates of its series, and what comes after.
    private func event(
        _ words: ArraySlice<Substring>
    ) -> (occurrence: EventOccurrence, scope: EditScope, rest: String)? {
        var words = words
        guard let number = words.popFirst().flatMap({ Int($0) }) else {
            answer("Which event? Type its number after the command.")
            return nil
        }
        guard let occurrence = occurrence(number) else {
            answer("Nothing that was shown has the number \(number).")
            return nil
        }
        var scope = EditScope.this
        if let named = words.first.flatMap({ EditScope(String($0)) }) {
            scope = named
            words.removeFirst()
        }
        return (occurrence, scope, words.joined(separator: " "))
    }

    // MARK: - Answers

    /// Gives an answer: to a proposal or a group's event one that may wait, as edits do, and to an invitation at once.
    private func give(_ choice: String, to words: ArraySlice<Substring>) async {
        guard let (occurrence, _, _) = event(words) else { return }
        guard let place = directory.answerPlace(of: occurrence) else {
            return answer("That's somebody else's event.")
        }
        let title = occurrence.event.title
        if client.agenda.calendars[occurrence.key.object.calendar]?.level == .group {
            return give(choice, to: occurrence)
        }
        guard connection == .connected, let session else {
            return answer("An answer needs the server, which isn't connected.")
        }
        do throws(ServerFailure) {
            _ = try await server.answer(place, session) { $0.field("answer", choice) }
            answer("“\(title)”: your answer is “\(choice)”.")
        } catch {
            if error.isSignedOut { leave(session) }
            answer("Your answer wasn't sent, because \(error.reason)")
        }
    }

    private func give(_ choice: String, to occurrence: EventOccurrence) {
        do throws(ProposalError) {
            let given = try client.answer(
                occurrence.key,
                ProposalChoice(choice),
                isForAll: true,
                at: now
            )
            answer("“\(occurrence.event.title)”: your answer is “\(choice)”.")
            perform(given.effects)
        } catch {
            answer(error.sentence)
        }
    }

    // MARK: - What waits

    private func useMine(_ words: ArraySlice<Substring>) {
        guard let conflict = element(words, of: client.conflicts, "conflict") else { return }
        answer([])
        let (outcome, effects) = client.useMine(conflict.name, at: now)
        if let outcome { answer(outcome.sentence) }
        perform(effects)
    }

    private func dismiss(_ words: ArraySlice<Substring>) {
        guard let conflict = element(words, of: client.conflicts, "conflict") else { return }
        answer([])
        perform(client.take(.dismiss(conflict.name), at: now))
    }

    private func listWaiting() {
        guard !client.hasSentAll else {
            return answer("Nothing waits: the server has everything.")
        }
        let answers = client.waitingAnswers
        listedEdits = client.edits.map { $0.name } + answers.map { $0.name }
        func row(_ title: String, _ verb: String, _ made: Instant, isSent: Bool) -> String {
            let made = settings.zone.civil(at: made)
            let sent = isSent ? ", sent and not answered yet" : ""
            return "“\(title)”, \(verb) \(made.date.dayText) \(made.clockText)\(sent)"
        }
        let rows =
            client.edits.map { row($0.title, "changed", $0.made, isSent: $0.sentAs != nil) }
            + answers.map {
                let verb = "answered “\($0.choice.text)”"
                return row($0.title, verb, $0.made, isSent: client.isUnderWay($0.name))
            }
        answer(rows.enumerated().map { "\($0 + 1)  \($1)" })
    }

    private func takeBack(_ words: ArraySlice<Substring>) {
        // By their places in the list: meanwhile the first may have been sent.
        guard let name = element(words, of: listedEdits, "change that “waiting” has listed") else {
            return
        }
        if client.waitingAnswers.contains(where: { $0.name == name }), !client.isUnderWay(name) {
            answer([])
            return perform(client.take(.takeBack(name), at: now))
        }
        guard let edit = client.edits.first(where: { $0.name == name }) else {
            return answer("It doesn't wait any more. Type “waiting” for what does.")
        }
        answer([])
        guard edit.sentAs == nil else {
            return answer("“\(edit.title)” is on its way already. Type “undo” once it's saved.")
        }
        perform(client.take(.takeBack(edit.name), at: now))
    }

    /// The element with the number that is typed; without a number, the only one.
    private func element<Element>(
        _ words: ArraySlice<Substring>,
        of elements: [Element],
        _ what: String
    ) -> Element? {
        if words.isEmpty, elements.count == 1 { return elements[0] }
        if let number = words.first.flatMap({ Int($0) }), elements.indices.contains(number - 1) {
            return elements[number - 1]
        }
        answer(elements.isEmpty ? "There is no \(what)." : "Which one? Type its number as well.")
        return nil
    }
}
