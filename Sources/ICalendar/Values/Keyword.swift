/// A word from a list that others may extend, such as a `PARTSTAT` or a `STATUS`.
///
/// Case doesn't matter; unknown words are kept.
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
    // Answers to an invitation: `PARTSTAT` (RFC 5545 section 3.2.12).

    /// No answer yet; also a task that is still to be done.
    public static var needsAction: Keyword { Keyword("NEEDS-ACTION") }
    /// Will attend.
    public static var accepted: Keyword { Keyword("ACCEPTED") }
    /// Won't attend.
    public static var declined: Keyword { Keyword("DECLINED") }
    /// May attend; also an event that may take place.
    public static var tentative: Keyword { Keyword("TENTATIVE") }
    /// Sends somebody else.
    public static var delegated: Keyword { Keyword("DELEGATED") }

    // Roles of participants: `ROLE` (section 3.2.16).

    /// Leads the event.
    public static var chair: Keyword { Keyword("CHAIR") }
    /// Must attend.
    public static var requiredParticipant: Keyword { Keyword("REQ-PARTICIPANT") }
    /// Is invited, but needn't attend.
    public static var optionalParticipant: Keyword { Keyword("OPT-PARTICIPANT") }
    /// Is informed only.
    public static var nonParticipant: Keyword { Keyword("NON-PARTICIPANT") }

    // Kinds of participants: `CUTYPE` (section 3.2.3).

    /// A person.
    public static var individual: Keyword { Keyword("INDIVIDUAL") }
    /// Several people.
    public static var group: Keyword { Keyword("GROUP") }
    /// A room.
    public static var room: Keyword { Keyword("ROOM") }
    /// A thing.
    public static var resource: Keyword { Keyword("RESOURCE") }

    // The status of an event, task or journal entry: `STATUS` (section 3.8.1.11).

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

    // What alarms do: `ACTION` (section 3.8.6.1).

    /// Makes a sound.
    public static var audio: Keyword { Keyword("AUDIO") }
    /// Shows a text.
    public static var display: Keyword { Keyword("DISPLAY") }
    /// Sends a message.
    public static var email: Keyword { Keyword("EMAIL") }

    // Kinds of free and busy time: `FBTYPE` (section 3.2.9).

    /// Free.
    public static var free: Keyword { Keyword("FREE") }
    /// Busy.
    public static var busy: Keyword { Keyword("BUSY") }
    /// Busy, and nothing can be scheduled then.
    public static var busyUnavailable: Keyword { Keyword("BUSY-UNAVAILABLE") }
    /// Maybe busy.
    public static var busyTentative: Keyword { Keyword("BUSY-TENTATIVE") }

    // How another component is related to this one: `RELTYPE` (section 3.2.15).

    /// This one is a part of it.
    public static var parent: Keyword { Keyword("PARENT") }
    /// It is a part of this one.
    public static var child: Keyword { Keyword("CHILD") }
    /// Both are parts of the same component.
    public static var sibling: Keyword { Keyword("SIBLING") }
}
