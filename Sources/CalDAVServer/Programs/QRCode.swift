import CQREncode
import ServerBase

/// A QR code (ISO/IEC 18004): text as a square of dark and light modules, for a phone's camera.
struct QRCode {
    /// From top to bottom, with `1` for a dark module and `0` for a light one, without the margin.
    let rows: [String]

    /// Encodes a text in the smallest square it fits into.
    ///
    /// About 15 % of the modules may be unreadable: enough for a screen with glare.
    ///
    /// - Throws: `notValidField` if the text is empty or too long.
    init(_ text: String) throws(ServerError) {
        let octets = Array(text.utf8)
        guard 1...Limits.codeTextBytesMax ~= octets.count,
            let code = QRcode_encodeData(Int32(octets.count), octets, 0, QR_ECLEVEL_M)
        else {
            throw .notValidField(
                name: "text",
                reason: "A code's text has 1 to \(Limits.codeTextBytesMax) octets."
            )
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        let modules = (0..<width * width).map { index in
            // The lowest bit is the colour; the others say what the module is for.
            code.pointee.data[index] & 1 == 1 ? UInt8(ascii: "1") : UInt8(ascii: "0")
        }
        rows = (0..<width).map { row in
            String(decoding: modules[row * width..<(row + 1) * width], as: UTF8.self)
        }
    }
}
