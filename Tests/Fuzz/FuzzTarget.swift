/// Something that reads octets from anywhere, and what must hold for whatever it is given.
struct FuzzTarget: Sendable {
    /// The name on the command line, and of the folder in `Fixtures/fuzz`.
    let name: String
    /// Other folders of `Fixtures` whose files are inputs to start from.
    let moreInputs: [String]
    /// Pieces of the format, which no bit flip would find.
    let dictionary: [[UInt8]]
    /// Inputs are cut to this many octets, as long ones cost time and find nothing more.
    let lengthMax: Int
    /// Reads an input.
    ///
    /// Returns a number that stands for what became of it: inputs with an answer
    /// not met before are kept, to be changed further.
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

    static let all: [FuzzTarget] = [.ics, .jcal, .quickAdd, .rule, .tzif]
}

/// A property that an input breaks.
struct Finding: Error, Hashable {
    let broken: String

    /// Records that something which must hold does not.
    static func require(_ holds: Bool, _ broken: @autoclosure () -> String) throws(Finding) {
        if !holds { throw Finding(broken: broken()) }
    }
}

/// Folds what became of an input into one number, the same in every run of the program.
struct Outcome {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a, as the standard library's hasher takes another seed in every process.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte: byte) }
    }

    /// A number; only its size counts, so that every longer list is not something new.
    mutating func add(_ number: Int) {
        add(byte: UInt8(truncatingIfNeeded: Int.bitWidth - number.magnitude.leadingZeroBitCount))
        add(byte: number < 0 ? 1 : 0)
    }

    mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
