extension CivilDateTime {
    /// Makes a date-time of a day number and a second of that day, as ``CivilDate`` and
    /// ``TimeOfDay`` count them; those out of bounds move to the nearest bound.
    ///
    /// Cheaper than making the two one by one, for whoever makes very many.
    public init(dayNumber: Int32, secondOfDay: Int32) {
        let day = Swift.min(Swift.max(dayNumber, CivilDate.min.dayNumber), CivilDate.max.dayNumber)
        self.init(
            date: CivilDate(unchecked: day),
            time: TimeOfDay(unchecked: Swift.min(Swift.max(secondOfDay, 0), 86_399))
        )
    }
}
