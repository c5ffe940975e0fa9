import Foundation

/// The starting inputs of a target.
enum Corpus {
    /// The files in a target's folder in `Fixtures/fuzz` and in the other folders it names.
    static func inputs(for target: FuzzTarget) throws -> [[UInt8]] {
        try (["fuzz/" + target.name] + target.moreInputs).flatMap { folder in
            try inputs(in: fixtures.appending(path: folder))
        }
    }

    /// Every file of a folder is an input, sorted by name.
    ///
    /// In a file that ends in `.lines` each line is an input; there `\n`, `\t` and `\\` are
    /// escapes.
    private static func inputs(in folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name in
            let file = folder.appending(path: name)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            if isFolder.boolValue { return [[UInt8]]() }
            let octets = [UInt8](try Data(contentsOf: file))
            return name.hasSuffix(".lines") ? lines(octets) : [octets]
        }
    }

    private static func lines(_ octets: [UInt8]) -> [[UInt8]] {
        octets.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }.map { line in
            var input: [UInt8] = []
            var rest = line[...]
            while let octet = rest.popFirst() {
                guard octet == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                    input.append(octet)
                    continue
                }
                switch escaped {
                case UInt8(ascii: "n"): input.append(0x0A)
                case UInt8(ascii: "t"): input.append(0x09)
                default: input.append(escaped)
                }
            }
            return input
        }
    }

    /// The `Fixtures` folder of the package that contains this file.
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
}
