import Agenda
import CalendarLayout
import CivilTime
import JSON

/// Answers days side by side, as the week and day views show them: `timeline(firstDate, count)`.
@_expose(wasm, "timeline")
@_cdecl("meantime_timeline")
public func meantimeTimeline(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let first = CivilDate(arguments[0]) else { return .refusal("date", arguments[0]) }
        let timeline = Timeline(from: first, count: arguments.integer(1), in: page.agenda)
        return .object { json in
            page.write(cut: timeline.isCut, of: timeline.cutSources, to: &json)
            json.field("bars", objects: timeline.bars) { page.write($1, to: &$0) }
            json.field("days", objects: timeline.days) { page.write($1, to: &$0) }
        }
    }
}

extension Page {
    fileprivate func write(_ day: TimelineDay, to json: inout JSONWriter) {
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

    fileprivate func write(_ bar: TimelineBar, to json: inout JSONWriter) {
        write(bar.occurrence, color: bar.color, to: &json)
        json.field("lane", bar.lane)
        json.field("column", bar.column)
        json.field("span", bar.span)
        json.field("startsHere", bar.startsHere)
        json.field("endsHere", bar.endsHere)
    }
}
