import FoundationEssentials

/// Files that the command line is given.
enum CalendarFileReading {
    static func octets(of file: String) throws -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else {
            throw CommandError("\(file): can not be read")
        }
        return Array(data)
    }
}
