import CivilTime
import ICalendar

/// Ten years of a believable family and a small team, for trying out Meantime.
///
/// The same year always gives the same events, byte for byte: no clock or random source is read.
struct DemoCalendars {
    /// A calendar and the objects in it.
    struct Calendar {
        let name: String
        let color: String
        let objects: [CalendarObject]
    }

    /// The first of the ten years; the year passed to the initialiser is the sixth.
    let firstYear: Int
    private var dice: Dice

    /// Makes the data for the years around a day, usually today.
    init(around today: CivilDate) {
        firstYear = today.year - 5
        dice = Dice(seed: 20_261_121)
    }

    /// How many years have events.
    static let yearCount = 10

    /// The calendars of the demo account, in the order to list them.
    mutating func ofAna() -> [Calendar] {
        [
            Calendar(name: "Personal", color: "purple", objects: ana()),
            Calendar(name: "Kids & school", color: "orange", objects: school()),
            Calendar(name: "Work", color: "green", objects: work()),
            Calendar(name: "Travel", color: "teal", objects: travel()),
            Calendar(name: "Birthdays", color: "yellow", objects: birthdays()),
            Calendar(name: "Holidays", color: "red", objects: holidays()),
        ]
    }

    /// The calendars of the family and of the team.
    mutating func ofGroups() -> (family: Calendar, team: Calendar) {
        (
            Calendar(name: "Family", color: "pink", objects: family()),
            Calendar(name: "Team Harbour", color: "blue", objects: team())
        )
    }

    var years: Range<Int> { firstYear..<(firstYear + Self.yearCount) }

