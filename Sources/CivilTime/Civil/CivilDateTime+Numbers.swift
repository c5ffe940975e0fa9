extension CivilDateTime {
    /// Makes a date-time from a day number and a second of that day, clamping both to their bounds.
    ///
    /// They are counted as in ``CivilDate`` and ``TimeOfDay``. This is cheaper than making the two
    /// separately, which matters when making very many.
    public init(dayNumber: Int32, secondOfDay: Int32) {
        let day = Swift.min(Swift.max(dayNumber, CivilDate.min.dayNumber), CivilDate.max.dayNumber)
        self.init(
            date: CivilDate(unchecked: day),
            time: TimeOfDay(unchecked: Swift.min(Swift.max(secondOfDay, 0), 86_399))
        )
    }
}
