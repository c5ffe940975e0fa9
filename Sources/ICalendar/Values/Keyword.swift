/// A word out of a list that others may add to, such as a `PARTSTAT` or a `STATUS`.
///
/// Words are the same in any case; those that are not known are kept.
public struct Keyword: Hashable, Sendable {
    /// The word in capitals.
    public let text: String

    /// Makes a keyword of a word.
    public init(_ text: String) {
        self.text = upperCasedName(text.utf8)
    }

    /// Compares the octets.
    public static func == (left: Keyword, right: Keyword) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the octets.
    public func hash(into hasher: inout Hasher) {
        for octet in text.utf8 { hasher.combine(octet) }
    }
}

extension Keyword {
    // Whether somebody takes part: `PARTSTAT` (RFC 5545 section 3.2.12).

    /// No answer yet; also of a task that needs to be done.
    public static var needsAction: Keyword { Keyword("NEEDS-ACTION") }
    /// Comes.
    public static var accepted: Keyword { Keyword("ACCEPTED") }
    /// Does not come.
    public static var declined: Keyword { Keyword("DECLINED") }
    /// May come; also of an event that may take place.
    public static var tentative: Keyword { Keyword("TENTATIVE") }
    /// Sends somebody else.
    public static var delegated: Keyword { Keyword("DELEGATED") }

    // What somebody is for an event: `ROLE` (section 3.2.16).

    /// Leads it.
    public static var chair: Keyword { Keyword("CHAIR") }
    /// Has to be there.
    public static var requiredParticipant: Keyword { Keyword("REQ-PARTICIPANT") }
    /// May be there.
    public static var optionalParticipant: Keyword { Keyword("OPT-PARTICIPANT") }
    /// Is told, and not there.
    public static var nonParticipant: Keyword { Keyword("NON-PARTICIPANT") }

    // What somebody is: `CUTYPE` (section 3.2.3).

    /// A person.
    public static var individual: Keyword { Keyword("INDIVIDUAL") }
    /// Several people.
    public static var group: Keyword { Keyword("GROUP") }
    /// A room.
    public static var room: Keyword { Keyword("ROOM") }
    /// A thing.
    public static var resource: Keyword { Keyword("RESOURCE") }

    // How a task or a note stands: `STATUS` (section 3.8.1.11).

    /// Takes place.
    public static var confirmed: Keyword { Keyword("CONFIRMED") }
    /// Does not take place.
    public static var cancelled: Keyword { Keyword("CANCELLED") }
    /// Is done.
    public static var completed: Keyword { Keyword("COMPLETED") }
    /// Is being done.
    public static var inProcess: Keyword { Keyword("IN-PROCESS") }
    /// Is not finished yet.
    public static var draft: Keyword { Keyword("DRAFT") }
    /// Is finished.
    public static var final: Keyword { Keyword("FINAL") }

    // What an alarm does: `ACTION` (section 3.8.6.1).

    /// Makes a sound.
    public static var audio: Keyword { Keyword("AUDIO") }
    /// Shows a text.
    public static var display: Keyword { Keyword("DISPLAY") }
    /// Sends a message.
    public static var email: Keyword { Keyword("EMAIL") }

    // How time is taken: `FBTYPE` (section 3.2.9).

    /// Free.
    public static var free: Keyword { Keyword("FREE") }
    /// Taken.
    public static var busy: Keyword { Keyword("BUSY") }
    /// Taken, and nothing can be moved.
    public static var busyUnavailable: Keyword { Keyword("BUSY-UNAVAILABLE") }
    /// Maybe taken.
    public static var busyTentative: Keyword { Keyword("BUSY-TENTATIVE") }

    // What another component is for this one: `RELTYPE` (section 3.2.15).

    /// What this is a part of.
    public static var parent: Keyword { Keyword("PARENT") }
    /// A part of this.
    public static var child: Keyword { Keyword("CHILD") }
    /// A part of the same.
    public static var sibling: Keyword { Keyword("SIBLING") }
}
