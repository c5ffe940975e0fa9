import Agenda

/// The numbers by which commands name events.
///
/// An event keeps its number as long as it's shown: what others change meanwhile mustn't make a command mean another event.
struct NumberedRows {
    /// An event that happens once keeps its name when it's moved.
    private struct Name: Hashable {
        let object: ObjectID
        let recurrenceID: String

        init(_ occurrence: EventOccurrence) {
            object = occurrence.key.object
            recurrenceID = occurrence.isRepeating ? occurrence.key.recurrenceID : ""
        }
    }

    private var numbers: [Name: Int] = [:]
    private var keys: [Int: OccurrenceKey] = [:]
    /// The last number that was given; none is given twice.
    private var last = 0
    /// The numbers that somebody may have seen.
    private var seen: Set<Int> = []

    /// Numbers what is shown now, in its order.
    mutating func number(_ occurrences: [EventOccurrence]) {
        let earlier = numbers
        numbers = [:]
        keys = [:]
        var new: [EventOccurrence] = []
        for occurrence in occurrences {
            guard let number = earlier[Name(occurrence)] else {
                new.append(occurrence)
                continue
            }
            numbers[Name(occurrence)] = number
            keys[number] = occurrence.key
        }
        for occurrence in new where numbers[Name(occurrence)] == nil {
            last += 1
            numbers[Name(occurrence)] = last
            keys[last] = occurrence.key
        }
        seen.formIntersection(keys.keys)
    }

    /// Notes that these numbers are on the screen.
    mutating func noteSeen(_ numbers: [Int]) { seen.formUnion(numbers) }

    /// The number of something that is shown; 0 for anything else.
    func number(of occurrence: EventOccurrence) -> Int { numbers[Name(occurrence)] ?? 0 }

    /// What a number names; nil if it names nothing, or hasn't been on the screen.
    func key(of number: Int) -> OccurrenceKey? { seen.contains(number) ? keys[number] : nil }
}
