import Agenda
import CivilTime
import Foundation
import Testing

/// A line of the tables that the JavaScript tests read, too, with what it must give.
struct QuickAddRow: Sendable, CustomTestStringConvertible {
    let language: QuickLanguage
    let text: String
    let expected: [String]
    var testDescription: String { text }

    static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min
    static let english = rows(of: "quick-add.tsv", language: .english)
    static let german = rows(of: "quick-add-de.tsv", language: .german)
    static let all = english + german

    private static func rows(of file: String, language: QuickLanguage) -> [QuickAddRow] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Fixtures").appending(path: file)
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            return QuickAddRow(
                language: language,
                text: fields[0],
                expected: Array(fields.dropFirst())
            )
        }
    }

    /// What this line gives, or another one in its language.
    func read(_ text: String? = nil) -> QuickAdd {
        QuickAdd(text ?? self.text, language: language, today: Self.today)
    }
}
