/// The body of another server's response, while it comes in.
struct CollectedBody {
    private let bytesMax: Int
    private let gunzip: GunzipStream?
    private let isCodingKnown: Bool
    private var octets: [UInt8] = []
    private var receivedCount = 0

    /// - Parameters:
    ///   - coding: The `Content-Encoding`, if the body may have one.
    ///   - bytesMax: Maximum size, of what comes in and of what it decompresses to.
    init(coding: String?, bytesMax: Int) {
        self.bytesMax = bytesMax
        let coding = coding?.lowercased() ?? "identity"
        gunzip = coding == "gzip" || coding == "x-gzip" ? GunzipStream() : nil
        isCodingKnown = gunzip != nil || coding == "identity"
    }

    /// Takes a piece.
    ///
    /// - Throws: ``OutgoingError`` when the body is too large, or isn't compressed as it says.
    mutating func add(_ piece: [UInt8]) throws(OutgoingError) {
        guard isCodingKnown || piece.isEmpty else { throw .codingNotValid }
        receivedCount += piece.count
        guard receivedCount <= bytesMax else { throw .tooLarge(bytesMax: bytesMax) }
        guard let gunzip else {
            octets += piece
            return
        }
        guard try gunzip.read(piece, into: &octets, countMax: bytesMax) else {
            throw .tooLarge(bytesMax: bytesMax)
        }
    }

    /// Everything that came in, decompressed.
    ///
    /// - Throws: ``OutgoingError/codingNotValid`` when a compressed body isn't whole.
    func whole() throws(OutgoingError) -> [UInt8] {
        if let gunzip, receivedCount > 0, !gunzip.isAtEnd { throw .codingNotValid }
        return octets
    }
}
