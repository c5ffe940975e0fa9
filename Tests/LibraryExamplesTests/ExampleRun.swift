/// Runs the examples of `docs/libraries.md`, each in a file of its own, and keeps what they print.
final class ExampleRun {
    private(set) var printed: [String] = []

    /// Takes the place of the standard library's `print` in the examples.
    func print(_ items: Any...) {
        printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
