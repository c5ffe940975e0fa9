import Agenda

/// What is known of an object beside its edits and answers.
struct ObjectNote {
    /// What the server has, up to a place in its log.
    struct Held {
        let version: ObjectVersion?
        let token: UInt64
    }

    let object: ObjectID
    /// The last save of it, until a record shows a later one: a record may have set out before the save.
    var save: SavedObject?
    /// What the server has, while an edit of the object was sent and isn't answered yet.
    var held: Held?
    /// What the server has, without the answers to it that wait; nil if none does.
    var beneath: ObjectVersion?

    var isEmpty: Bool { save == nil && held == nil && beneath == nil }
}

extension Client {
    func save(of object: ObjectID) -> SavedObject? {
        notes.first { $0.object == object }?.save
    }

    func held(of object: ObjectID) -> ObjectNote.Held? {
        notes.first { $0.object == object }?.held
    }

    mutating func setSave(_ save: SavedObject?, of object: ObjectID) {
        note(object) { $0.save = save }
    }

    mutating func setHeld(_ held: ObjectNote.Held?, of object: ObjectID) {
        note(object) { $0.held = held }
    }

    func beneath(_ object: ObjectID) -> ObjectVersion? {
        notes.first { $0.object == object }?.beneath
    }

    mutating func setBeneath(_ version: ObjectVersion?, of object: ObjectID) {
        let isAnswered = answers.contains { $0.object == object }
        note(object) { $0.beneath = isAnswered ? version : nil }
    }

    private mutating func note(_ object: ObjectID, _ change: (inout ObjectNote) -> Void) {
        let place = notes.firstIndex { $0.object == object }
        var note = place.map { notes[$0] } ?? ObjectNote(object: object)
        change(&note)
        if let place { notes.remove(at: place) }
        if !note.isEmpty { notes.append(note) }
    }

    /// Forgets the saves before a place in the server's log: no earlier record can come any more.
    mutating func forgetSaves(before token: UInt64) {
        for place in notes.indices
        where notes[place].save.map({ $0.token > 0 && $0.token < token }) ?? false {
            notes[place].save = nil
        }
        notes.removeAll { $0.isEmpty }
    }
}
