import CivilTime
import Recurrence

extension QuickLanguage {
    /// English.
    public static let english = QuickLanguage(
        words: days + numbers + times + between + repetitions,
        firstHourLetter: 13,
        hasDottedDates: false,
        namesPlacesAt: true,
        holidays: holidays
    )

    /// Those that are on the same day wherever English is spoken, and those of the United States.
    private static let holidays: [(name: String, day: QuickHoliday.Day)] = [
        ("new year's day", .fixed(month: 1, day: 1)),
        ("valentine's day", .fixed(month: 2, day: 14)),
        ("shrove tuesday", .easter(-47)), ("ash wednesday", .easter(-46)),
        ("palm sunday", .easter(-7)), ("maundy thursday", .easter(-3)),
        ("good friday", .easter(-2)), ("easter", .easter(0)),
        ("easter sunday", .easter(0)), ("easter monday", .easter(1)),
        ("ascension day", .easter(39)), ("pentecost", .easter(49)),
        ("whit sunday", .easter(49)), ("whit monday", .easter(50)),
        ("memorial day", .weekday(-1, .monday, month: 5)),
        ("independence day", .fixed(month: 7, day: 4)),
        ("labor day", .weekday(1, .monday, month: 9)),
        ("halloween", .fixed(month: 10, day: 31)),
        ("thanksgiving", .weekday(4, .thursday, month: 11)),
        ("christmas eve", .fixed(month: 12, day: 24)),
        ("christmas", .fixed(month: 12, day: 25)),
        ("christmas day", .fixed(month: 12, day: 25)),
        ("xmas", .fixed(month: 12, day: 25)),
        ("boxing day", .fixed(month: 12, day: 26)),
        ("new year's eve", .fixed(month: 12, day: 31)),
    ]

    private static let days: [(spellings: String, meaning: QuickWord)] = [
        ("monday mon", .weekday(.monday)), ("tuesday tues tue", .weekday(.tuesday)),
        ("wednesday weds wed", .weekday(.wednesday)),
        ("thursday thurs thur thu", .weekday(.thursday)), ("friday fri", .weekday(.friday)),
        ("saturday satur sat", .weekday(.saturday)), ("sunday sun", .weekday(.sunday)),
        ("mon wed sat sun", .needsCompany),
        ("mondays", .weekdays(.monday)), ("tuesdays", .weekdays(.tuesday)),
        ("wednesdays", .weekdays(.wednesday)), ("thursdays", .weekdays(.thursday)),
        ("fridays", .weekdays(.friday)), ("saturdays", .weekdays(.saturday)),
        ("sundays", .weekdays(.sunday)),
        ("january jan", .month(1)), ("february feb", .month(2)), ("march mar", .month(3)),
        ("april apr", .month(4)), ("may", .month(5)), ("june jun", .month(6)),
        ("july jul", .month(7)), ("august aug", .month(8)), ("september sept sep", .month(9)),
        ("october oct", .month(10)), ("november nov", .month(11)), ("december dec", .month(12)),
        ("weekend", .weekend), ("today tod", .relativeDay(0)),
        ("tomorrow tmrw tmr tomorow tommorow tommorrow tomo", .relativeDay(1)),
        ("tonight tonite", .tonight), ("morning", .part(.morning)),
        ("lunchtime noontime", .part(.noon)), ("afternoon", .part(.afternoon)),
        ("evening night", .part(.evening)), ("next", .next(1)), ("this coming upcoming", .this),
        ("now", .now), ("after", .after), ("end", .end), ("by due", .due),
        ("good black cyber ash easter palm super", .nameBefore),
    ]

    private static let numbers: [(spellings: String, meaning: QuickWord)] = [
        ("a an one", .number(1)), ("two", .number(2)), ("three", .number(3)),
        ("four", .number(4)), ("five", .number(5)), ("six", .number(6)), ("seven", .number(7)),
        ("eight", .number(8)), ("nine", .number(9)), ("ten", .number(10)),
        ("eleven", .number(11)), ("twelve", .number(12)), ("fifteen", .number(15)),
        ("twenty", .number(20)), ("thirty", .number(30)),
        ("first", .rank(1)), ("second", .rank(2)), ("third", .rank(3)), ("fourth", .rank(4)),
        ("last", .rank(-1)), ("st nd rd th", .ordinalEnding),
        ("minutes minute mins min", .unit(.minute)), ("hours hour hrs hr h", .unit(.hour)),
        ("days day", .unit(.day)), ("weeks week wks wk", .unit(.week)),
        ("fortnight", .unit(.week)), ("months month", .unit(.month)),
        ("quarter quarters", .unit(.quarter)), ("years year yrs yr", .unit(.year)),
        ("half", .half), ("quarter", .quarter),
    ]

    private static let times: [(spellings: String, meaning: QuickWord)] = [
        ("noon midday", .noon), ("midnight", .midnight), ("o'clock oclock", .oClock),
        ("hrs", .oClock), ("am", .am), ("pm", .pm), ("a", .letterA), ("p", .letterP),
        ("m", .letterM), ("t", .letterT), ("h", .letterH), ("time", .zoneTime), ("past", .past),
        ("after", .past), ("all", .all), ("allday", .allDay),
        (
            "bar cinema concert dinner drinks film gig movie opera party play pub show",
            .eveningEvent
        ),
        ("supper theater theatre", .eveningEvent),
    ]

    private static let between: [(spellings: String, meaning: QuickWord)] = [
        ("on", .on), ("the", .the), ("at", .at), ("from", .from),
        ("starting beginning", .starting), ("between", .between), ("to", .to),
        ("until till til through thru", .until), ("for", .lasting), ("in", .inside),
        ("of", .of), ("and", .and), ("with", .with),
        (
            "it me us you him them least most best worst once random",
            .notAPlace
        ),
        ("street st road rd avenue ave lane ln square", .street),
    ]

    private static let repetitions: [(spellings: String, meaning: QuickWord)] = [
        ("every each", .every), ("other", .other), ("weekday workday", .workday),
        ("weekdays workdays", .workdays), ("daily", .adverb(.daily, 1)),
        ("weekly", .adverb(.weekly, 1)), ("monthly", .adverb(.monthly, 1)),
        ("yearly annually", .adverb(.yearly, 1)),
        ("biweekly fortnightly", .adverb(.weekly, 2)), ("bimonthly", .adverb(.monthly, 2)),
        ("quarterly", .adverb(.monthly, 3)), ("annual", .adjective(.yearly, 1)),
        ("times x", .times), ("remind reminder alert alarm", .remind), ("me", .me),
        ("before beforehand prior", .before),
    ]
}
