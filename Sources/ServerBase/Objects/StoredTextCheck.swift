import ICalendar
package import Store

extension DatabaseCheck.Text {
    /// What is wrong with the text, as a sentence; nil for nothing.
    ///
    /// Only what can be read as a whole, and is one object, was ever stored. Values that are repaired
    /// when they're read were stored by earlier versions.
    package var fault: String? {
        let octets = Array(ical.utf8)
        let contents = CalendarFile.read(octets)
        if let problem = contents.problems.first(where: {
            $0.outcome != .kept && !$0.isOfValues
        }) {
            return "line \(problem.line): \(problem.message)"
        }
        guard contents.objects.count == 1, let object = contents.objects.first else {
            return "there are \(contents.objects.count) objects in the text instead of one"
        }
        guard object.uid == uid else { return "the UID in the text is another one: \(object.uid)" }
        return nil
    }
}
