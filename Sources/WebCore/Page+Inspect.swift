import Agenda
import CivilTime
import ICalendar

extension Page {
    /// What a file holds, before it is imported.
    func inspect(_ octets: [UInt8]) -> [UInt8] {
        let contents = CalendarFile.read(octets, zones: nil)
        var summary = FileSummary()
        for object in contents.objects { summary.add(object, in: agenda.zone) }
        return answer { json in
            json.field("events", summary.eventCount)
            json.field("series", contents.objects.count)
            json.field("repeating", summary.repeatingCount)
            json.field("first", orNull: summary.first?.text)
            json.field("last", orNull: summary.last?.text)
            json.field("name", contents.suggestedName ?? "")
            let color = contents.suggestedColor.flatMap { EventColor($0) }
            json.field("color", color?.name ?? "")
            json.field("problemCount", contents.problems.reduce(0) { $0 + $1.count })
            json.field("problems", Array(contents.problems.prefix(200))) { json, problem in
                json.object {
                    $0.field("line", problem.line)
                    $0.field("code", problem.code)
                    $0.field("values", problem.values) { $0.string($1) }
                    $0.field("message", problem.message)
                    $0.field("outcome", problem.outcome.word)
                }
            }
            json.field("sample", summary.sample) { json, sample in
                json.object {
                    $0.field("title", sample.title)
                    $0.field("start", sample.start)
                    $0.field("allDay", sample.isAllDay)
                }
            }
        }
    }
}

extension Problem {
    /// How many problems this stands for.
    fileprivate var count: Int {
        if case .more(let count) = kind { count } else { 1 }
    }
}

/// Counts over the events of a file.
private struct FileSummary {
    struct Sample {
        let title: String
        let start: String
        let isAllDay: Bool
    }

    var eventCount = 0
    var repeatingCount = 0
    var first: CivilDate?
    var last: CivilDate?
    var sample: [Sample] = []

    mutating func add(_ object: CalendarObject, in zone: Zone) {
        for event in object.events {
            guard let start = event.start else { continue }
            eventCount += 1
            if event.component.first("RRULE") != nil { repeatingCount += 1 }
            let date = start.civil.date
            first = first.map { min($0, date) } ?? date
            last = last.map { max($0, date) } ?? date
            guard sample.count < 5 else { continue }
            sample.append(
                Sample(
                    title: event.summary ?? "",
                    start: start.isDate ? date.text : start.civil.text,
                    isAllDay: start.isDate
                )
            )
        }
    }
}