    func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        let length = CivilDate.dayCount(year: year, month: month)
        return CivilDate(year: year, month: month, day: min(day, length)) ?? .min
    }

    /// The first `weekday` on or after a date.
    private func first(_ weekday: Weekday, from date: CivilDate) -> CivilDate {
        date.adding(days: weekday.days(after: date.weekday))
    }

    private mutating func family() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "family")
        let start = date(firstYear, 1, 1)
        writer.add(
            "Dinner with the grandparents 👵👴",
            at: first(.sunday, from: start),
            hour: 18,
            minutes: 150,
            rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU",
            place: "Lindenweg 4"
        )
        writer.add(
            "Rubbish out",
            at: first(.wednesday, from: start),
            hour: 6,
            minute: 45,
            minutes: 15,
            rule: "FREQ=WEEKLY;BYDAY=WE"
        )
        writer.add("Rent", on: start, rule: "FREQ=MONTHLY;BYMONTHDAY=1")
        writer.add(
            "Family council",
            at: first(.friday, from: date(firstYear, 1, 24)),
            hour: 19,
            minutes: 60,
            rule: "FREQ=MONTHLY;BYDAY=-1FR"
        )
        writer.add("Clean the gutters", on: date(firstYear, 10, 31), rule: "FREQ=YEARLY")
        writer.add("Leap day breakfast 🐸", on: leapDay(), rule: "FREQ=YEARLY")
        let outings = [
            "Zoo", "Picnic by the lake", "Flea market", "Museum of transport", "Swimming pool",
            "Film night: long one with subtitles that Grandpa picked from a list of forty",
            "Board games 🎲", "Hike to the old quarry", "حفلة عائلية", "ארוחת ערב משפחתית",
            "Brunch", "Concert in the park 🎻", "Bike tour", "Cake for the neighbours 🎂",
        ]
        for year in years {
            for week in 0..<52 where dice.roll(100) < 70 {
                let friday = first(.friday, from: date(year, 1, 1))
                let day = friday.adding(days: week * 7 + dice.roll(3))
                writer.add(
                    dice.pick(outings),
                    at: day,
                    hour: 9 + dice.roll(10),
                    minute: dice.roll(4) * 15,
                    minutes: 60 + dice.roll(6) * 30
                )
            }
            for visit in 0..<4 {
                let day = date(year, 2 + visit * 3, 3 + dice.roll(20))
                writer.add(
                    dice.pick(["Dentist", "Eye doctor", "Car inspection", "Vaccination"]),
                    at: day,
                    hour: 8 + dice.roll(8),
                    minutes: 45,
                    place: "Markt 11"
                )
            }
            writer.add(
                "New Year’s party",
                at: date(year, 12, 31),
                hour: 20,
                minutes: 420,
                place: "At the Okafors’"
            )
        }
        return writer.objects
    }

    private func leapDay() -> CivilDate {
        let year = years.first { CivilDate.isLeap(year: $0) } ?? firstYear
        return date(year, 2, 29)
    }

    private mutating func ana() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "ana")
        let start = date(firstYear, 1, 1)
        writer.add(
            "Choir",
            at: first(.tuesday, from: start),
            hour: 19,
            minute: 30,
            minutes: 120,
            rule: "FREQ=WEEKLY;BYDAY=TU",
            place: "St. Nikolai",
            except: 6
        )
        writer.add(
            "Run",
            at: first(.monday, from: start),
            hour: 6,
            minute: 30,
            minutes: 40,
            rule: "FREQ=WEEKLY;BYDAY=MO,TH"
        )
        writer.add(
            "Call with Mai (Hanoi)",
            at: first(.saturday, from: start),
            hour: 20,
            minutes: 45,
            rule: "FREQ=WEEKLY;INTERVAL=4;BYDAY=SA",
            zone: "Asia/Ho_Chi_Minh"
        )
        writer.add(
            "Night shift",
            at: first(.thursday, from: date(firstYear + 4, 3, 1)),
            hour: 22,
            minutes: 480,
            rule: "FREQ=WEEKLY;INTERVAL=3;BYDAY=TH;COUNT=80"
        )
        let errands = [
            "Hairdresser", "Coffee with Jo ☕", "Book club: “The Master and Margarita”",
            "Tax papers", "Yoga", "Interview", "Physio", "Pick up the parcel", "Theatre",
            "Volunteer shift", "Spanish lesson", "Lunch",
        ]
        for year in years {
            for _ in 0..<65 {
                let day = date(year, 1, 1).adding(days: dice.roll(365))
                writer.add(
                    dice.pick(errands),
                    at: day,
                    hour: 8 + dice.roll(12),
                    minute: dice.roll(4) * 15,
                    minutes: 30 + dice.roll(5) * 15,
                    status: dice.roll(12) == 0 ? "TENTATIVE" : nil
                )
            }
        }
        return writer.objects
    }

    private mutating func school() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "school")
        for year in years {
            let autumn = first(.monday, from: date(year, 9, 1))
            let summer = date(year + 1, 7, 10).basicText
            writer.add(
                "Football training ⚽",
                at: autumn.adding(days: 2),
                hour: 16,
                minutes: 90,
                rule: "FREQ=WEEKLY;BYDAY=WE;UNTIL=\(summer)T215959Z",
                place: "Sports ground"
            )
            writer.add(
                "Piano",
                at: autumn.adding(days: 3),
                hour: 15,
                minute: 30,
                minutes: 45,
                rule: "FREQ=WEEKLY;BYDAY=TH;COUNT=36"
            )
            writer.add(
                "Early lessons",
                at: autumn,
                hour: 7,
                minute: 40,
                minutes: 45,
                rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=100"
            )
            writer.add("Parents’ evening", at: autumn.adding(days: 15), hour: 19, minutes: 90)
            writer.add("Autumn holidays", on: date(year, 10, 12), days: 12)
            writer.add("Christmas holidays", on: date(year, 12, 23), days: 14)
            writer.add("Winter holidays", on: date(year, 2, 4), days: 6)
            writer.add("Easter holidays", on: date(year, 3, 29), days: 12)
            writer.add("Summer holidays", on: date(year, 7, 11), days: 45)
            writer.add("Class trip", on: date(year, 5, 10 + dice.roll(8)), days: 3)
            for _ in 0..<24 {
                let day = date(year, 1, 8).adding(days: dice.roll(340))
                writer.add(
                    dice.pick([
                        "Maths test", "Match ⚽", "Playdate with Ibrahim", "School concert",
                        "Bake for the school fair", "Hand in the science project",
                    ]),
                    at: day,
                    hour: 8 + dice.roll(9),
                    minutes: 45 + dice.roll(3) * 30
                )
            }
        }
        return writer.objects
    }

    private func team() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "team")
        let start = first(.monday, from: date(firstYear, 1, 2))
        writer.add(
            "Stand-up",
            at: start,
            hour: 9,
            minute: 15,
            minutes: 15,
            rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            except: 14,
            move: 5
        )
        writer.add(
            "Planning",
            at: start,
            hour: 10,
            minutes: 90,
            rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
            place: "Room Pier 3"
        )
        writer.add(
            "Retrospective",
            at: start.adding(days: 11),
            hour: 15,
            minutes: 60,
            rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"
        )
        writer.add(
            "All hands",
            at: first(.tuesday, from: date(firstYear, 1, 8)),
            hour: 10,
            minutes: 60,
            rule: "FREQ=MONTHLY;BYDAY=2TU",
            zone: "America/New_York"
        )
        writer.add("On call", on: start, days: 7, rule: "FREQ=WEEKLY;INTERVAL=5")
        writer.add(
            "Quarter closes",
            on: date(firstYear, 3, 31),
            rule: "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1"
        )
        for year in years {
            writer.add("Conference", on: date(year, 6, 14), days: 4, place: "Lisbon")
            writer.add("Offsite", on: date(year, 9, 21), days: 3)
            writer.add("Deployment window", at: date(year, 11, 12), hour: 23, minutes: 240)
        }
        return writer.objects
    }

    private mutating func work() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "work")
        let people = ["Noor", "Takeshi", "Ines", "Bogdan", "Leïla", "Siobhán"]
        let topics = [
            "Review: import", "Design of the year view", "1:1", "Customer call", "Release",
            "Post-mortem of the outage in the harbour control room, with the vendor and legal",
            "Interview", "Workshop", "Demo 🚀", "Budget",
        ]
        for year in years {
            for week in 0..<50 {
                let monday = first(.monday, from: date(year, 1, 3)).adding(days: week * 7)
                for _ in 0..<3 {
                    let day = monday.adding(days: dice.roll(5))
                    writer.add(
                        "\(dice.pick(topics)) – \(dice.pick(people))",
                        at: day,
                        hour: 9 + dice.roll(8),
                        minute: dice.roll(2) * 30,
                        minutes: 30 + dice.roll(3) * 30,
                        status: dice.roll(25) == 0 ? "CANCELLED" : nil
                    )
                }
            }
        }
        return writer.objects
    }

    private mutating func travel() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "travel")
        let places = [
            "Lisbon", "Kraków", "Tokyo 🗼", "Reykjavík", "Marrakesh", "Hội An", "Ljubljana",
            "Isle of Skye", "Oaxaca",
        ]
        for year in years {
            let place = dice.pick(places)
            let leave = date(year, 7, 14 + dice.roll(6))
            writer.add(place, on: leave, days: 16)
            writer.add(
                "Flight to \(place)",
                at: leave,
                hour: 21,
                minute: 35,
                minutes: 680,
                place: "BER, Terminal 1"
            )
            writer.add("Check-in closes", at: leave, hour: 20, minutes: 0)
            writer.add("Skiing ⛷️", on: date(year, 2, 5 + dice.roll(4)), days: 5)
            for month in [3, 5, 10] {
                let friday = first(.friday, from: date(year, month, 4 + dice.roll(12)))
                writer.add("Weekend in \(dice.pick(places))", on: friday, days: 3)
                writer.add(
                    "Night train",
                    at: friday,
                    hour: 22,
                    minute: 9,
                    minutes: 560,
                    place: "Platform 12"
                )
            }
        }
        return writer.objects
    }

    private mutating func birthdays() -> [CalendarObject] {
        var writer = DemoWriter(prefix: "birthday")
        let people = [
            "Ana", "Jonas", "Mila", "Theo", "Grandma Ilse", "Grandpa Otto", "Noor", "Takeshi",
            "Ines", "Bogdan", "Leïla", "Siobhán", "Ibrahim", "Mai", "שירה", "سلمى", "Zoë", "Jo",
        ]
        for person in people {
            let day = date(firstYear, 1, 1).adding(days: dice.roll(365))
            writer.add("\(person) 🎂", on: day, rule: "FREQ=YEARLY")
        }
        return writer.objects
    }
}
