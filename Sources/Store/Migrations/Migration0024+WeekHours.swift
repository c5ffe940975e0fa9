/// Working hours of each weekday, from Monday: `540-1020`, or nothing for a day off, separated by commas.
///
/// The text is empty if the hours are the same on all days.
enum Migration0024 {
    static let statements = [
        """
        ALTER TABLE users ADD COLUMN week_hours TEXT NOT NULL DEFAULT ''
        CHECK (length(week_hours) <= 100)
        """
    ]
}
