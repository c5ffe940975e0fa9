import Agenda

/// What is known of an object beside its text and the answers to it.
struct ObjectNote {
    /// What the server has, up to a place in its log.
    struct Held {
        let version: ObjectVersion?
        let token: UInt64
    }

    let object: ObjectID
    /// How many edits change it, and the order of the last one.
    var editCount = 0
    var lastEdit = 0
    /// The last save of it, until a record shows a later one: a record may have set out before the save.
    var save: SavedObject?
    /// What the server has, while an edit of the object was sent and isn't answered yet.
    var held: Held?
    /// What the server has, without the answers to it that wait; nil if none does.
    var beneath: ObjectVersion?

    var isEmpty: Bool { editCount == 0 && save == nil && held == nil && beneath == nil }
}

/// Notes that are found by their objects.
struct ObjectNotes {
    private var notes: [ObjectNote] = []
    private var places: [ObjectID: Int32] = [:]
    /// The objects whose saves were noted, mostly in the order of the saves; a save may have been forgotten since.
    private var saved: [ObjectID] = []

    subscript(object: ObjectID) -> ObjectNote? { places[object].map { notes[Int($0)] } }

    mutating func change(_ object: ObjectID, _ change: (inout ObjectNote) -> Void) {
        guard let place = places[object].map({ Int($0) }) else {
            var note = ObjectNote(object: object)
            change(&note)
            guard !note.isEmpty else { return }
            if note.save != nil { saved.append(object) }
            places[object] = Int32(notes.count)
            return notes.append(note)
        }
        let hadSave = notes[place].save != nil
        change(&notes[place])
        if !hadSave, notes[place].save != nil { saved.append(object) }
        guard notes[place].isEmpty else { return }
        places[object] = nil
        let last = notes.removeLast()
        guard place < notes.count else { return }
        notes[place] = last
        places[last.object] = Int32(place)
    }

    /// Forgets the saves before a place in the server's log: no earlier record can come any more.
    mutating func forgetSaves(before token: UInt64) {
        let end = saved.firstIndex { object in
            self[object]?.save.map { $0.token == 0 || $0.token >= token } ?? false
        }
        let passed = saved[..<(end ?? saved.count)]
        saved.removeFirst(passed.count)
        for object in passed { change(object) { $0.save = nil } }
    }
}

extension Client {
    /// Forgets the saves before a place in the server's log.
    mutating func forgetSaves(before token: UInt64) { notes.forgetSaves(before: token) }

    func save(of object: ObjectID) -> SavedObject? { notes[object]?.save }

    mutating func setSave(_ save: SavedObject?, of object: ObjectID) {
        notes.change(object) { $0.save = save }
    }

    func held(of object: ObjectID) -> ObjectNote.Held? { notes[object]?.held }

    mutating func setHeld(_ held: ObjectNote.Held?, of object: ObjectID) {
        notes.change(object) { $0.held = held }
    }

    func beneath(_ object: ObjectID) -> ObjectVersion? { notes[object]?.beneath }

    mutating func setBeneath(_ version: ObjectVersion?, of object: ObjectID) {
        let isAnswered = answers.contains { $0.object == object }
        notes.change(object) { $0.beneath = isAnswered ? version : nil }
    }
}
