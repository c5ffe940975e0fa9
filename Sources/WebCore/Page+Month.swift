import Agenda
import CalendarLayout
import CivilTime
import ICalendar

extension Page {
    func monthRange() -> [UInt8] {
        answer { json in
            json.field("firstWeek", 0)
            json.field("weeks", strip.weekCount)
            json.field("firstDate", MonthStrip.firstDate.text)
            json.field("lastDate", MonthStrip.lastDate.text)
        }
    }

    func week(of text: String) -> [UInt8] {
        guard let date = CivilDate(text) else { return failure("date", text) }
        return answer { $0.field("week", strip.week(of: date)) }
    }

    /// The rows of consecutive weeks, laid out.
    mutating func monthRows(from first: Int, count: Int, lanesMax: Int) -> [UInt8] {
        var layout = layout ?? MonthLayout(strip: strip, lanesMax: lanesMax)
        if layout.lanesMax != lanesMax { layout = MonthLayout(strip: strip, lanesMax: lanesMax) }
        let rows = layout.rows(from: first, count: count, in: agenda)
        self.layout = layout
        return answer { json in
            json.field("rows", rows) { json, row in
                json.object { write(row, to: &$0) }
            }
        }
    }

    private func write(_ row: MonthRow, to json: inout JSONWriter) {
        json.field("week", row.week)
        json.field("weekNumber", row.weekNumber)
        json.field("days", row.days) { json, day in
            json.object { write(day, to: &$0) }
        }
        json.field("chips", row.chips) { json, chip in
            json.object { write(chip, to: &$0) }
        }
    }

    private func write(_ day: MonthDay, to json: inout JSONWriter) {
        let parts = day.date.parts
        json.field("date", day.date.text)
        json.field("day", parts.day)
        json.field("month", parts.month)
        json.field("year", parts.year)
        json.field("weekday", Int(day.date.weekday.rawValue))
        json.field("today", day.date == today)
        json.field("first", parts.day == 1)
        json.field("count", day.count)
        json.field("more", day.overflow)
        json.field("dots", day.dots) { $0.string($1.name) }
    }

    private func write(_ chip: MonthChip, to json: inout JSONWriter) {
        let occurrence = chip.occurrence
        json.field("key", occurrence.key.text)
        json.field("uid", occurrence.uid)
        json.field("calendar", occurrence.key.object.calendar.text)
        json.field("title", occurrence.event.title)
        json.field("color", chip.color.name)
        json.field("lane", chip.lane)
        json.field("column", chip.column)
        json.field("span", chip.span)
        json.field("bar", occurrence.isBar)
        json.field("from", chip.startsHere)
        json.field("to", chip.endsHere)
        json.field("start", shownText(occurrence.start, isAllDay: occurrence.event.isAllDay))
        json.field("end", shownText(occurrence.end, isAllDay: occurrence.event.isAllDay))
        if !occurrence.event.isAllDay { json.field("time", clockText(occurrence.start)) }
        json.field("past", isPast(occurrence))
        json.field("status", occurrence.event.status.name)
        json.field("repeats", occurrence.isRepeating)
        writePeople(occurrence, to: &json)
    }

    /// Whether an occurrence is over.
    func isPast(_ occurrence: EventOccurrence) -> Bool {
        occurrence.event.isAllDay ? occurrence.lastDate < today : occurrence.endInstant <= now
    }

    /// A date for whole days, a local date-time for the rest.
    func shownText(_ time: CivilDateTime, isAllDay: Bool) -> String {
        isAllDay ? time.date.text : time.text
    }

    /// Hours and minutes.
    private func clockText(_ time: CivilDateTime) -> String {
        let text = time.text.utf8
        return String(decoding: Array(text.dropFirst(11).prefix(5)), as: UTF8.self)
    }
}
