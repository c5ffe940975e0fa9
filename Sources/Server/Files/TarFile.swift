/// Headers of a `ustar` archive (POSIX.1-1988), which every system can unpack.
enum TarFile {
    private static let blockBytes = 512

    /// The header before a file.
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
        // The sum of all bytes, with the checksum field itself counted as spaces.
        let sum = block.reduce(0) { $0 + Int($1) }
        put(octal(sum, digits: 6) + "\0 ", at: 148, upTo: 8)
        return block
    }

    /// The padding that fills a file's last block.
    static func padding(after byteCount: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockBytes - byteCount % blockBytes) % blockBytes)
    }

    /// Two empty blocks end the archive.
    static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
