import Agenda
import CivilTime
package import JSON

// The form in which a device keeps answers, and sends them. Later versions have to read it, too.

extension WaitingAnswer {
    /// Writes the fields in which a device keeps it.
    package func write(to json: inout JSONWriter) {
        name.write(to: &json)
        json.field("made", String(made.secondsSinceEpoch))
        json.field("title", title)
        object.write(to: &json)
        json.field("occurrence", occurrence)
        json.field("answer", choice.text)
        if let comment { json.field("comment", comment) }
        json.field("proposal", proposal)
        json.field("earlier", earlier.text)
        json.field("hasLeft", hasLeft)
    }

    /// Reads an answer that a device has kept, which the server may have; nil if it isn't whole.
    package convenience init?(_ json: JSONValue) {
        guard let name = WaitingEdit.Name(json), let object = ObjectID(json),
            let title = json["title"]?.text, let occurrence = json["occurrence"]?.text,
            let made = json["made"]?.text.flatMap({ Int64($0) }),
            let choice = json["answer"]?.text, let earlier = json["earlier"]?.text,
            let proposal = json["proposal"]?.text
        else { return nil }
        self.init(
            name: name,
            made: Instant(secondsSinceEpoch: made),
            title: title,
            object: object,
            occurrence: occurrence,
            choice: ProposalChoice(choice),
            comment: json["comment"]?.text,
            proposal: proposal,
            earlier: ProposalChoice(earlier),
            hasLeft: true
        )
    }
}

extension AnswerRequest {
    /// Writes its fields.
    package func write(to json: inout JSONWriter) {
        answer.write(to: &json)
        if let text {
            json.name("ical")
            json.string(utf8: text)
        }
    }
}

extension ProposalChoice? {
    /// The name by which an answer is sent and kept.
    package var text: String { self?.name ?? "none" }
}
