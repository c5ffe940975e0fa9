import Client
import JSON

/// The edits that the server hasn't made, the answers that it doesn't have, and the conflicts that nobody has seen, as the
/// device keeps them: a line of JSON for each in one file, which is written anew with every change.
struct KeptEdits {
    /// The form of a line, which later versions have to read, too.
    private static let version = 1
    static let file = "edits"

    private let folder: StateFolder
    let account: String
    private var edits: [WaitingEdit.Name: WaitingEdit] = [:]
    private var answers: [WaitingEdit.Name: WaitingAnswer] = [:]
    private var conflicts: [WaitingEdit.Name: EditConflict] = [:]
    /// The lines of other accounts, which had the same folder before and get their changes back when they sign in again.
    private var others: [[UInt8]] = []
    /// Where a file is that couldn't be read whole; nil if there was none.
    let asidePath: String?

    /// Reads what the device has kept for an account.
    ///
    /// If it can't be read whole, what can't be read stays under another name.
    init(of account: String, in folder: StateFolder) throws(StateFolder.Fault) {
        self.folder = folder
        self.account = account
        var unreadCount = 0
        for line in (try folder.read(Self.file) ?? []).lines {
            guard let json = JSONValue.read(line), let owner = json["account"]?.text else {
                unreadCount += 1
                continue
            }
            guard owner == account else {
                others.append(line)
                continue
            }
            guard json["version"] == .integer(Self.version) else {
                unreadCount += 1
                continue
            }
            if let edit = json["edit"].flatMap({ WaitingEdit($0) }) {
                edits[edit.name] = edit
            } else if let answer = json["answer"].flatMap({ WaitingAnswer($0) }) {
                answers[answer.name] = answer
            } else if let conflict = json["conflict"].flatMap({ EditConflict($0) }) {
                conflicts[conflict.name] = conflict
            } else {
                unreadCount += 1
            }
        }
        asidePath = unreadCount > 0 ? try folder.setAside(Self.file) : nil
        if unreadCount > 0 { try write() }
    }

    /// What earlier runs have left, in the order in which it was made.
    var left: (edits: [WaitingEdit], conflicts: [EditConflict]) {
        let conflicts = conflicts.values.sorted {
            ($0.name.place, $0.name.client) < ($1.name.place, $1.name.client)
        }
        return (WaitingEdit.inOrder(edits.values), conflicts)
    }

    /// The answers that earlier runs have left, in the order in which they were given.
    var leftAnswers: [WaitingAnswer] {
        answers.values.sorted {
            ($0.made, $0.name.place, $0.name.client) < ($1.made, $1.name.place, $1.name.client)
        }
    }

    /// How many conflicts are kept.
    var conflictCount: Int { conflicts.count }

    /// How many edits and answers are kept.
    var count: Int { edits.count + answers.count }

    /// Whether an edit or an answer is kept.
    func has(_ name: WaitingEdit.Name) -> Bool { edits[name] != nil || answers[name] != nil }

    /// Whether an edit is kept with the number under which it's sent.
    func has(_ sentAs: WaitingEdit.SentAs) -> Bool {
        edits.values.contains { $0.sentAs == sentAs }
    }

    // What can't be written isn't kept: whoever changes this changes a copy, and takes that if no error was thrown.

    /// Keeps an edit in place of the one with its name.
    mutating func keep(_ edit: WaitingEdit) throws(StateFolder.Fault) {
        edits[edit.name] = edit
        try write()
    }

    /// Keeps an answer in place of the one with its name.
    mutating func keep(_ answer: WaitingAnswer) throws(StateFolder.Fault) {
        answers[answer.name] = answer
        try write()
    }

    /// Keeps an edit, or an answer, no more.
    mutating func forget(_ name: WaitingEdit.Name) throws(StateFolder.Fault) {
        guard has(name) else { return }
        edits[name] = nil
        answers[name] = nil
        try write()
    }

    mutating func keep(_ conflict: EditConflict) throws(StateFolder.Fault) {
        conflicts[conflict.name] = conflict
        try write()
    }

    mutating func forgetConflict(_ name: WaitingEdit.Name) throws(StateFolder.Fault) {
        guard conflicts.removeValue(forKey: name) != nil else { return }
        try write()
    }

    /// Erases everything of the account.
    mutating func eraseAll() throws(StateFolder.Fault) {
        (edits, answers, conflicts) = ([:], [:], [:])
        if others.isEmpty { try folder.remove(Self.file) } else { try write() }
    }

    private func write() throws(StateFolder.Fault) {
        var octets: [UInt8] = []
        for edit in WaitingEdit.inOrder(edits.values) {
            octets += line { json in
                json.name("edit")
                json.object { edit.write(to: &$0) }
            }
        }
        for answer in leftAnswers {
            octets += line { json in
                json.name("answer")
                json.object { answer.write(to: &$0) }
            }
        }
        for conflict in left.conflicts {
            octets += line { json in
                json.name("conflict")
                json.object { conflict.write(to: &$0) }
            }
        }
        for line in others { octets += line + [UInt8(ascii: "\n")] }
        try folder.write(Self.file, octets)
    }

    private func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("version", Self.version)
            json.field("account", account)
            body(&json)
        }
        return json.octets + [UInt8(ascii: "\n")]
    }
}
