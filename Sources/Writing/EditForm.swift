import ServerBase
import Store

/// The JSON of an edit: what somebody did in one step, with the number that their client gave it.
package struct EditForm: Decodable {
    /// A change of one object.
    struct Change: Decodable {
        let calendar: String
        let href: String
        /// The iCalendar text to store there; without it, the object is removed.
        let ical: String?
        /// The ETag that the object has, or `*` for any; without it, the object is new.
        let ifMatch: String?
        /// Whether an object that is removed leaves nothing in the bin; without it, it leaves a copy.
        let forGood: Bool?
    }

    /// The account that the edit is meant for, so that it isn't made as somebody who has signed in since.
    package let account: String?
    let client: String
    let number: Int64
    let changes: [Change]

    /// How many writes of the account's allowance it takes, at least 1.
    package var writeCount: Int { min(max(changes.count, 1), Limits.editChangesMax) }

    /// Whether something that it removes leaves nothing in the bin.
    package var isForGood: Bool { changes.contains { $0.forGood == true } }

    /// Reads and checks the texts of all changes.
    ///
    /// - Parameter identifier: Makes the ID of an object that is new.
    /// - Returns: The edit, ready to be stored.
    /// - Throws: ``ServerError/notValidField(name:reason:)``, and ``RefusedChange`` for a text that isn't
    ///   one valid object.
    func edit(identifier: () -> String) throws -> NumberedEdit {
        guard let client = EditClientID(client) else {
            let reason = "Name the client by 32 hexadecimal digits in lower case."
            throw ServerError.notValidField(name: "client", reason: reason)
        }
        guard number >= 1 else {
            throw ServerError.notValidField(name: "number", reason: "Number the edits from 1.")
        }
        guard (1...Limits.editChangesMax).contains(changes.count) else {
            let reason = "An edit has 1 to \(Limits.editChangesMax) changes."
            throw ServerError.notValidField(name: "changes", reason: reason)
        }
        let changes = try changes.enumerated().map { place, change in
            do {
                return try change.checked(id: identifier())
            } catch {
                throw RefusedChange(place: place, cause: error)
            }
        }
        return NumberedEdit(client: client, number: number, changes: changes)
    }
}

extension EditForm.Change {
    private var condition: WriteCondition {
        guard let ifMatch else { return .nothing }
        return ifMatch == "*" ? .anything : .etag(ifMatch)
    }

    fileprivate func checked(id: String) throws -> ObjectChange {
        guard let calendar = CalendarID(calendar), let href = Href(href) else {
            throw ServerError.notFound
        }
        let octets = ical.map { Array($0.utf8) }
        guard octets != nil || ifMatch != nil else { throw ServerError.preconditionRequired }
        guard octets.map({ $0.count <= Limits.objectBytesMax }) ?? true else {
            throw ServerError.tooLarge(bytesMax: Limits.objectBytesMax)
        }
        return ObjectChange(
            in: calendar,
            at: href,
            expecting: condition,
            draft: try octets.map { try ObjectReader.draft(of: $0) },
            id: id,
            isForGood: forGood ?? false
        )
    }
}
