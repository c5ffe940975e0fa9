import CivilTime
import Recurrence

extension QuickLanguage {
    /// German.
    public static let german = QuickLanguage(
        words: [days, compounds, numbers, times, between, repetitions, mixedIn].flatMap { $0 },
        firstHourLetter: 7,
        hasDottedDates: true,
        namesPlacesAt: false,
        holidays: holidays
    )

    private static let holidays: [(name: String, day: QuickHoliday.Day)] = [
        ("neujahr", .fixed(month: 1, day: 1)),
        ("valentinstag", .fixed(month: 2, day: 14)),
        ("weiberfastnacht", .easter(-52)), ("rosenmontag", .easter(-48)),
        ("faschingsdienstag", .easter(-47)),
        ("aschermittwoch", .easter(-46)), ("palmsonntag", .easter(-7)),
        ("gruendonnerstag", .easter(-3)), ("karfreitag", .easter(-2)),
        ("karsamstag", .easter(-1)), ("ostern", .easter(0)),
        ("ostersonntag", .easter(0)), ("ostermontag", .easter(1)),
        ("himmelfahrt", .easter(39)), ("christi himmelfahrt", .easter(39)),
        ("vatertag", .easter(39)), ("pfingsten", .easter(49)),
        ("pfingstsonntag", .easter(49)), ("pfingstmontag", .easter(50)),
        ("fronleichnam", .easter(60)),
        ("muttertag", .weekday(2, .sunday, month: 5)),
        ("reformationstag", .fixed(month: 10, day: 31)),
        ("halloween", .fixed(month: 10, day: 31)),
        ("allerheiligen", .fixed(month: 11, day: 1)),
        ("martinstag", .fixed(month: 11, day: 11)),
        ("nikolaus", .fixed(month: 12, day: 6)),
        ("heiligabend", .fixed(month: 12, day: 24)),
        ("weihnachten", .fixed(month: 12, day: 25)),
        ("silvester", .fixed(month: 12, day: 31)),
    ]

    private static let weekdays: [(name: String, weekday: Weekday)] = [
        ("montag", .monday), ("dienstag", .tuesday), ("mittwoch", .wednesday),
        ("donnerstag", .thursday), ("freitag", .friday), ("samstag", .saturday),
        ("sonnabend", .saturday), ("sonntag", .sunday),
    ]

    private static let parts: [(name: String, part: DayPart)] = [
        ("morgen", .morning), ("frueh", .morning), ("vormittag", .morning), ("mittag", .noon),
        ("nachmittag", .afternoon), ("abend", .evening), ("nacht", .night),
    ]

    /// "Montag", "montags", "Montagabend" and "abends".
    private static let compounds: [(spellings: String, meaning: QuickWord)] = {
        var words: [(spellings: String, meaning: QuickWord)] = []
        for (name, weekday) in weekdays {
            words.append((name, .weekday(weekday)))
            words.append((name + "s", .weekdays(weekday)))
            for (part, meaning) in parts {
                words.append((name + part, .weekdayPart(weekday, meaning)))
            }
        }
        for (name, part) in parts {
            words.append((name, .part(part)))
            words.append((name + "s", .partAdverb(part)))
        }
        return words
    }()

    private static let days: [(spellings: String, meaning: QuickWord)] = [
        ("mo", .weekday(.monday)), ("di", .weekday(.tuesday)), ("mi", .weekday(.wednesday)),
        ("do", .weekday(.thursday)), ("fr", .weekday(.friday)), ("sa", .weekday(.saturday)),
        ("so", .weekday(.sunday)), ("mo di mi do fr sa so", .needsCompany),
        ("januar jaenner jan", .month(1)), ("februar feber feb", .month(2)),
        ("maerz mrz", .month(3)), ("april apr", .month(4)), ("mai", .month(5)),
        ("juni juno jun", .month(6)), ("juli julei jul", .month(7)), ("august aug", .month(8)),
        ("september sept sep", .month(9)), ("oktober okt", .month(10)),
        ("november nov", .month(11)), ("dezember dez", .month(12)),
        ("wochenende we", .weekend), ("heute", .relativeDay(0)), ("morgen", .relativeDay(1)),
        ("uebermorgen", .relativeDay(2)),
        ("naechste naechsten naechster naechstes naechstem", .next(1)),
        ("uebernaechste uebernaechsten uebernaechster uebernaechstes", .next(2)),
        ("diese diesen dieser dieses diesem kommende kommenden kommender kommendes", .this),
        ("jetzt", .now), ("ende", .end), ("jahresende", .yearEnd), ("monatsende", .monthEnd),
        ("guten schoenen", .nameBefore), ("bis spaetestens faellig", .due),
    ]

