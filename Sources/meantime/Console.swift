import JSON
import Observability
import Server
import ServerBase

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Standard input, output and error.
enum Console {
    /// Writes a line to standard output without buffering, even if it is not a terminal.
    static func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    static func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// Writes bytes to standard output unchanged.
    ///
    /// - Throws: ``CommandError`` if not all of them could be written, such as to a full disk.
    static func write(_ octets: [UInt8]) throws(CommandError) {
        guard write(octets, to: STDOUT_FILENO) else {
            throw CommandError("Standard output: can't be written: \(systemErrorText(errno))")
        }
    }

    /// Writes an array of objects as one line of JSON to standard output.
    static func writeJSON<Line>(_ lines: [Line], _ fields: (Line, inout JSONWriter) -> Void) {
        writeJSON { $0.array(lines) { json, line in json.object { fields(line, &$0) } } }
    }

    /// Writes a value as one line of JSON to standard output; what a terminal would obey is escaped.
    static func writeJSON(_ value: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        value(&json)
        say(LogText.escaped(String(decoding: json.octets, as: UTF8.self)))
    }

    /// Asks for a line, or reads the first line of piped input.
    static func ask(_ prompt: String) -> String? {
        if isatty(STDIN_FILENO) == 1 { write(prompt, to: STDERR_FILENO) }
        return readLine()
    }

    /// Shows progress; if standard error is a terminal, it overwrites the previous line.
    static func progress(_ text: String, isLast: Bool) {
        guard isatty(STDERR_FILENO) == 1 else {
            if isLast { note(text) }
            return
        }
        write("\r\u{1B}[K" + text + (isLast ? "\n" : ""), to: STDERR_FILENO)
    }

    /// Reads a line without echoing it, or the first line of piped input.
    static func readSecret(prompt: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        write(prompt, to: STDERR_FILENO)
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            write("\n", to: STDERR_FILENO)
        }
        return readLine()
    }

    private static func write(_ text: String, to descriptor: Int32) {
        _ = write(Array(text.utf8), to: descriptor)
    }

    /// Writes bytes, and returns whether all of them could be written.
    private static func write(_ octets: [UInt8], to descriptor: Int32) -> Bool {
        var rest = octets[...]
        while !rest.isEmpty {
            let count = posixWrite(descriptor, Array(rest.prefix(1 << 16)))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Calls the system's `write`, whose name the functions above shadow.
    private static func posixWrite(_ descriptor: Int32, _ octets: [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, octets, octets.count)
        #else
        Darwin.write(descriptor, octets, octets.count)
        #endif
    }
}
