import CCurl
import NIOCore
import Synchronization

/// One request, and the response to it as far as it has come.
///
/// After it has begun, only the thread that transfers may touch it, except for ``isCancelled``.
final class Transfer: @unchecked Sendable {
    let number: Int
    let handle: transfer
    let isCancelled = Atomic(false)
    private let request: OutgoingRequest

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - request: What to send, and how much may come back.
    ///   - number: A number that no other transfer has.
    /// - Throws: ``OutgoingError/notSent(reason:)`` when the address or a header can't be sent.
    init(_ request: OutgoingRequest, number: Int) throws(OutgoingError) {
        var handle = transfer()
        // To libcurl, 0 is no limit.
        let milliseconds = request.timeout.map { Int($0.nanoseconds / 1_000_000) } ?? 0
        guard transfer_make(&handle, number, milliseconds) != 0 else {
            throw .notSent(reason: Self.reason(CURLE_OUT_OF_MEMORY))
        }
        self.number = number
        self.handle = handle
        self.request = request
        transfer_bound(
            handle,
            Limits.headerBytesMax,
            request.bytesMax,
            min(request.bytesMax, Limits.errorBytesMax)
        )
        if let seconds = request.silenceSecondsMax { transfer_bound_silence(handle, seconds) }
        try check(transfer_set_address(handle, request.address))
        if let pinned = request.pinned {
            let isIPv6 = pinned.address.contains(":")
            let address = isIPv6 ? "[" + pinned.address + "]" : pinned.address
            try check(transfer_connect_to(handle, address))
        }
        if let body = request.body ?? request.form.map({ Array($0.utf8) }) {
            try check(transfer_set_body(handle, body, body.count))
        }
        if let method = request.method { try check(transfer_set_method(handle, method)) }
        for line in try Self.headerLines(of: request) {
            try check(transfer_add_header_line(handle, line))
        }
    }

    deinit { transfer_free(handle) }

    private func check(_ code: CURLcode) throws(OutgoingError) {
        guard code == CURLE_OK else { throw .notSent(reason: Self.reason(code)) }
    }

    private static func reason(_ code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }

    /// The lines of the request's header, without those that libcurl would add by itself.
    private static func headerLines(
        of request: OutgoingRequest
    ) throws(OutgoingError) -> [String] {
        var headers = request.headers
        if request.acceptsGzip { headers.append((name: "Accept-Encoding", value: "gzip")) }
        if request.form != nil {
            headers.append((name: "Content-Type", value: "application/x-www-form-urlencoded"))
        }
        let hasType = headers.contains { $0.name.lowercased() == "content-type" }
        var lines = hasType ? ["Expect:"] : ["Expect:", "Content-Type:"]
        for (name, value) in headers {
            guard (name + value).utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7f }) else {
                throw .notSent(reason: "the header \(name) has a control character")
            }
            lines.append(value.isEmpty ? name + ";" : name + ": " + value)
        }
        return lines
    }
}

// MARK: - Receiving

extension Transfer {
    /// Hands on what has come of the body, if the request takes pieces.
    func handOnPiece() {
        guard let takesPiece = request.takesPiece, transfer_is_error(handle) == 0 else { return }
        let count = transfer_body_count(handle)
        guard count > 0 else { return }
        var piece = [UInt8](repeating: 0, count: count)
        transfer_copy_body(handle, &piece)
        transfer_forget_body(handle)
        takesPiece(piece)
    }

    /// The response, once libcurl has ended the transfer.
    ///
    /// - Parameter code: How it ended.
    /// - Returns: The response, whatever its status is.
    /// - Throws: ``OutgoingError``.
    func response(after code: CURLcode) throws(OutgoingError) -> OutgoingResponse {
        guard transfer_is_too_large(handle) == 0 else {
            throw .tooLarge(bytesMax: request.bytesMax)
        }
        let isError = transfer_is_error(handle) != 0
        switch code {
        case CURLE_OK: break
        // Of an error the beginning is enough.
        case CURLE_WRITE_ERROR where isError: break
        case CURLE_OPERATION_TIMEDOUT: throw .tooSlow
        default: throw .notReached(reason: Self.reason(code))
        }
        var octets = [UInt8](repeating: 0, count: transfer_body_count(handle))
        transfer_copy_body(handle, &octets)
        let headers = headers
        if !isError, request.acceptsGzip {
            let coding = headers.first { $0.name.lowercased() == "content-encoding" }?.value
            octets = try decompressed(octets, coding: coding ?? "identity")
        }
        return OutgoingResponse(
            status: transfer_status(handle),
            headers: headers,
            octets: octets
        )
    }

    /// The octets of a body before it was compressed.
    private func decompressed(
        _ octets: [UInt8],
        coding: String
    ) throws(OutgoingError) -> [UInt8] {
        guard coding.lowercased() != "identity", !octets.isEmpty else { return octets }
        guard ["gzip", "x-gzip"].contains(coding.lowercased()) else { throw .codingNotValid }
        let gunzip = GunzipStream()
        var output: [UInt8] = []
        guard try gunzip.read(octets, into: &output, countMax: request.bytesMax) else {
            throw .tooLarge(bytesMax: request.bytesMax)
        }
        guard gunzip.isAtEnd else { throw .codingNotValid }
        return output
    }

    private var headers: [(name: String, value: String)] {
        var octets = [UInt8](repeating: 0, count: transfer_header_count(handle))
        transfer_copy_header(handle, &octets)
        return String(decoding: octets, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...]
                return (name: String(line[..<colon]), value: Self.trimmed(value))
            }
    }

    private static func trimmed(_ text: Substring) -> String {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        let end = text.lastIndex { !isBlank($0) }
        return String((end.map { text[...$0] } ?? "").drop(while: isBlank))
    }
}
