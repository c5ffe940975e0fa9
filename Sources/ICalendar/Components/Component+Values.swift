import CivilTime

extension Component {
    /// The text of the first property of a name.
    func text(_ name: PropertyName) -> String? { first(name)?.textValue }

    /// The texts of all properties of a name, each of which is a list.
    func texts(_ name: PropertyName) -> [String] {
        all(name).flatMap { $0.textValues }.filter { !$0.isEmpty }
    }

    /// The word of the first property of a name.
    func keyword(_ name: PropertyName) -> Keyword? {
        first(name).map { Keyword(String(decoding: $0.trimmedOctets, as: UTF8.self)) }
    }

    /// The instant of the first property of a name, which must be in UTC.
    func instant(_ name: PropertyName) -> Instant? {
        if case .utc(let instant)? = time(name) { instant } else { nil }
    }

    // MARK: Setting

    /// Sets a text and keeps its language, or removes it.
    mutating func setText(_ name: PropertyName, _ text: String?) {
        let old = first(name)
        guard let text else { return remove(name) }
        if let old, old.textValue.utf8.elementsEqual(text.utf8) { return }
        let language = old?.language.map { [Parameter("LANGUAGE", $0)] } ?? []
        set(.text(name.text, text, parameters: language))
    }

    /// Sets a list of texts, or removes it when it is empty.
    mutating func setTexts(_ name: PropertyName, _ texts: [String]) {
        let old = self.texts(name)
        let isSame =
            old.count == texts.count
            && zip(old, texts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
        guard !isSame else { return }
        if texts.isEmpty { remove(name) } else { set(.texts(name.text, texts)) }
    }

    /// Sets a value that needs no escapes, or removes it.
    mutating func setRaw(_ name: PropertyName, _ value: String?) {
        guard let value else { return remove(name) }
        if let old = first(name), old.valueOctets.elementsEqual(value.utf8) { return }
        set(Property(name: name.text, rawValue: value))
    }

    mutating func setNumber(_ name: PropertyName, _ number: Int?) {
        guard let number else { return remove(name) }
        if first(name)?.number != number { set(.number(name, number)) }
    }

    mutating func setTime(_ name: PropertyName, _ time: CalendarTime?) {
        guard let time else { return remove(name) }
        if self.time(name) != time { set(.time(name.text, time)) }
    }

    mutating func setDuration(_ name: PropertyName, _ duration: CalendarDuration?) {
        guard let duration else { return remove(name) }
        if first(name)?.duration != duration { set(.duration(name, duration)) }
    }

    /// Sets all properties of a name; those with the same value stay as they are.
    mutating func setEach<Value: Equatable>(
        _ name: PropertyName,
        _ values: [Value],
        read: (Property) -> Value?,
        write: (Value) -> Property
    ) {
        let old = all(name)
        var unused = old
        let new = values.map { value in
            let index = unused.firstIndex { read($0) == value }
            return index.map { unused.remove(at: $0) } ?? write(value)
        }
        if new != old { setAll(name.text, to: new) }
    }

    mutating func setEachText(_ name: PropertyName, _ texts: [String]) {
        setEach(name, texts, read: { $0.textValue }, write: { .text(name.text, $0) })
    }
}
