import ServerBase

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a person shared with the page from another app on their device.
struct SharedThing: Hashable, Sendable {
    /// A shared file, with the name that the other app gave it.
    struct File: Hashable, Sendable {
        let name: String
        let octets: [UInt8]
    }

    let title: String
    let text: String
    let url: String
    let files: [File]

    /// Reads the fields that the manifest's `share_target` names.
    init(_ parts: [FormPart]) {
        func text(_ name: String) -> String {
            let octets = parts.first { $0.name == name && $0.fileName == nil }?.octets ?? []
            return String(decoding: octets, as: UTF8.self)
                .prefix(utf8Max: Limits.sharedTextBytesMax).trimmingSpaces()
        }
        title = text("title")
        self.text = text("text")
        url = text("url")
        files = parts.compactMap { part in
            guard part.name == "file", let name = part.fileName, !part.octets.isEmpty else {
                return nil
            }
            let shortName = name.prefix(utf8Max: Limits.nameBytesMax)
            return File(name: shortName, octets: Array(part.octets))
        }
    }
}

extension SharedThing {
    /// The texts, and the names of the files.
    struct Summary: Codable {
        let title: String
        let text: String
        let url: String
        let files: [String]
    }

    /// The summary as JSON, then each file in base64.
    var parts: [String] {
        get throws {
            let summary = Summary(title: title, text: text, url: url, files: files.map(\.name))
            let json = String(decoding: try JSONEncoder().encode(summary), as: UTF8.self)
            return [json] + files.map { Data($0.octets).base64EncodedString() }
        }
    }
}
