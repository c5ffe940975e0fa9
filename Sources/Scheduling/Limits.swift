/// The limits that keep one write from costing other people much.
enum Limits {
    /// The most different people that one event may invite.
    ///
    /// Each gets a copy in their calendar within the organizer's write.
    static let attendeesMax = 200
    /// The most times within 24 hours that an event with guests may happen: as often as a proposal
    /// may.
    static let timesOfDayMax = 24
    /// The most times of a series of long events that are compared with each other.
    static let timesComparedMax = 1_000
    /// The most octets that one write may send in all, counting the text once for each recipient.
    static let sentOctetsMax = 32 * 1_048_576
    /// The most occurrences of a series that are compared one by one with those it had before.
    static let comparedOccurrencesMax = 4_000
    /// The most steps that comparing two series may take in each of them.
    static let comparingStepsMax = 32_768
    /// The most time zones of one object that are looked up.
    static let zonesMax = 16
    /// The most occurrences that one reply may name.
    static let repliedOccurrencesMax = 500
    /// The most octets in one event that are there only because of one person's answers: a quarter
    /// of what an event may have.
    ///
    /// These are overrides of occurrences that the person answered alone, comments, and the lines
    /// of delegates. An override is as long as the series. So it takes four people who answer
    /// hundreds of days, or days of a very long text, before there's no room for the answers of
    /// others.
    static let answeredOctetsMax = 262_144
    /// The longest word of an answer (`PARTSTAT`) that an organizer's event takes, in octets.
    static let answerOctetsMax = 64
    /// The longest comment on an answer that an organizer's event takes, in octets: longer ones are cut.
    static let answerCommentOctetsMax = 2_000
    /// The most delegates that one attendee may name for one event (`DELEGATED-TO`).
    static let delegatesMax = 5
    /// The longest line of a delegate, in octets.
    static let delegateOctetsMax = 2_000
    /// The most occurrences whose cancellation somebody is told one by one.
    ///
    /// If there are more, the whole series is sent again, which is shorter.
    static let cancelledOccurrencesMax = 500
    /// The most people whose free and busy times one request may ask for.
    static let freeBusyAttendeesMax = 100
    /// The longest span of free and busy times that one request may ask for: 400 days.
    static let freeBusySecondsMax = Int64(400 * 86_400)
    /// The longest calendar user address that is compared, in octets.
    static let addressOctetsMax = 2_000
}
