import Agenda
import CalendarLayout
import CivilTime
import JSON

extension Page {
    /// Answers days side by side, as the week and day views show them.
    func answer(to call: TimelineCall) -> Answer {
        guard let first = CivilDate(call.firstDate) else { return .refusal("date", call.firstDate) }
        let timeline = Timeline(from: first, count: call.count, in: agenda)
        return .object { json in
            write(cut: timeline.isCut, of: timeline.cutSources, to: &json)
            json.field("bars", objects: timeline.bars) { write($1, to: &$0) }
            json.field("days", objects: timeline.days) { write($1, to: &$0) }
        }
    }

    private func write(_ day: TimelineDay, to json: inout JSONWriter) {
        json.field("date", day.date.text)
        json.field("today", day.date == today)
        if day.date == today {
            let time = agenda.zone.civil(at: now).time
            json.field("nowMinute", time.secondsSinceMidnight / 60)
        }
        json.field("change", orNull: day.change) { json, change in
            json.field("from", change.fromMinute)
            json.field("to", change.toMinute)
            json.field("repeated", change.isRepeated)
            json.field("before", change.labelBefore)
            json.field("after", change.labelAfter)
        }
        json.field("pieces", objects: day.pieces) { json, piece in
            write(piece.occurrence, color: piece.color, to: &json)
            writeOwnZone(piece.occurrence, to: &json)
            json.field("from", piece.startMinute)
            json.field("to", piece.endMinute)
            json.field("depth", piece.depth)
            json.field("column", piece.column)
            json.field("span", piece.columnSpan)
            json.field("columns", piece.columnCount)
            json.field("startsHere", piece.startsHere)
            json.field("endsHere", piece.endsHere)
            json.field("zoneLabel", orNull: piece.zoneLabel)
            let from = piece.occurrence.startInstant.secondsSinceEpoch
            json.field("minutes", Int((piece.occurrence.endInstant.secondsSinceEpoch - from) / 60))
        }
        json.field("strips", objects: day.strips) { json, strip in
            json.field("calendar", strip.calendar.text)
            json.field("color", strip.color.name)
            json.field("from", strip.startMinute)
            json.field("to", strip.endMinute)
            json.field("lane", strip.lane)
        }
    }

    private func write(_ bar: TimelineBar, to json: inout JSONWriter) {
        write(bar.occurrence, color: bar.color, to: &json)
        json.field("lane", bar.lane)
        json.field("column", bar.column)
        json.field("span", bar.span)
        json.field("startsHere", bar.startsHere)
        json.field("endsHere", bar.endsHere)
    }
}
