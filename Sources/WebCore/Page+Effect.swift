import Agenda
import CivilTime

extension Page {
    /// Fields: key, scope, then the names and values to set.
    func changeEffect(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]), let scope = EditScope(fields[1]) else {
            return failure("unknown-event", fields[0])
        }
        if let text = Self.unreadableTime(fields.pairs(from: 2)) { return failure("time", text) }
        let draft = draft(fields.pairs(from: 2))
        return effect { () throws(EditError) in
            try agenda.effect(ofChanging: key, scope: scope, draft, now: now)
        }
    }

    /// Fields: the first date, key, scope, then the names and values to set.
    func changePreview(_ fields: Fields, count: Int) -> [UInt8] {
        guard let first = CivilDate(fields[0]) else { return failure("date", fields[0]) }
        guard let key = OccurrenceKey(fields[1]), let scope = EditScope(fields[2]) else {
            return failure("unknown-event", fields[1])
        }
        if let text = Self.unreadableTime(fields.pairs(from: 3)) { return failure("time", text) }
        let draft = draft(fields.pairs(from: 3))
        let days = first..<first.adding(days: min(max(1, count), Limits.previewDaysMax))
        do {
            let preview = try agenda.preview(
                ofChanging: key,
                scope: scope,
                draft,
                in: days,
                now: now
            )
            return answer { write(preview, to: &$0) }
        } catch {
            return failure(error.code, detail(of: error))
        }
    }

    private func write(_ preview: ChangePreview, to json: inout JSONWriter) {
        json.field("arriving", preview.arriving) { json, occurrence in
            json.object {
                let color = agenda.color(of: occurrence).name
                writeOccurrence(occurrence, color: color, to: &$0)
                $0.field("lastDate", occurrence.lastDate.text)
            }
        }
        json.field("leaving", preview.leaving) { $0.string($1.text) }
    }

    /// Fields: key, scope.
    func deleteEffect(_ fields: Fields) -> [UInt8] {
        guard let key = OccurrenceKey(fields[0]), let scope = EditScope(fields[1]) else {
            return failure("unknown-event", fields[0])
        }
        return effect { () throws(EditError) in
            try agenda.effect(ofDeleting: key, scope: scope, now: now)
        }
    }

    private func effect(_ body: () throws(EditError) -> EditEffect) -> [UInt8] {
        do {
            let effect = try body()
            return answer { write(effect, to: &$0) }
        } catch {
            return failure(error.code, detail(of: error))
        }
    }

    /// Writes what an edit does, for a sentence to be made of it.
    func write(_ effect: EditEffect, to json: inout JSONWriter) {
        json.field("english", effect.english)
        json.field("kind", effect.kind.name)
        json.field("scope", orNull: effect.scope?.name)
        json.field("title", effect.title)
        json.field("allDay", effect.isAllDay)
        json.field("from", orNull: effect.from?.text)
        json.field("oldStart", orNull: shown(effect.oldStart, effect))
        json.field("newStart", orNull: shown(effect.newStart, effect))
        json.field("changesRule", effect.changesRule)
        json.name("oldRule")
        write(effect.oldRule, to: &json)
        json.name("newRule")
        write(effect.newRule, to: &json)
        json.field("kept", effect.keptCount)
        json.field("dropped", effect.droppedCount)
        json.field("detached", effect.isDetached)
        json.field("calendar", orNull: effect.calendar?.text)
    }

    private func shown(_ time: CivilDateTime?, _ effect: EditEffect) -> String? {
        time.map { shownText($0, isAllDay: effect.isAllDay) }
    }

    /// A rule as the repeat form has it, by the days of the event's clock.
    private func write(_ rule: SeriesRule?, to json: inout JSONWriter) {
        guard let rule, let form = RepeatForm(rule.text, start: rule.start, in: agenda.zone) else {
            json.word("null")
            return
        }
        json.object {
            $0.field("text", rule.text)
            $0.field("start", rule.start.civil.text)
            form.write(to: &$0)
        }
    }
}
