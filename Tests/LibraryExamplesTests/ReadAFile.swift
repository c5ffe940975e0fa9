import ICalendar

extension ExampleRun {
    func readAFile(_ octets: [UInt8]) {
        // Example:
        let file = CalendarFile.read(octets)
        for problem in file.problems {
            print("line \(problem.line): \(problem.message)")
        }
        for event in file.objects.flatMap({ $0.events }) {
            print(event.start?.basicText ?? "", event.summary ?? "")
        }
        // line 21: RRULE that cannot be read: FREQ=WEKLY is not valid, kept
        // 20260330T091500 Stand-up
        // 20260403 Fair
        // 20260330T120000 Lunch
        // End of the example.
    }
}
