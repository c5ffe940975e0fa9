/// A reader of untrusted bytes, with the properties that must hold for any input.
struct FuzzTarget: Sendable {
    /// The name on the command line and of the folder in `Fixtures/fuzz`.
    let name: String
    /// Other folders of `Fixtures` whose files also serve as starting inputs.
    let moreInputs: [String]
    /// Pieces of the format that bit flips alone would never find.
    let dictionary: [[UInt8]]
    /// Inputs are cut to this many bytes: longer ones cost time and find nothing more.
    let lengthMax: Int
    /// Reads an input.
    ///
    /// Returns a number that identifies the outcome: inputs with a new outcome are kept and mutated
    /// further.
    let check: @Sendable ([UInt8]) throws(Finding) -> UInt64

    init(
        name: String,
        moreInputs: [String] = [],
        dictionary: [String],
        lengthMax: Int = 4_096,
        check: @escaping @Sendable ([UInt8]) throws(Finding) -> UInt64
    ) {
        self.name = name
        self.moreInputs = moreInputs
        self.dictionary = dictionary.map { Array($0.utf8) }
        self.lengthMax = lengthMax
        self.check = check
    }

    static let all: [FuzzTarget] = [
        .filter, .ics, .ifHeader, .jcal, .merge, .multistatus, .quickAdd, .rule, .tzif, .xml,
    ]
}

/// A property that does not hold for some input.
struct Finding: Error, Hashable {
    let broken: String

    /// Throws unless the property holds.
    static func require(_ holds: Bool, _ broken: @autoclosure () -> String) throws(Finding) {
        if !holds { throw Finding(broken: broken()) }
    }
}

/// Hashes the outcome of an input into a number that is the same in every run.
struct Outcome {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a, because the standard library's hasher uses a new seed in every process.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte: byte) }
    }

    /// Adds only a number's magnitude, so that not every longer list counts as something new.
    mutating func add(_ number: Int) {
        add(byte: UInt8(truncatingIfNeeded: Int.bitWidth - number.magnitude.leadingZeroBitCount))
        add(byte: number < 0 ? 1 : 0)
    }

    mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
