extension TreeBuilder {
    mutating func begin(_ property: Property) {
        let name = property.trimmedValue
        guard skippedDepth == 0 else {
            skippedDepth += 1
            return
        }
        let known = ComponentName(octets: name)
        if known == .calendar {
            closeAll()
        } else if TreeBuilder.isObject(known) {
            closeOpenObject()
        }
        guard stack.count < Limits.nestingMax else {
            note(.nestedTooDeep(max: Limits.nestingMax), line: property.line)
            stack[stack.count - 1].isDamaged = true
            skippedDepth = 1
            return
        }
        var component = Component(name: name, nodes: [], line: property.line)
        if stack.isEmpty || isInCalendar {
            openOctets = 0
            needsRepair = false
        }
        guard hasRoom(forComponentOn: property.line) else {
            skippedDepth = 1
            return
        }
        if isStreaming, stack.isEmpty, known == .calendar {
            parts.append(.begin(component))
            rootCount += 1
        }
        component.nodes.reserveCapacity(known == .event ? 24 : 4)
        stack.append(Frame(component: component))
    }

    /// Whether one more component may be opened.
    private mutating func hasRoom(forComponentOn line: Int) -> Bool {
        stack.isEmpty || hasRoom(for: 0, line: line)
    }

    mutating func end(_ property: Property) {
        let name = property.trimmedValue
        guard skippedDepth == 0 else {
            skippedDepth -= 1
            return
        }
        let opened = stack.lastIndex { $0.component.isNamed(name) }
        guard let opened else {
            note(.endWithoutBegin(component: upperCasedName(name)), line: property.line)
            return
        }
        while stack.count > opened + 1 { dropTop() }
        closeTop()
    }

    /// Whether a component is of a kind that is never inside another one of these kinds.
    ///
    /// If one begins inside another, an END was forgotten. That then costs one event and not all
    /// the following ones.
    private static func isObject(_ name: ComponentName?) -> Bool {
        switch name {
        case .event, .task, .journal, .timeZone, .freeBusy: true
        default: false
        }
    }

    private mutating func closeOpenObject() {
        guard let index = stack.lastIndex(where: { TreeBuilder.isObject($0.component.knownName) })
        else { return }
        while stack.count > index { dropTop() }
    }

    /// Closes the component on top of the stack after its END.
    private mutating func closeTop() {
        guard let frame = stack.popLast() else { return }
        guard frame.isDamaged else {
            deliver(frame.component)
            return
        }
        if stack.count > 1 {
            // A damaged alarm takes its event with it.
            stack[stack.count - 1].isDamaged = true
        } else {
            note(.damaged(component: frame.component.name), line: frame.component.line)
            rememberDropped(frame.component)
        }
    }

    /// Drops the component on top of the stack, which has no END.
    private mutating func dropTop() {
        guard let frame = stack.popLast() else { return }
        note(.componentWithoutEnd(component: frame.component.name), line: frame.component.line)
        rememberDropped(frame.component)
        if stack.count > 1 { stack[stack.count - 1].isDamaged = true }
    }

    /// Remembers the UID of a dropped component unless it is an override: no override may stay
    /// without its master.
    private mutating func rememberDropped(_ component: Component) {
        guard let uid = component.first(.uid), component.first(.recurrenceID) == nil else {
            return
        }
        if isStreaming {
            parts.append(.dropped(uid: Array(uid.valueOctets)))
        } else {
            droppedUIDs.append(Array(uid.valueOctets))
        }
    }

    /// Closes everything that is open, before another calendar or at the end of the file.
    mutating func closeAll() {
        skippedDepth = 0
        while stack.count > 1 { dropTop() }
        guard let last = stack.last else { return }
        guard last.component.isNamed(.calendar) else { return dropTop() }
        note(.calendarWithoutEnd, line: last.component.line)
        closeTop()
    }

    /// Hands an intact component on: to the parts, the roots or the component around it.
    private mutating func deliver(_ component: Component) {
        var component = component
        if needsRepair, stack.isEmpty || isInCalendar, !component.isNamed(.calendar) {
            needsRepair = false
            var repair = ComponentRepair(component)
            log.component = component.withReadableTitle
            repair.run(log: &log)
            log.component = nil
            component = repair.component
        }
        if isStreaming, stack.isEmpty, component.isNamed(.calendar) {
            parts.append(.end)
        } else if isStreaming, stack.isEmpty || isInCalendar {
            if stack.isEmpty { rootCount += 1 }
            parts.append(.component(component))
        } else if stack.isEmpty {
            rootCount += 1
            roots.append(component)
        } else {
            stack[stack.count - 1].component.nodes.append(.component(component))
        }
    }
}

extension Component {
    /// The component with its title decoded, so that problems can name it.
    var withReadableTitle: Component {
        guard let title = first(.summary)?.withoutQuotedPrintable else { return self }
        var copy = self
        copy.set(title)
        return copy
    }
}
