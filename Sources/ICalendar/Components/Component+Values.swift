import CivilTime

extension Component {
    /// The text of the first property of a name.
    func text(_ name: PropertyName) -> String? { first(name)?.textValue }

    /// The texts of all properties of a name, each of which is a list.
    func texts(_ name: PropertyName) -> [String] {
        all(name).flatMap { $0.textValues }.filter { !$0.isEmpty }
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

    /// Sets a time, or removes it.
    mutating func setTime(_ name: PropertyName, _ time: CalendarTime?) {
        guard let time else { return remove(name) }
        if self.time(name) != time { set(.time(name.text, time)) }
    }
}
