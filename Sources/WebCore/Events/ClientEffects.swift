import Agenda
import Client
import JSON

// What has to be done for the edits on their way to the server.

extension Page {
    /// Answers what to do since the last call, whether edits and answers wait for the server, of how many events, and whether
    /// the device keeps them.
    mutating func answer(to _: TakeEffectsCall) -> Answer {
        let effects = effects
        self.effects = []
        unsaved = client.waitingObjects
        return .object { json in
            json.field("isAway", client.isAway)
            json.field("n", client.waitingEvents.count + client.waitingAnswers.count)
            json.field("isKept", client.keepsWaitingEdits)
            json.field("effects", objects: effects) { WebCore.write($1, to: &$0) }
        }
    }
}

private func write(_ effect: Effect, to json: inout JSONWriter) {
    switch effect {
    case .keep(let edit):
        json.field("do", "keep")
        edit.write(to: &json)
    case .forget(let name):
        json.field("do", "forget")
        name.write(to: &json)
    case .keepConflict(let conflict):
        json.field("do", "keepConflict")
        conflict.write(to: &json)
    case .forgetConflict(let name):
        json.field("do", "forgetConflict")
        name.write(to: &json)
    case .keepAnswer(let answer):
        json.field("do", "keepAnswer")
        answer.write(to: &json)
    case .forgetAnswer(let name):
        json.field("do", "forgetAnswer")
        name.write(to: &json)
    case .sendAnswer(let request):
        json.field("do", "sendAnswer")
        request.write(to: &json)
    case .send(let request):
        json.field("do", "send")
        request.write(to: &json)
    case .read(let object):
        json.field("do", "read")
        object.write(to: &json)
    case .wake(let seconds, let number):
        json.field("do", "wake")
        json.field("seconds", seconds)
        json.field("number", number)
    case .show: json.field("do", "show")
    case .tell(.saved(let count)):
        json.field("do", "tellSaved")
        json.field("count", count)
    case .tell(.refused(let edit, let refusal)):
        json.field("do", "tellRefused")
        json.field("why", code(of: refusal))
        edit.write(to: &json)
    case .tell(.tookBack(let edit)):
        json.field("do", "tellTookBack")
        edit.write(to: &json)
    case .tell(.refusedAnswer(let answer, let refusal)):
        json.field("do", "tellRefusedAnswer")
        json.field("why", code(of: refusal))
        answer.write(to: &json)
    case .tell(.tookBackAnswer(let answer)):
        json.field("do", "tellTookBackAnswer")
        answer.write(to: &json)
    case .tell(.notUsed(let conflict, let refusal)):
        json.field("do", "tellNotUsed")
        json.field("why", code(of: refusal))
        conflict.write(to: &json)
    }
}

private func code(of refusal: Refusal) -> String {
    switch refusal {
    case .changedElsewhere: "changed-elsewhere"
    case .deletedElsewhere: "not-found"
    case .server(let code): code
    }
}
