/// The colours of calendars as other programs write them.
enum HexadecimalColor {
    /// The light theme's, as the page draws them.
    private static let values = [
        "red": "#D92D20", "orange": "#BC5200", "yellow": "#8F6A00", "green": "#1E7F37",
        "teal": "#008299", "blue": "#0969DA", "purple": "#9A3ACB", "pink": "#D60F4A",
    ]

    /// Apple's form, with the opacity as a fourth pair of digits.
    static func text(of name: String) -> String {
        (values[name] ?? "#6E6E73") + "FF"
    }
}
