/// Makes a name that every file system accepts: letters and digits, joined by hyphens.
func fileName(_ name: String, ending: String = ".ics") -> String {
    let letters = name.unicodeScalars.map { scalar in
        let isDigit = ("0"..."9").contains(scalar)
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || isDigit)
        return isPlain ? Character(scalar) : "-"
    }
    let words = String(letters).split(separator: "-").joined(separator: "-")
    return (words.isEmpty ? "calendar" : words) + ending
}
