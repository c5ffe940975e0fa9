import Agenda

/// A member of the invented family or team.
struct DemoPerson {
    /// Something done every week: a title, when, and for how long.
    struct Habit {
        let title: String
        let days: String
        let hour: Int
        var minute = 0
        var minutes = 60
        /// The interval in weeks.
        var interval = 1
    }

    /// A calendar, and what its owner's group sees of it.
    struct Shelf {
        let name: String
        let color: String
        let level: AccessLevel
        var habits: [Habit] = []
        /// Titles of occasional events, and how many there are in a year.
        var now: [String] = []
        var timesAYear = 0
        /// The hours at which occasional events start.
        var hours = 9..<18
        /// Whether occasional events never fall on a weekend.
        var isWork = false
    }

    let name: String
    /// Working hours, in minutes after midnight, and the person's time zone.
    var fromMinute = 540
    var toMinute = 1_020
    var zone = "Europe/Berlin"
    var role = GroupRole.member
    /// What the group sees of calendars that aren't in ``shelves``.
    let level: AccessLevel
    /// The face to draw; nil for somebody without a picture.
    let portrait: DemoPortrait?
    /// The calendars; the first is the one every account starts with.
    let shelves: [Shelf]

    /// The address to sign in with: the first name in lower case.
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

    /// The team that Ana works in; the first member leads it.
    static let team = [
        colleague("Noor Haddad", "Europe/Berlin", .owner, .noor, privacy: .busy),
        colleague("Takeshi Mori", "Asia/Tokyo", .member, .takeshi, privacy: .busy),
        colleague("Ines Duarte", "Europe/Lisbon", .admin, .ines, privacy: .hidden),
        colleague("Bogdan Ionescu", "Europe/Bucharest", .member, nil, privacy: .hidden),
    ]

    /// A colleague who shows the team the whole work calendar, and of the personal one only busy times
    /// or nothing.
    private static func colleague(
        _ name: String,
        _ zone: String,
        _ role: GroupRole,
        _ portrait: DemoPortrait?,
        privacy: AccessLevel
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

extension AccessLevel {
    /// How much of a calendar Ana shares: a lot at home, little at work.
    static func anaShows(_ calendar: String, toFamily: Bool) -> AccessLevel {
        switch calendar {
        case "Work": toFamily ? .busy : .full
        case "Personal": toFamily ? .full : .busy
        default: toFamily ? .full : .hidden
        }
    }
}
