import ArgumentParser
import JSON
import Server
import Store

/// The arguments of commands that list everything of one kind.
struct ListArguments: ParsableArguments {
    @Flag(help: "Write JSON, for scripts.")
    var json = false

    @Option(help: Installation.dataHelp)
    var data: String?

    /// Reads all pages and writes what is in them, as JSON or as a table.
    ///
    /// - Parameters:
    ///   - page: Reads the page after an item, or the first; an empty one is the end.
    ///   - sorted: Puts all of them into order.
    ///   - fields: Adds the fields of one to a JSON object.
    ///   - table: Makes the table of all.
    /// - Throws: ``CommandError``.
    func list<Item>(
        _ page: (Administration, _ last: Item?) async throws -> [Item],
        sorted: ([Item]) -> [Item] = { $0 },
        fields: (Item, inout JSONWriter) -> Void,
        table: ([Item]) -> TextTable
    ) async throws {
        try await Installation.administer(data: data) { backend in
            var items: [Item] = []
            while true {
                let next = try await page(backend.store.administration, items.last)
                guard !next.isEmpty else { break }
                items += next
            }
            items = sorted(items)
            if json {
                Console.writeJSON(items, fields)
            } else {
                for line in table(items).lines { Console.say(line) }
            }
        }
    }
}
