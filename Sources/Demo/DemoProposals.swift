import Agenda
import CivilTime
import ICalendar

/// Proposals to the invented groups for the days after today, with answers.
struct DemoProposals {
    /// A candidate, a number of days after today.
    struct Time {
        let day: Int
        let hour: Int
        var minute = 0
        var minutes = 60
        var rule = ""
        /// The answers, each with a first name.
        var answers: [Answer] = []
    }

    /// An answer to all occurrences of a candidate, or to the one some weeks after the first.
    struct Answer {
        let name: String
        let choice: ProposalChoice
        var comment: String?
        var weeksLater: Int?
    }

    let today: CivilDate
    let zones: ZoneCatalogue
    let now: Instant

    private var zone: String { "Europe/Berlin" }

    /// The days from today to the next `weekday` that is at least two days away.
    private func days(to weekday: Weekday) -> Int {
        2 + weekday.days(after: today.adding(days: 2).weekday)
    }

    /// A dinner with three candidates.
    func dinner(_ people: [ProposalMember]) throws -> [(uid: String, octets: [UInt8])] {
        let (saturday, sunday) = (days(to: .saturday), days(to: .sunday))
        return try texts(
            "dinner",
            "Dinner for Grandma’s birthday 🎂",
            place: "Trattoria Luigi",
            of: "Ana",
            to: people,
            at: [
                Time(
                    day: saturday,
                    hour: 18,
                    minutes: 180,
                    answers: [
                        Answer(name: "Jonas", choice: .yes), Answer(name: "Mila", choice: .yes),
                    ]
                ),
                Time(
                    day: sunday,
                    hour: 12,
                    minute: 30,
                    minutes: 150,
                    answers: [
                        Answer(name: "Jonas", choice: .maybe, comment: "After my shift"),
                        Answer(name: "Mila", choice: .no, comment: "We have a match"),
                    ]
                ),
                Time(
                    day: saturday + 7,
                    hour: 18,
                    minutes: 180,
                    answers: [Answer(name: "Jonas", choice: .no)]
                ),
            ]
        )
    }

    /// An evening that Ana is invited to.
    func games(_ people: [ProposalMember]) throws -> [(uid: String, octets: [UInt8])] {
        let answers = [Answer(name: "Ilse", choice: .yes, comment: "I’ll bring the cards")]
        let time = Time(
            day: days(to: .thursday),
            hour: 19,
            minute: 30,
            minutes: 120,
            answers: answers
        )
        return try texts("games", "Games night", of: "Jonas", to: people, at: [time])
    }

    /// A weekly lunch that Ana is invited to; one of the others misses it once.
    func lunch(_ people: [ProposalMember]) throws -> [(uid: String, octets: [UInt8])] {
        let time = Time(
            day: 7 + days(to: .wednesday),
            hour: 12,
            minute: 30,
            rule: "FREQ=WEEKLY;COUNT=10",
            answers: [
                Answer(name: "Ines", choice: .yes),
                Answer(name: "Ines", choice: .no, comment: "On holiday", weeksLater: 1),
                Answer(name: "Bogdan", choice: .maybe),
                Answer(name: "Takeshi", choice: .no, comment: "Night in Tokyo"),
            ]
        )
        return try texts(
            "lunch",
            "Lunch together",
            place: "Canteen",
            deadline: now.adding(seconds: 7 * 86_400),
            of: "Noor",
            to: people,
            at: [time]
        )
    }

    private func texts(
        _ name: String,
        _ title: String,
        place: String = "",
        deadline: Instant? = nil,
        of organizer: String,
        to people: [ProposalMember],
        at times: [Time]
    ) throws -> [(uid: String, octets: [UInt8])] {
        guard let organizer = people.named(organizer) else { throw ProposalError.notAMember }
        // An identity has 32 bytes.
        let identity = name + String(repeating: "0", count: 32 - name.utf8.count)
        var draft = ProposalDraft(
            identity: identity,
            title: title,
            organizer: organizer,
            members: people
        )
        draft.location = place
        draft.deadline = deadline
        let named = try times.enumerated().map { number, time in
            (uid: "demo-\(name)-\(number + 1)", time: try proposed(time))
        }
        let written = try Candidate.texts(draft, at: named, zones: zones, now: now)
        return try times.indices.map { index in
            let text = try answered(written[index], at: times[index], by: people)
            return (uid: named[index].uid, octets: text)
        }
    }

    private func proposed(_ time: Time) throws(ProposalError) -> ProposedTime {
        let start = start(time)
        return try ProposedTime(
            start: start.text,
            end: start.adding(seconds: time.minutes * 60).text,
            zone: zone,
            rule: time.rule
        )
    }

    private func start(_ time: Time) -> CivilDateTime {
        CivilDateTime(date: today.adding(days: time.day), time: .midnight)
            .adding(seconds: time.hour * 3_600 + time.minute * 60)
    }

    private func answered(
        _ text: [UInt8],
        at time: Time,
        by people: [ProposalMember]
    ) throws -> [UInt8] {
        var text = text
        for answer in time.answers {
            guard let member = people.named(answer.name) else { throw ProposalError.notAMember }
            text = try Candidate.answering(
                answer.choice,
                by: member.account,
                in: text,
                occurrence: answer.weeksLater.map {
                    start(time).adding(seconds: $0 * 7 * 86_400).basicText
                },
                comment: answer.comment,
                zones: zones,
                now: now
            )
        }
        return text
    }
}

extension [ProposalMember] {
    /// The member with a first name.
    fileprivate func named(_ first: String) -> ProposalMember? {
        self.first { $0.name.split(separator: " ").first.map(String.init) == first }
    }
}
