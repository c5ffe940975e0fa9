// How the page calls an operation: it writes the arguments to the address that `meantime_input`
// returns, calls the operation with their length, and reads the answer at `meantime_output`.
// docs/core.md has more.

/// The state behind the page; a global is safe because WebAssembly runs on one thread.
nonisolated(unsafe) private var page = Page()

/// The memory that the page writes arguments to and reads answers from.
nonisolated(unsafe) private var input = Buffer()
nonisolated(unsafe) private var output = Buffer()

/// Memory that keeps its address until it has to grow; growing loses its contents.
private struct Buffer {
    var start = UnsafeMutablePointer<UInt8>.allocate(capacity: 4_096)
    var capacity = 4_096

    mutating func reserve(_ count: Int) {
        guard count > capacity else { return }
        start.deallocate()
        capacity = max(count, capacity * 2)
        start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    func octets(_ count: Int32) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: min(max(0, Int(count)), capacity)))
    }
}

/// Carries out an operation with the arguments that the page wrote.
///
/// - Returns: The length of the answer; negative if it's a refusal.
func respond(_ length: Int32, _ operation: (inout Page, Arguments) -> Answer) -> Int32 {
    writeAnswer(operation(&page, readArguments(length)))
}

// Every export has these two calls; inlined, they would be a third of its code.

@inline(never)
private func readArguments(_ length: Int32) -> Arguments {
    Arguments(input.octets(length)[...])
}

@inline(never)
private func writeAnswer(_ answer: Answer) -> Int32 {
    let count = Int32(answer.octets.count)
    output.reserve(answer.octets.count)
    answer.octets.withUnsafeBufferPointer { from in
        if let first = from.baseAddress { output.start.update(from: first, count: from.count) }
    }
    return answer.isRefusal ? -count : count
}

/// Makes room for `length` octets of arguments and returns their address.
///
/// The address is valid until the next call of this function. The call may grow the module's
/// memory, which detaches the page's `memory.buffer`.
@_expose(wasm, "meantime_input")
@_cdecl("meantime_input")
public func meantimeInput(_ length: Int32) -> Int {
    input.reserve(Int(max(0, length)))
    return Int(bitPattern: input.start)
}

/// The address of the last answer.
@_expose(wasm, "meantime_output")
@_cdecl("meantime_output")
public func meantimeOutput() -> Int {
    Int(bitPattern: output.start)
}
