import Synchronization
import Watch

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Shows the pictures of `meantime watch`: in a terminal one over the other, with the line for commands at the bottom, and
/// elsewhere only what changes, a line at a time.
final class WatchScreen: Sendable {
    private struct State {
        var frame = WatchFrame()
        /// The lines that were written last, if it isn't a terminal.
        var events: Set<String> = [], messages: Set<String> = []
        var isOpen = false
    }

    private let state = Mutex(State())
    /// Whether it draws in a terminal.
    let isTerminal: Bool

    init(isForOneLook: Bool) {
        isTerminal = !isForOneLook && isatty(STDOUT_FILENO) == 1
    }

    /// Shows a picture, once it has begun.
    func show(_ frame: WatchFrame) {
        state.withLock { state in
            state.frame = frame
            if state.isOpen { draw(&state, isWhole: false) }
        }
    }

    /// Begins to show pictures.
    func begin() {
        state.withLock { state in
            state.isOpen = true
            draw(&state, isWhole: true)
        }
    }

    /// Draws everything again after a line was typed, which has moved the terminal's lines.
    func noteTyped() {
        guard isTerminal else { return }
        state.withLock { draw(&$0, isWhole: true) }
    }

    /// Says something that isn't in a picture.
    func say(_ sentence: String) {
        state.withLock { state in
            state.frame.notices.append(sentence.withoutControls)
            draw(&state, isWhole: false)
        }
    }

    /// Prints the last picture.
    func printAll() {
        for line in state.withLock({ $0.frame.lines }) { Console.say(line) }
    }

    /// Leaves the terminal on a line of its own.
    func end() {
        guard isTerminal else { return }
        Console.say("")
    }

    // MARK: - Drawing

    private func draw(_ state: inout State, isWhole: Bool) {
        guard isTerminal else { return writeChanges(&state) }
        let size = Self.size
        let lines = state.frame.lines(in: size)
        var text = isWhole ? "\u{1B}[H\u{1B}[2J" : "\u{1B}7\u{1B}[H"
        for line in lines { text += line + "\u{1B}[K\r\n" }
        for _ in lines.count..<max(lines.count, size.rows - 1) { text += "\u{1B}[K\r\n" }
        // What somebody is typing stays as it is.
        text += isWhole ? "> " : "\u{1B}8"
        try? Console.write(Array(text.utf8))
    }

    /// Writes the lines that weren't there before, and the events that are gone.
    private func writeChanges(_ state: inout State) {
        let frame = state.frame
        let events = frame.days.flatMap { day in
            day.rows.map { "\(day.title)  \($0.number)  \($0.text)" }
        }
        let messages =
            [frame.status, frame.age, frame.missing, frame.waiting].filter { !$0.isEmpty }
            + frame.conflicts
            + frame.notices
        for line in state.events.subtracting(events).sorted() { Console.say("gone: \(line)") }
        for line in events where !state.events.contains(line) { Console.say(line) }
        for line in messages where !state.messages.contains(line) { Console.say(line) }
        state.events = Set(events)
        state.messages = Set(messages)
    }

    /// How much a picture may take; nil if it isn't drawn in a terminal.
    var room: WatchFrame.Size? { isTerminal ? Self.size : nil }

    private static var size: WatchFrame.Size {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 2
        return isKnown
            ? WatchFrame.Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
            : WatchFrame.Size(rows: 24, columns: 80)
    }
}
