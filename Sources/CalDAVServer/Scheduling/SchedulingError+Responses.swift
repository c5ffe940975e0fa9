import Scheduling
import WebDAV

extension DAVPrecondition {
    /// The condition of RFC 6638, 3.2.4 that an object doesn't meet.
    init(_ error: SchedulingError) {
        switch error {
        case .differentOrganizers: self.init(.calDAV("same-organizer-in-all-components"))
        case .organizerReplaced: self.init(.calDAV("allowed-organizer-scheduling-object-change"))
        case .attendeeChanged(let property):
            self.init(
                .calDAV("allowed-attendee-scheduling-object-change"),
                reason: "Only the organizer changes \(property)."
            )
        case .tooManyAttendees(let max):
            self.init(
                .calDAV("max-attendees-per-instance"),
                reason: "At most \(max) people can be invited."
            )
        case .tooMuchToSend(let octetsMax):
            self.init(
                .calDAV("max-attendees-per-instance"),
                reason: "Invitations take at most \(octetsMax) bytes in all."
            )
        }
    }
}
