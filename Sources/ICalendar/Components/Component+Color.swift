extension Component {
    /// The colour by its name here, or by that of CSS (RFC 7986 section 5.9).
    ///
    /// The name here counts as long as the CSS name beside it is the one it was written with:
    /// another program that changes the colour does not know of ours.
    public var colorName: String? {
        guard let written = text(.color) else { return nil }
        return ColorName.own(first(ColorName.property)?.textValue, writtenAs: written) ?? written
    }

    /// Sets the colour, as CSS names it; a name that CSS does not have stands beside it.
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

/// The names of colours that CSS does not have.
enum ColorName {
    /// Where the name stands beside `COLOR`.
    static let property = "X-MEANTIME-COLOR"

    /// The colour of CSS that is nearest to one that it has no name for; nil for others.
    static func css(for name: String) -> String? {
        name.isSame(ignoringCase: "mint") ? "mediumaquamarine" : nil
    }

    /// The name here, when the colour was written for it.
    static func own(_ name: String?, writtenAs color: String) -> String? {
        guard let name, let css = css(for: name), css.isSame(ignoringCase: color) else {
            return nil
        }
        return name
    }
}
