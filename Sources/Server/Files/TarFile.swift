/// The headers of an archive as POSIX.1-1988 has it (`ustar`), which every system unpacks.
enum TarFile {
    private static let blockBytes = 512

    /// What stands before a file.
    static func header(name: String, byteCount: Int, modifiedSecond: Int64) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: blockBytes)
        func put(_ text: String, at start: Int, upTo countMax: Int) {
            for (index, octet) in text.utf8.prefix(countMax).enumerated() {
                block[start + index] = octet
            }
        }
        put(name, at: 0, upTo: 100)
        put("0000600", at: 100, upTo: 7)
        put("0000000", at: 108, upTo: 7)
        put("0000000", at: 116, upTo: 7)
        put(octal(byteCount, digits: 11), at: 124, upTo: 11)
        put(octal(Int(max(0, modifiedSecond)), digits: 11), at: 136, upTo: 11)
        put("        ", at: 148, upTo: 8)
        put("0", at: 156, upTo: 1)
        put("ustar", at: 257, upTo: 5)
        put("00", at: 263, upTo: 2)
        // The sum of all octets, with the field itself taken as spaces.
        let sum = block.reduce(0) { $0 + Int($1) }
        put(octal(sum, digits: 6) + "\0 ", at: 148, upTo: 8)
        return block
    }

    /// What fills the last block of a file.
    static func padding(after byteCount: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockBytes - byteCount % blockBytes) % blockBytes)
    }

    /// Two empty blocks.
    static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
