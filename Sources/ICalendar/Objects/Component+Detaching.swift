extension Component {
    /// The same component in memory of its own, so that it doesn't keep the whole text alive.
    var detached: Component {
        var source: [UInt8] = []
        source.reserveCapacity(size)
        collect(into: &source)
        var position = 0
        return placed(in: source, at: &position)
    }

    private var size: Int {
        var size = 0
        for node in nodes {
            switch node {
            case .property(let property): size += property.raw.count
            case .component(let component): size += component.size
            case .unread(let line): size += line.raw.count
            }
        }
        return size
    }

    private func collect(into source: inout [UInt8]) {
        for node in nodes {
            switch node {
            case .property(let property): source += property.raw
            case .component(let component): component.collect(into: &source)
            case .unread(let line): source += line.raw
            }
        }
    }

    private func placed(in source: [UInt8], at position: inout Int) -> Component {
        var copy = self
        copy.nodes = []
        copy.nodes.reserveCapacity(nodes.count)
        for node in nodes {
            switch node {
            case .property(let property):
                copy.nodes.append(.property(property.placed(in: source, at: position)))
                position += property.raw.count
            case .component(let component):
                copy.nodes.append(.component(component.placed(in: source, at: &position)))
            case .unread(let line):
                copy.nodes.append(.unread(line.placed(in: source, at: position)))
                position += line.raw.count
            }
        }
        return copy
    }
}
