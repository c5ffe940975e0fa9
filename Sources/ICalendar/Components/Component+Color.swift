extension Component {
    /// The colour: our own name for it, or the CSS name (RFC 7986 section 5.9).
    ///
    /// Our name counts only while the CSS name beside it is the one that it was written with.
    /// Otherwise another program has changed the colour without knowing about our name.
    public var colorName: String? {
        guard let written = text(.color) else { return nil }
        return ColorName.own(first(ColorName.property)?.textValue, writtenAs: written) ?? written
    }

    /// Sets the colour as a CSS name; one of our names that CSS lacks is stored beside it.
    public mutating func setColorName(_ name: String?) {
        let other = name.flatMap { ColorName.css(for: $0) }
        setText(.color, other ?? name)
        if let name, other != nil {
            if first(ColorName.property)?.textValue.isSame(ignoringCase: name) != true {
                set(.text(ColorName.property, name))
            }
        } else {
            remove(ColorName.property)
        }
    }
}

/// The names of colours that CSS lacks.
enum ColorName {
    /// The property that holds our name, stored beside `COLOR`.
    static let property = "X-MEANTIME-COLOR"

    /// The nearest CSS colour to one of our names; nil for other names.
    static func css(for name: String) -> String? {
        name.isSame(ignoringCase: "mint") ? "mediumaquamarine" : nil
    }

    /// Our name for the colour; nil if the CSS name beside it has changed since.
    static func own(_ name: String?, writtenAs color: String) -> String? {
        guard let name, let css = css(for: name), css.isSame(ignoringCase: color) else {
            return nil
        }
        return name
    }
}
