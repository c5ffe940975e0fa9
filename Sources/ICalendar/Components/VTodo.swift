public import CivilTime

/// A typed view of a task (RFC 5545 section 3.6.2).
public struct VTodo: ComponentView {
    /// The VTODO.
    public var component: Component

    /// Reads a component as a task; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.task) else { return nil }
        self.component = component
    }

    /// When it is due: DUE, or DTSTART plus DURATION; nil when it has neither.
    ///
    /// Setting it removes DURATION, as a task has one of the two.
    public var due: CalendarTime? {
        get {
            if let due = component.time(.due) { return due }
            guard let start, let duration else { return nil }
            return start.replacingCivil(start.civil.adding(duration))
        }
        set {
            component.setTime(.due, newValue)
            component.remove(.duration)
        }
    }

    /// The DURATION, when the task has one instead of DUE; it counts from DTSTART.
    ///
    /// Setting it removes DUE.
    public var duration: CalendarDuration? {
        get { component.first(.due) == nil ? component.first(.duration)?.duration : nil }
        set {
            component.setDuration(.duration, newValue)
            if newValue != nil { component.remove(.due) }
        }
    }

    /// When it was completed (section 3.8.2.1).
    public var completed: Instant? {
        get { component.instant(.completed) }
        set { component.setTime(.completed, newValue.map { .utc($0) }) }
    }

    /// The percentage done, 0 to 100; nil when there is no readable value (section 3.8.1.8).
    public var percentComplete: Int? {
        get {
            guard let number = component.first(.percentComplete)?.number else { return nil }
            return (0...100).contains(number) ? number : nil
        }
        set { component.setNumber(.percentComplete, newValue.map { min(max($0, 0), 100) }) }
    }

    /// Whether it is done.
    public var isCompleted: Bool {
        statusWord == .completed || component.first(.completed) != nil
    }
}

/// A journal entry (RFC 5545 section 3.6.3).
public struct VJournal: ComponentView {
    /// The VJOURNAL.
    public var component: Component

    /// Reads a component as a journal entry; nil when it is of another kind.
    public init?(_ component: Component) {
        guard component.isNamed(.journal) else { return nil }
        self.component = component
    }

    /// The texts of all `DESCRIPTION` lines; a journal entry may have several.
    public var texts: [String] {
        get { component.all(.description).map { $0.textValue } }
        set { component.setEachText(.description, newValue) }
    }
}
