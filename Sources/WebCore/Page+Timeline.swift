import Agenda
import CalendarLayout
import CivilTime
import ICalendar

extension Page {
    /// Days side by side from a date on.
    func timeline(_ text: String, count: Int) -> [UInt8] {
        guard let first = CivilDate(text) else { return failure("date", text) }
        let timeline = Timeline(from: first, count: count, in: agenda)
        return answer { json in
            json.field("laneCount", timeline.laneCount)
            json.field("bars", timeline.bars) { json, bar in
                json.object { write(bar, to: &$0) }
            }
            json.field("days", timeline.days) { json, day in
                json.object { write(day, to: &$0) }
            }
        }
    }

    private func write(_ day: TimelineDay, to json: inout JSONWriter) {
        json.field("date", day.date.text)
        json.field("weekday", Int(day.date.weekday.rawValue))
        json.field("today", day.date == today)
        if day.date == today {
            let time = agenda.zone.civil(at: now).time
            json.field("nowMinute", time.secondsSinceMidnight / 60)
        }
        json.name("change")
        if let change = day.change {
            json.object {
                $0.field("from", change.fromMinute)
                $0.field("to", change.toMinute)
                $0.field("repeated", change.isRepeated)
                $0.field("before", change.labelBefore)
                $0.field("after", change.labelAfter)
            }
        } else {
            json.word("null")
        }
        json.field("pieces", day.pieces) { json, piece in
            json.object { write(piece, to: &$0) }
        }
    }

    private func write(_ piece: TimelinePiece, to json: inout JSONWriter) {
        writeOccurrence(piece.occurrence, color: piece.color.name, to: &json)
        json.field("from", piece.startMinute)
        json.field("to", piece.endMinute)
        json.field("column", piece.column)
        json.field("span", piece.columnSpan)
        json.field("columns", piece.columnCount)
        json.field("startsHere", piece.startsHere)
        json.field("endsHere", piece.endsHere)
        json.field("zoneLabel", orNull: piece.zoneLabel)
        let from = piece.occurrence.startInstant.secondsSinceEpoch
        json.field("minutes", Int((piece.occurrence.endInstant.secondsSinceEpoch - from) / 60))
    }

    private func write(_ bar: TimelineBar, to json: inout JSONWriter) {
        writeOccurrence(bar.occurrence, color: bar.color.name, to: &json)
        json.field("lane", bar.lane)
        json.field("column", bar.column)
        json.field("span", bar.span)
        json.field("startsHere", bar.startsHere)
        json.field("endsHere", bar.endsHere)
    }

    /// Writes what every view says of an occurrence.
    func writeOccurrence(_ occurrence: EventOccurrence, color: String, to json: inout JSONWriter) {
        let isAllDay = occurrence.event.isAllDay
        json.field("key", occurrence.key.text)
        json.field("uid", occurrence.uid)
        json.field("calendar", occurrence.key.object.calendar.text)
        json.field("title", occurrence.event.title)
        json.field("location", occurrence.event.location)
        json.field("color", color)
        json.field("allDay", isAllDay)
        json.field("start", shownText(occurrence.start, isAllDay: isAllDay))
        json.field("end", isAllDay ? occurrence.lastDate.text : occurrence.end.text)
        json.field("status", occurrence.event.status.name)
        json.field("past", isPast(occurrence))
        json.field("repeats", occurrence.isRepeating)
        writePeople(occurrence, to: &json)
    }
}
