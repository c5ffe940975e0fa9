extension String {
    /// The longest prefix of whole characters that fits into a number of UTF-8 bytes.
    package func prefix(utf8Max: Int) -> String {
        var text = ""
        for character in self {
            guard text.utf8.count + character.utf8.count <= utf8Max else { break }
            text.append(character)
        }
        return text
    }
}
