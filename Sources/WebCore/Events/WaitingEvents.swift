import Agenda
import Client
import JSON

// The events whose changes wait for the server, and the answers, as a list of them says it.

extension Page {
    /// Lists the events with a person's changes that wait, and then the answers, at most so many.
    ///
    /// Each has the name of its edit and whether that was sent, how many other events the edit changes, the calendar, what
    /// becomes of the event, how much of it that concerns (`event`, `series`, or `dates` with their number), and the first
    /// date that it concerns; without a key, that date can't be opened. An answer is of the kind `answer`, and has what it is.
    func answer(to call: ListWaitingCall) -> Answer {
        var left = call.count
        return .value { json in
            json.beginArray()
            for event in client.waitingEvents where left > 0 {
                left -= 1
                json.object { write(event, to: &$0) }
            }
            for answer in client.waitingAnswers where left > 0 {
                left -= 1
                json.object { write(answer, to: &$0) }
            }
            json.endArray()
        }
    }

    private func write(_ event: WaitingEvent, to json: inout JSONWriter) {
        let summary = client.summary(of: event)
        let edit = client.edits[event.edit]
        let object = event.after.object
        json.field("name", object.calendar.text + "\n" + object.href)
        json.field("calendar", object.calendar.text)
        edit.name.write(to: &json)
        json.field("isSent", edit.sentAs != nil)
        json.field("kind", word(of: summary.kind))
        switch summary.extent {
        case .event: json.field("extent", "event")
        case .series: json.field("extent", "series")
        case .dates(let count):
            json.field("extent", "dates")
            json.field("dates", count)
        }
        json.field("others", client.otherCount(of: event))
        write(summary.occurrence, or: edit.title, to: &json)
    }

    private func write(_ answer: WaitingAnswer, to json: inout JSONWriter) {
        let object = answer.object
        json.field("name", object.calendar.text + "\n" + object.href)
        json.field("calendar", object.calendar.text)
        answer.name.write(to: &json)
        json.field("isSent", client.isUnderWay(answer.name))
        json.field("kind", "answer")
        json.field("answer", answer.choice.text)
        json.field("extent", answer.occurrence.isEmpty && isRepeating(object) ? "series" : "event")
        json.field("others", 0)
        write(client.occurrence(of: answer), or: answer.title, to: &json)
    }

    private func isRepeating(_ object: ObjectID) -> Bool {
        agenda.series(object)?.isRepeating ?? false
    }

    /// Writes what an entry is about; if it's unknown, a title alone.
    private func write(
        _ occurrence: EventOccurrence?,
        or title: String,
        to json: inout JSONWriter
    ) {
        guard let occurrence else { return json.field("title", title) }
        let isAllDay = occurrence.event.isAllDay
        json.field("title", occurrence.event.title)
        json.field("allDay", isAllDay)
        json.field("start", shownText(occurrence.start, isAllDay: isAllDay))
        json.field("end", lastText(occurrence))
        if agenda.occurrence(occurrence.key) != nil { json.field("key", occurrence.key.text) }
    }

    private func word(of kind: WaitingEvent.Kind) -> String {
        switch kind {
        case .added: "new"
        case .moved: "moved"
        case .changed: "changed"
        case .deleted: "deleted"
        }
    }
}
