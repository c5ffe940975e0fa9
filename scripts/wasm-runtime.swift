/// A system function the standard library needs, which WebAssembly without imports does not have.
///
/// Dictionaries and sets seed their hashes with random bytes. The core must not read a random source:
/// the same calls must always give the same answers. So the bytes are a fixed sequence.
@_cdecl("arc4random_buf")
public func fillWithFixedSequence(_ buffer: UnsafeMutableRawPointer, _ count: Int) {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for offset in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let octet = UInt8(truncatingIfNeeded: state >> 33)
        buffer.storeBytes(of: octet, toByteOffset: offset, as: UInt8.self)
    }
}