    private static let numbers: [(spellings: String, meaning: QuickWord)] = [
        ("ein eine einer einem einen eins", .number(1)), ("zwei zwo", .number(2)),
        ("drei", .number(3)), ("vier", .number(4)), ("fuenf", .number(5)), ("sechs", .number(6)),
        ("sieben", .number(7)), ("acht", .number(8)), ("neun", .number(9)), ("zehn", .number(10)),
        ("elf", .number(11)), ("zwoelf", .number(12)), ("fuenfzehn", .number(15)),
        ("zwanzig", .number(20)), ("dreissig", .number(30)),
        ("erste ersten erster erstes", .rank(1)), ("zweite zweiten zweiter zweites", .rank(2)),
        ("dritte dritten dritter drittes", .rank(3)),
        ("vierte vierten vierter viertes", .rank(4)),
        ("letzte letzten letzter letztes", .rank(-1)),
        ("minuten minute min", .unit(.minute)), ("stunden stunde std h", .unit(.hour)),
        ("tage tagen tag tages", .unit(.day)), ("wochen woche", .unit(.week)),
        ("monate monaten monat monats", .unit(.month)),
        ("quartal quartale quartalen", .unit(.quarter)), ("jahre jahren jahr jahres", .unit(.year)),
        ("halbe halben", .half), ("anderthalb eineinhalb", .oneAndHalf), ("viertel", .quarter),
        ("dreiviertel", .threeQuarters),
    ]

    private static let times: [(spellings: String, meaning: QuickWord)] = [
        ("mitternacht", .midnight), ("uhr", .oClock), ("t", .letterT), ("h", .letterH),
        ("zeit ortszeit", .zoneTime), ("nach", .past), ("vor", .timeBefore), ("halb", .halfBefore),
        ("ganzen", .all), ("ganztaegig ganztags", .allDay), ("pm", .pm),
        ("abendbrot abendessen bar disko feier film fest kino kneipe konzert", .eveningEvent),
        ("oper party theater", .eveningEvent),
    ]

    private static let between: [(spellings: String, meaning: QuickWord)] = [
        ("am an zu ueber", .on), ("der die das dem den des", .the), ("um gegen", .at),
        ("von vom", .from),
        ("ab beginnend", .starting), ("zwischen", .between), ("bis", .to), ("bis", .until),
        ("zum", .the), ("fuer", .lasting), ("in im", .inside), ("und", .and),
        ("mit wegen fuer", .with), ("lang", .long), ("bei beim im", .placeMark),
        (
            "auftrag bedarf fall fragen fruehjahr fruehling gelegenheit griff herbst interesse"
                + " internet jahr kopf kreis monat rahmen regen schnee sommer team urlaub"
                + " vergleich voraus vorfeld wechsel winter zweifel",
            .notAPlace
        ),
    ]

    private static let repetitions: [(spellings: String, meaning: QuickWord)] = [
        ("jeden jede jeder jedes jedem alle", .every), ("werktag arbeitstag wochentag", .workday),
        ("werktags wochentags", .workdays), ("taeglich", .adverb(.daily, 1)),
        ("woechentlich", .adverb(.weekly, 1)), ("monatlich", .adverb(.monthly, 1)),
        ("jaehrlich", .adverb(.yearly, 1)),
        (
            "vierzehntaegig zweiwoechentlich zweiwoechig vierzehntaeglich",
            .adverb(.weekly, 2)
        ),
        ("vierteljaehrlich quartalsweise", .adverb(.monthly, 3)),
        ("halbjaehrlich", .adverb(.monthly, 6)), ("taegig", .long),
        ("taegliche taeglicher taegliches", .adjective(.daily, 1)),
        ("woechentliche woechentlicher woechentliches", .adjective(.weekly, 1)),
        ("monatliche monatlicher monatliches", .adjective(.monthly, 1)),
        ("jaehrliche jaehrlicher jaehrliches", .adjective(.yearly, 1)),
        ("mal x", .times), ("erinnern erinnere erinnerung erinner alarm", .remind),
        ("mich", .me), ("vorher davor zuvor", .before),
    ]

    /// What people who write both languages mix in most.
    private static let mixedIn: [(spellings: String, meaning: QuickWord)] = [
        ("today", .relativeDay(0)), ("tomorrow", .relativeDay(1)), ("monday", .weekday(.monday)),
        ("tuesday", .weekday(.tuesday)), ("wednesday", .weekday(.wednesday)),
        ("thursday", .weekday(.thursday)), ("friday", .weekday(.friday)),
        ("saturday", .weekday(.saturday)), ("sunday", .weekday(.sunday)), ("at", .at),
        ("every", .every), ("weekdays", .workdays),
        ("good black cyber ash easter palm super", .nameBefore),
    ]
}
