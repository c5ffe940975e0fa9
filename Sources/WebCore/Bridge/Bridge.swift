// How the page calls: it writes the arguments of a call where `meantime_input` says, calls the
// operation with their length, and reads the answer at `meantime_output`. docs/core.md has more.

/// The state behind the page; WebAssembly runs on one thread.
nonisolated(unsafe) private var page = Page()

/// Memory that the page writes to and reads from.
nonisolated(unsafe) private var input = Buffer()
nonisolated(unsafe) private var output = Buffer()

/// A piece of memory that keeps its address until it has to grow.
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
/// - Returns: The length of the answer; below 0 when it is a refusal.
func respond(_ length: Int32, _ operation: (inout Page, Arguments) -> Answer) -> Int32 {
    let answer = operation(&page, Arguments(input.octets(length)))
    let count = Int32(answer.octets.count)
    output.reserve(answer.octets.count)
    answer.octets.withUnsafeBufferPointer { from in
        if let first = from.baseAddress { output.start.update(from: first, count: from.count) }
    }
    return answer.isRefusal ? -count : count
}

/// Makes room for the octets of a call's arguments and gives their address.
///
/// The room is good until the next call of this function, which may also move the memory.
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
