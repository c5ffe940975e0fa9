import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A calendar set that has an ID, which the page gives it with its first secret address.
struct SavedCalendarSet: Hashable, Sendable {
    let id: CalendarSetID
    let name: String
    let calendars: [CalendarID]
}

extension Backend {
    /// The calendar sets in an account's settings that have an ID.
    ///
    /// Otherwise only the page reads the settings, so anything of another form is passed over.
    func calendarSets(of account: AccountID) async throws -> [SavedCalendarSet] {
        let document = try await store.settings.document(of: account)
        let settings = try? JSONDecoder().decode(
            SettingsWithSets.self,
            from: Data(document.text.utf8)
        )
        return (settings?.sets ?? []).compactMap(\.set)
    }
}

private struct SettingsWithSets: Decodable {
    let sets: [Entry]?

    struct Entry: Decodable {
        let set: SavedCalendarSet?

        private struct Fields: Decodable {
            let id: String
            let name: String
            let calendars: [String]
        }

        init(from decoder: any Decoder) {
            guard let fields = try? Fields(from: decoder), let id = CalendarSetID(fields.id),
                case let name = DisplayName.cleaned(fields.name), !name.isEmpty
            else {
                set = nil
                return
            }
            // A calendar can be in a set twice, but not in a file.
            var seen: Set<CalendarID> = []
            set = SavedCalendarSet(
                id: id,
                name: name,
                calendars: fields.calendars.compactMap(CalendarID.init)
                    .filter { seen.insert($0).inserted }
            )
        }
    }
}
