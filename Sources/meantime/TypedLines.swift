import Dispatch

/// What somebody types, a line at a time.
enum TypedLines {
    /// Something typed.
    enum Typed: Sendable {
        case line(String)
        /// After `sign-in`, which asks for it.
        case password(String)
    }

    /// The lines of standard input.
    ///
    /// They are read on a thread of their own, because waiting for a person would hold up everything else.
    static func all() -> AsyncStream<Typed> {
        AsyncStream { typed in
            DispatchQueue(label: "typed lines").async {
                while let line = readLine() {
                    guard line.split(separator: " ") == ["sign-in"] else {
                        typed.yield(.line(line))
                        continue
                    }
                    guard let password = Console.readSecret(prompt: "Password: ") else { break }
                    typed.yield(.password(password))
                }
                typed.finish()
            }
        }
    }
}
