import Agenda

/// Somebody of the invented family or team.
struct DemoPerson {
    /// A week's habit: a title, when, and how long.
    struct Habit {
        let title: String
        let days: String
        let hour: Int
        var minute = 0
        var minutes = 60
        /// Every so many weeks.
        var interval = 1
    }

    /// A calendar of theirs, and what their group sees of it.
    struct Shelf {
        let name: String
        let color: String
        let level: SightLevel
        var habits: [Habit] = []
        /// What happens now and then, and how often in a year.
        var now: [String] = []
        var timesAYear = 0
        /// The hours at which that begins.
        var hours = 9..<18
        /// Whether it never happens at a weekend.
        var isWork = false
    }

    let name: String
    /// Hours of work, as minutes of the day, and the zone of their clock.
    var fromMinute = 540
    var toMinute = 1_020
    var zone = "Europe/Berlin"
    var role = GroupRole.member
    /// What the group sees of what is not named.
    let level: SightLevel
    /// How they look; nil for somebody who shows no picture.
    let portrait: DemoPortrait?
    /// Their calendars; the first is the one that an account begins with.
    let shelves: [Shelf]

    /// Where they sign in: the first name, in small letters.
    var email: String { name.prefix { $0 != " " }.lowercased() + "@example.com" }
}

extension DemoPerson {
    /// Ana's family: her husband, their daughter and his mother.
    static let family = [
        DemoPerson(
            name: "Jonas Lindner",
            fromMinute: 360,
            toMinute: 900,
            role: .admin,
            level: .full,
            portrait: .jonas,
            shelves: [
                Shelf(
                    name: "Personal",
                    color: "green",
                    level: .full,
                    habits: [
                        Habit(title: "Five-a-side ⚽", days: "MO", hour: 20, minutes: 90),
                        Habit(title: "Cook for everybody", days: "SA", hour: 11, minutes: 120),
                    ],
                    now: ["Garage", "Beer with Bogdan", "Barber", "Fix the shed", "Cinema"],
                    timesAYear: 30
                ),
                Shelf(
                    name: "Shifts",
                    color: "blue",
                    level: .busy,
                    habits: [Habit(title: "Early shift", days: "TU,WE,FR", hour: 6, minutes: 510)]
                ),
                Shelf(
                    name: "Surprises",
                    color: "pink",
                    level: .hidden,
                    now: ["Order Ana’s present", "Collect the ring", "Book the boat"],
                    timesAYear: 4
                ),
            ]
        ),
        DemoPerson(
            name: "Mila Lindner",
            fromMinute: 480,
            toMinute: 840,
            level: .busy,
            portrait: nil,
            shelves: [
                Shelf(
                    name: "Mine",
                    color: "purple",
                    level: .busy,
                    habits: [Habit(title: "Band practice", days: "FR", hour: 17, minutes: 120)],
                    now: ["Sleepover", "Phone call", "Study group", "Shopping with Zoë"],
                    timesAYear: 40,
                    hours: 15..<21
                ),
                Shelf(
                    name: "Training",
                    color: "orange",
                    level: .full,
                    habits: [
                        Habit(title: "Handball", days: "TU,TH", hour: 17, minute: 30, minutes: 90)
                    ]
                ),
            ]
        ),
        DemoPerson(
            name: "Ilse Lindner",
            fromMinute: 600,
            toMinute: 720,
            level: .full,
            portrait: .ilse,
            shelves: [
                Shelf(
                    name: "Ilse",
                    color: "teal",
                    level: .full,
                    habits: [
                        Habit(title: "Water gymnastics", days: "TH", hour: 10),
                        Habit(title: "Bridge 🃏", days: "WE", hour: 15, minutes: 150),
                        Habit(title: "Market", days: "SA", hour: 8, minutes: 90),
                    ],
                    now: ["Doctor", "Concert", "Allotment club", "Visit Otto’s sister"],
                    timesAYear: 30
                )
            ]
        ),
    ]

    /// The team that Ana works in; the first leads it.
    static let team = [
        colleague("Noor Haddad", "Europe/Berlin", .owner, .noor, privacy: .busy),
        colleague("Takeshi Mori", "Asia/Tokyo", .member, .takeshi, privacy: .busy),
        colleague("Ines Duarte", "Europe/Lisbon", .admin, .ines, privacy: .hidden),
        colleague("Bogdan Ionescu", "Europe/Bucharest", .member, nil, privacy: .hidden),
    ]

    /// Somebody who shows what their work is, and of the rest at most the times.
    private static func colleague(
        _ name: String,
        _ zone: String,
        _ role: GroupRole,
        _ portrait: DemoPortrait?,
        privacy: SightLevel
    ) -> DemoPerson {
        DemoPerson(
            name: name,
            zone: zone,
            role: role,
            level: .busy,
            portrait: portrait,
            shelves: [
                Shelf(
                    name: "Personal",
                    color: "purple",
                    level: privacy,
                    habits: [
                        Habit(title: "Course", days: "WE", hour: 18, minutes: 90, interval: 2)
                    ],
                    now: ["Dentist", "Parcel", "School", "Call home"],
                    timesAYear: 20
                ),
                Shelf(
                    name: "Work",
                    color: "green",
                    level: .full,
                    now: ["Customer call", "Interview", "Review", "Workshop", "Focus time"],
                    timesAYear: 40,
                    hours: 10..<16,
                    isWork: true
                ),
            ]
        )
    }
}

extension SightLevel {
    /// What Ana shows of a calendar: much at home, little at work.
    static func anaShows(_ calendar: String, toFamily: Bool) -> SightLevel {
        switch calendar {
        case "Work": toFamily ? .busy : .full
        case "Personal": toFamily ? .full : .busy
        default: toFamily ? .full : .hidden
        }
    }
}
