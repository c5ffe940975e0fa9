import Agenda
import CalendarLayout
package import CivilTime
import Client
import ICalendar
package import ServerBase

/// A calendar in a terminal: one account's agenda, live, with edits that wait while the server is away.
///
/// It carries out what ``Client`` wants: keeps edits in a folder, sends requests, sets timers and says things. What becomes
/// of an edit is decided there.
package actor Watch {
    /// How it's connected to the server.
    package enum Connection: Hashable, Sendable {
        /// The server hasn't answered yet.
        case connecting
        /// Changes arrive as they are made.
        case connected
        /// Nobody answers, or the server refuses the stream; why.
        case away(reason: String)
        /// The session is over.
        case signedOut
    }

    /// What is watched, and how it's shown.
    package struct Settings: Sendable {
        /// The e-mail address of the account.
        package let email: String
        /// How many days are shown, today included.
        package let dayCount: Int
        /// The zone of the times.
        package let zone: Zone
        /// Where the zones of events come from.
        package let zones: ZoneFiles

        package init(email: String, dayCount: Int, zone: Zone, zones: ZoneFiles) {
            self.email = email
            self.dayCount = dayCount
            self.zone = zone
            self.zones = zones
        }
    }

    let server: CalendarServer
    let settings: Settings
    let folder: StateFolder
    let clock: ClockAndRandom
    private let room: @Sendable () -> WatchFrame.Size?
    private let showFrame: @Sendable (WatchFrame) -> Void

    var client: Client
    var directory = CalendarDirectory()
    var session: Session?
    /// What the server has said; nil before the first load, and while nobody is signed in.
    var copy: ServerCopy?
    /// What waits on this device; nil before it's known for which account.
    var kept: KeptEdits?
    /// Whether everything was loaded since the start.
    var hasLoaded = false
    /// Whether the edits that wait on the device are shown: they need the calendars.
    private var hasAdopted = false
    /// How many sessions are over since the start: what was asked for in one of them isn't answered to the next.
    private(set) var endedSessionCount = 0
    var connection = Connection.connecting {
        didSet {
            guard connection != oldValue else { return }
            if !mayConnect { endParting() }
            // It says how old it is.
            if oldValue == .connected { keepCopySoon() }
            refresh()
        }
    }
    var pause = ReconnectPause()
    /// The pause before the next attempt to connect, which can be cut short.
    var pausing: Task<Void, Never>?
    private var isCopyDue = false
    /// Whether the folder is another process's by now.
    private(set) var isOver = false
    private var rows = NumberedRows()
    private var notices: [String] = []
    /// Whether many records are being taken, after which it's drawn once.
    private var isHeld = false
    /// The first rows of the pages up to the one that is shown.
    private var pageStarts = [0]
    /// The picture that was shown last.
    private var frame = WatchFrame()
    /// The edits that were listed last, whose places there are typed.
    var listedEdits: [WaitingEdit.Name] = []
    /// The calendars that were listed last.
    var listedCalendars: [CalendarID] = []
    /// What was asked before signing out; empty if the last line wasn't that or nothing would be lost.
    var signOutQuestion = ""
    /// The calendars that aren't shown on this device.
    var hidden: Set<CalendarID> = []
    /// Who waits until the server has everything.
    private var partings: [CheckedContinuation<Void, Never>] = []

    /// Opens what the device has kept.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - settings: What is watched.
    ///   - folder: Where this device keeps what it knows.
    ///   - clock: The time, and random names.
    ///   - room: How much a picture may take; nil if it's no terminal.
    ///   - show: Gets each picture.
    /// - Throws: ``StateFolder/Fault`` if the folder can't be read.
    package init(
        _ server: CalendarServer,
        _ settings: Settings,
        in folder: StateFolder,
        clock: ClockAndRandom = .machine,
        room: @escaping @Sendable () -> WatchFrame.Size? = { nil },
        show: @escaping @Sendable (WatchFrame) -> Void
    ) throws {
        self.server = server
        self.settings = settings
        self.folder = folder
        self.clock = clock
        self.room = room
        showFrame = show
        client = Self.emptyClient(settings, clock)
        session = try Session.kept(in: folder)
        hidden = try folder.hiddenCalendars()
        client.choose(Self.choice(hiding: hidden), in: &directory)
    }

    private static func emptyClient(_ settings: Settings, _ clock: ClockAndRandom) -> Client {
        // A client begins to number its edits anew, so it needs a new name.
        var client = Client(name: clock.identifier())
        client.agenda.setZone(settings.zone)
        return client
    }

    var now: Instant { Instant(secondsSinceEpoch: clock.nowSecond()) }

    var today: CivilDate { settings.zone.civil(at: now).date }

    // MARK: - What is kept

    /// Shows what the device has kept of the account whose session it has.
    ///
    /// - Returns: Whether there is something to show.
    @discardableResult
    package func openKept() -> Bool {
        guard let session, copy == nil else { return copy != nil }
        readKept(of: session.account)
        do {
            guard let octets = try folder.read(Self.copyFile) else { return false }
            guard let copy = ServerCopy(octets: octets) else {
                note("What this device had kept is damaged, so everything is loaded again.")
                return false
            }
            guard copy.account == session.account else { return false }
            take(load: copy)
        } catch {
            note("What this device has kept can't be read: \(error.sentence)")
        }
        return copy != nil
    }

    static let copyFile = "copy"

    /// Reads the edits that wait for an account.
    private func readKept(of account: String) {
        guard kept == nil else { return }
        do {
            let kept = try KeptEdits(of: account, in: folder)
            self.kept = kept
            if let path = kept.asidePath {
                note("Some changes that waited can't be read. They stay in \(path).")
            }
        } catch {
            note("The changes that wait on this device can't be read: \(error.sentence)")
        }
    }

    /// Takes everything that the server has, and then what waits on this device.
    func take(load: ServerCopy) {
        copy = load
        readKept(of: load.account)
        perform(client.load(load.records, token: load.token, into: &directory, at: now))
        if !hasAdopted {
            hasAdopted = true
            let (edits, conflicts) = kept?.left ?? ([], [])
            perform(client.take(.adopted(edits, conflicts), at: now))
            perform(client.take(.adoptedAnswers(kept?.leftAnswers ?? []), at: now))
        }
        keepCopySoon()
        refresh()
    }

    /// Adds the zones that events name; events whose zone this machine doesn't have are shown by their own clock.
    private func addZones() {
        let missing = client.agenda.missingZones
        guard !missing.isEmpty else { return }
        for id in missing {
            let octets = settings.zones.octets(of: id.databaseName)
            if let zone = octets.flatMap({ try? Zone(id: id, tzif: $0) }) {
                client.agenda.addZone(zone)
            }
        }
        client.agenda.showWithoutZones(client.agenda.missingZones, permanently: true)
        while !client.agenda.showReady() {}
        client.showAnswers()
    }

    /// Writes what the server said to the device in a moment, together with what comes until then.
    func keepCopySoon() {
        guard !isCopyDue else { return }
        isCopyDue = true
        Task { [weak self] in
            try? await Task.sleep(for: .seconds(Limits.copySeconds))
            await self?.keepCopy()
        }
    }

    func keepCopy() {
        guard isCopyDue, !isOver else { return }
        isCopyDue = false
        guard let copy else { return }
        do {
            try folder.write(Self.copyFile, copy.octets)
        } catch {
            note("What the server says can't be kept on this device: \(error.sentence)")
        }
    }

    // MARK: - When a session is over

    /// Erases what the server said from the screen and the folder, because a session is over.
    ///
    /// What waits stays in the folder. It does nothing if somebody has signed in anew meanwhile.
    func leave(_ ended: Session?) {
        guard !isOver, session == ended else { return }
        drawOnce {
            // They may name events.
            notices = []
            noteUnkept()
            emptyScreen()
            for file in [Self.copyFile, Session.file] { erase(file) }
        }
    }

    /// Erases a file of the folder.
    ///
    /// - Returns: Whether it's gone.
    @discardableResult
    func erase(_ file: String) -> Bool {
        do throws(StateFolder.Fault) {
            try folder.remove(file)
            return true
        } catch {
            note("Something of the account can't be erased from this device: \(error.sentence)")
            return false
        }
    }

    /// Tells of the changes that the device couldn't keep, which can't wait until somebody signs in.
    private func noteUnkept() {
        let refusal = Refusal.server(code: "not-signed-in")
        for edit in client.edits where kept?.has(edit.name) != true {
            note(Notice.refused(edit, refusal).sentence)
        }
        for answer in client.answers where !answer.isSaved && kept?.has(answer.name) != true {
            note(Notice.refusedAnswer(answer, refusal).sentence)
        }
    }

    /// Forgets the session and everything that the server said in it.
    func emptyScreen() {
        endedSessionCount += 1
        session = nil
        copy = nil
        hasLoaded = false
        hasAdopted = false
        client = Self.emptyClient(settings, clock)
        directory = CalendarDirectory()
        client.choose(Self.choice(hiding: hidden), in: &directory)
        listedEdits = []
        listedCalendars = []
        pageStarts = [0]
        connection = .signedOut
    }

    // MARK: - Ending

    /// Whether the server may take what waits in the next seconds.
    var mayConnect: Bool {
        switch connection {
        case .connecting, .connected: true
        case .away, .signedOut: false
        }
    }

    /// Waits until nothing waits for the server any more, but only a moment.
    func waitUntilSent() async {
        let limit = Task {
            try? await Task.sleep(for: .seconds(Limits.partingSeconds))
            endParting()
        }
        await withCheckedContinuation { partings.append($0) }
        limit.cancel()
    }

    /// Ends the waiting for what is on its way.
    func endParting() {
        let waiting = partings
        partings = []
        for parting in waiting { parting.resume() }
    }

    /// Writes what is known to the device, after waiting a moment for what is on its way, and does nothing more.
    package func end() async {
        if mayConnect, !client.hasSentAll { await waitUntilSent() }
        if connection == .connected { isCopyDue = true }
        keepCopy()
        isOver = true
        folder.unlock()
    }

    // MARK: - What is shown

    /// Adds a message to what is shown.
    func note(_ sentence: String) {
        notices.append(sentence.withoutControls)
        notices.removeFirst(max(0, notices.count - Limits.noticesMax))
        refresh()
    }

    /// Replaces the messages by those of a command.
    func answer(_ sentences: [String]) {
        notices = sentences.map { $0.withoutControls }
        refresh()
    }

    func answer(_ sentence: String) { answer([sentence]) }

    /// The occurrence that has a number.
    func occurrence(_ number: Int) -> EventOccurrence? {
        rows.key(of: number).flatMap { client.agenda.occurrence($0) }
    }

    /// Draws the picture once after a body, however much that changes.
    func drawOnce(_ body: () -> Void) {
        isHeld = true
        body()
        isHeld = false
        refresh()
    }

    /// Turns to the next page.
    func turnOn() {
        guard let page = frame.page, page.upperBound < frame.rows.count else {
            return answer("There is nothing later in these \(settings.dayCount) days.")
        }
        pageStarts.append(page.upperBound)
        answer([])
    }

    /// Turns to the page before.
    func turnBack() {
        guard pageStarts.count > 1 else { return answer("There is nothing earlier from today on.") }
        pageStarts.removeLast()
        answer([])
    }

    /// Draws the picture again.
    package func refresh() {
        guard !isHeld else { return }
        addZones()
        var frame = WatchFrame()
        frame.status = status
        frame.age = ageSentence
        frame.hasCalendars = copy != nil
        let size = AgendaList.Size(days: settings.dayCount)
        let end = today.adding(days: settings.dayCount)
        let list = AgendaList(.later, than: today, size, in: client.agenda)
        let days = list.days.filter { $0.date < end }
        if list.isCut {
            frame.missing =
                "There are too many events to show all. Type “hide” for calendars with many."
        }
        rows.number(days.flatMap { $0.occurrences })
        frame.days = days.map { day in
            WatchFrame.Day(
                title: day.date.dayText + (day.date == today ? ", today" : ""),
                rows: day.occurrences.map { row($0, on: day.date) },
                moreCount: day.moreCount
            )
        }
        frame.waiting = waitingSentence
        frame.conflicts = client.conflicts.enumerated().map {
            $1.sentence($0 + 1, zone: settings.zone).withoutControls
        }
        frame.notices = notices
        if let room = room() {
            while pageStarts.count > 1, pageStarts.last ?? 0 >= frame.rows.count {
                pageStarts.removeLast()
            }
            frame.page = frame.page(from: pageStarts.last ?? 0, in: room)
        }
        let shown = frame.rows[frame.page ?? 0..<frame.rows.count]
        rows.noteSeen(shown.map { $0.number })
        self.frame = frame
        showFrame(frame)
    }

    private func row(
        _ occurrence: EventOccurrence,
        on date: CivilDate
    ) -> WatchFrame.Row {
        let event = occurrence.event
        let calendar = occurrence.key.object.calendar
        let isBusyOnly = client.agenda.calendars[calendar]?.level == .busy
        var marks: [String] = []
        if event.status != .confirmed { marks.append(event.status.name) }
        if event.isUnanswered { marks.append("not answered") }
        if client.isWaiting(occurrence) { marks.append("on this device only") }
        let title = isBusyOnly && event.title.isEmpty ? "busy" : event.title
        let marked = marks.isEmpty ? title : "\(title) (\(marks.joined(separator: ", ")))"
        let fields = [
            occurrence.times(on: date), marked, event.location, "[\(directory.name(of: calendar))]",
        ]
        return WatchFrame.Row(
            number: rows.number(of: occurrence),
            text: fields.filter { !$0.isEmpty }.joined(separator: "  ").withoutControls
        )
    }

    private var status: String {
        let place = "\(settings.email) at \(server.address.host)"
        switch connection {
        case .connecting: return "\(place): connecting…"
        case .connected: return "\(place): connected"
        case .away(let reason):
            return "\(place): not connected (\(reason.withoutControls))"
        case .signedOut: return "\(place): signed out. Type “sign-in”."
        }
    }

    private var ageSentence: String {
        guard connection != .connected, let copy else { return "" }
        let seconds = max(0, now.secondsSinceEpoch - copy.heardSecond)
        let said = "This is what the server said \(agoText(seconds: seconds))"
        return client.waitingEvents.isEmpty ? said + "." : said + ", with your changes since."
    }

    private var waitingSentence: String {
        guard hasAdopted else { return keptSentence }
        let count = client.waitingEvents.count + client.waitingAnswers.count
        guard count > 0 else { return "" }
        let what = count == 1 ? "The change of 1 event is" : "The changes of \(count) events are"
        return client.keepsWaitingEdits
            ? "\(what) kept on this device and sent once the server is back."
            : "\(what) in memory only, because this device can't keep anything."
    }

    /// How many changes the server doesn't have, and how many conflicts nobody has seen.
    var waitingCounts: (changes: Int, conflicts: Int) {
        guard hasAdopted else { return (kept?.count ?? 0, kept?.conflictCount ?? 0) }
        let answers = client.answers.filter { !$0.isSaved }
        return (client.edits.count + answers.count, client.conflicts.count)
    }

    /// What is in the folder while it can't be shown; empty if nothing waits there.
    package var keptSentence: String {
        guard let count = kept?.count, count > 0 else { return "" }
        let what = count == 1 ? "1 change is" : "\(count) changes are"
        return session == nil
            ? "\(what) kept on this device and saved once you sign in again."
            : "\(what) kept on this device and shown once the calendar is loaded."
    }
}
