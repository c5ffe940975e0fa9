import Agenda

// The log of edits: each is found by its objects, and kept on the device as it is in the end.

extension Client {
    /// The place of the edit with a name.
    func place(of name: WaitingEdit.Name) -> Int? {
        // Numbers are compared first, without copying the edits: of 3,000 edits, each is looked for.
        edits.indices.first { edits[$0].name.place == name.place && edits[$0].name == name }
    }

    /// The places of the edits that change an object, in their order.
    func places(of object: ObjectID) -> [Int] {
        guard let note = notes[object], note.editCount > 0 else { return [] }
        if note.editCount == 1 { return [place(of: note.lastEdit)] }
        return edits.indices.filter { edits[$0].touches(object) }
    }

    /// The place of the last edit that changes an object.
    func lastPlace(of object: ObjectID) -> Int? {
        guard let note = notes[object], note.editCount > 0 else { return nil }
        return place(of: note.lastEdit)
    }

    /// The places of the edits that weren't sent and change the same objects as an edit, in their order.
    func unsentPlaces(touching edit: WaitingEdit) -> [Int] {
        var found: [Int] = []
        for change in edit.changes {
            for place in places(of: change.object)
            where edits[place].sentAs == nil && !found.contains(place) {
                found.insert(place, at: found.firstIndex { $0 > place } ?? found.count)
            }
        }
        return found
    }

    /// Whether an edit that was sent, and that the server may have made, changes an object.
    func isSent(_ object: ObjectID) -> Bool {
        places(of: object).contains { edits[$0].sentAs != nil }
    }

    /// The place of the edit with an order, which grows from edit to edit.
    private func place(of order: Int) -> Int {
        var (low, high) = (0, edits.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if edits[middle].order < order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: - Changes

    /// Adds an edit at the end, or before others.
    mutating func insert(_ edit: WaitingEdit, at place: Int) {
        edits.insert(edit, at: place)
        orderCount += 1
        edits[place].order = orderCount
        list(edits[place])
        guard place < edits.count - 1 else { return }
        for at in edits.indices {
            edits[at].order = orderCount + at
            for change in edits[at].changes {
                notes.change(change.object) { $0.lastEdit = orderCount + at }
            }
        }
        orderCount += edits.count
    }

    /// Changes which objects an edit changes.
    mutating func change(_ place: Int, _ change: (inout WaitingEdit) -> Void) {
        unlist(edits[place])
        change(&edits[place])
        list(edits[place])
    }

    /// Takes an edit out that is still kept on the device.
    mutating func take(_ place: Int) -> WaitingEdit {
        unlist(edits[place])
        return edits.remove(at: place)
    }

    @discardableResult
    mutating func remove(_ place: Int) -> WaitingEdit {
        let edit = take(place)
        forget(edit)
        return edit
    }

    private mutating func list(_ edit: WaitingEdit) {
        for change in edit.changes {
            notes.change(change.object) {
                $0.editCount += 1
                $0.lastEdit = max($0.lastEdit, edit.order)
            }
        }
    }

    private mutating func unlist(_ edit: WaitingEdit) {
        for change in edit.changes {
            let earlier = places(of: change.object).last { edits[$0].order != edit.order }
            let order = earlier.map { edits[$0].order } ?? 0
            notes.change(change.object) {
                $0.editCount -= 1
                $0.lastEdit = order
            }
        }
    }

    // MARK: - On the device

    /// Has an edit kept on the device, as it is.
    mutating func keep(_ place: Int) {
        cancelKeep(edits[place])
        edits[place].lastKeep = keepCount + keeps.count
        keeps.append(.keep(edits[place]))
    }

    /// Has an edit kept on the device no more.
    mutating func forget(_ edit: WaitingEdit) {
        cancelKeep(edit)
        effects.append(.forget(edit.name))
    }

    /// Takes back the wish of this turn to keep an edit as it was.
    private mutating func cancelKeep(_ edit: WaitingEdit) {
        let place = edit.lastKeep - keepCount
        if keeps.indices.contains(place) { keeps[place] = nil }
    }
}
