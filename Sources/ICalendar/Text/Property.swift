/// One content line of iCalendar text: a name, parameters and a value (RFC 5545 section 3.1).
///
/// A property that was read keeps its octets, unfolded, and is written back from them. It shares
/// the memory of the whole text it came from, so reading a large file takes no allocation per line.
/// Two properties are equal when their octets are.
public struct Property: Sendable {
    private var source: [UInt8]
    private var start: UInt32
    private let length: UInt32
    private let valueOffset: UInt32
    private let physicalLine: Int32
    private let nameLength: UInt16
    /// The name, when it is a known one.
    public let knownName: PropertyName?

    /// Makes a property from part of a text that the caller has already split.
    init(source: [UInt8], range: Range<Int>, nameLength: Int, valueIndex: Int, line: Int) {
        self.source = source
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        length = UInt32(truncatingIfNeeded: range.count)
        valueOffset = UInt32(truncatingIfNeeded: valueIndex - range.lowerBound)
        physicalLine = Int32(truncatingIfNeeded: line)
        self.nameLength = UInt16(truncatingIfNeeded: nameLength)
        knownName = PropertyName(octets: source[range.prefix(nameLength)])
    }

    /// Makes a property from a value that is already in iCalendar's form.
    ///
    /// Removes what would break the line: octets that a name can't have, and line breaks in the
    /// value, which become `\n`.
    public init(name: String, parameters: [Parameter] = [], rawValue: String) {
        self.init(name: name, parameters: parameters, rawValue: rawValue, line: 0)
    }

    init(name: String, parameters: [Parameter], rawValue: String, line: Int) {
        var octets = name.utf8.prefix(Limits.nameOctetsMax).filter { $0.isNameOctet }
            .map { $0.upperCased }
        let nameLength = octets.count
        for parameter in parameters {
            octets.append(.semicolon)
            octets += parameter.octets
        }
        octets.append(.colon)
        let valueIndex = octets.count
        for octet in rawValue.utf8 {
            switch octet {
            case .lineFeed: octets += [.backslash, 0x6E]
            case .carriageReturn: break
            default: octets.append(octet)
            }
        }
        self.init(
            source: octets,
            range: 0..<octets.count,
            nameLength: nameLength,
            valueIndex: valueIndex,
            line: line
        )
    }

    /// The same property in memory of its own, so that it doesn't keep the whole text alive.
    var detached: Property { placed(in: Array(raw), at: 0) }

    /// The same property in another text, which has its octets at `place`.
    func placed(in source: [UInt8], at place: Int) -> Property {
        Property(copying: self, source: source, start: place)
    }

    private init(copying other: Property, source: [UInt8], start: Int) {
        self = other
        self.source = source
        self.start = UInt32(truncatingIfNeeded: start)
    }

    /// The physical line of the file on which the property begins; 0 when it was not read.
    public var line: Int { Int(physicalLine) }

    /// The unfolded line exactly as it was read, without its line break.
    public var raw: ArraySlice<UInt8> {
        source[Int(start)..<Int(start) + Int(length)]
    }

    /// The name in capitals.
    public var name: String { upperCasedName(nameOctets) }

    /// The value as written, escapes and all.
    public var rawValue: String { String(decoding: valueOctets, as: UTF8.self) }

    /// The bytes of the value as written.
    public var valueOctets: ArraySlice<UInt8> {
        source[Int(start) + Int(valueOffset)..<Int(start) + Int(length)]
    }

    /// The value without surrounding blanks.
    var trimmedValue: ArraySlice<UInt8> {
        let value = valueOctets
        guard value.last?.isBlank == true || value.first?.isBlank == true else { return value }
        let start = value.firstIndex { !$0.isBlank } ?? value.endIndex
        let end = (value.lastIndex { !$0.isBlank } ?? start - 1) + 1
        return value[start..<end]
    }

    /// The value as a whole number of up to nine digits; nil when it is not one.
    public var number: Int? {
        var octets = trimmedValue
        let isNegative = octets.first == 0x2D
        if isNegative || octets.first == 0x2B { octets.removeFirst() }
        guard !octets.isEmpty, octets.count <= 9 else { return nil }
        var number = 0
        for octet in octets {
            guard let digit = octet.digit else { return nil }
            number = number * 10 + digit
        }
        return isNegative ? -number : number
    }

    /// The parameters in order, decoded.
    public var parameters: [Parameter] {
        parameterScanner.parameters()
    }

    /// The first value of a parameter, ignoring the case of its name.
    public func parameter(_ name: String) -> String? {
        guard hasParameters else { return nil }
        return parameterScanner.firstValue(of: name)
    }

    /// Whether the property has a known name.
    public func isNamed(_ name: PropertyName) -> Bool { knownName == name }

    /// Whether the property has a name, ignoring case.
    public func isNamed(_ name: String) -> Bool {
        isNamed(WantedName(name))
    }

    func isNamed(_ name: WantedName) -> Bool {
        guard knownName == nil, name.known == nil else { return knownName == name.known }
        return isSameName(nameOctets, name.octets)
    }

    /// The name as written.
    var nameOctets: ArraySlice<UInt8> {
        source[Int(start)..<Int(start) + Int(nameLength)]
    }

    var hasParameters: Bool { Int(valueOffset) > Int(nameLength) + 1 }

    var parameterScanner: ParameterScanner {
        let begin = Int(start) + Int(nameLength)
        let end = max(begin, Int(start) + Int(valueOffset) - 1)
        return ParameterScanner(octets: source[begin..<end])
    }
}

extension Property: Hashable {
    /// Compares the bytes, but not the line they came from.
    public static func == (left: Property, right: Property) -> Bool {
        left.length == right.length && left.raw == right.raw
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(length)
        for octet in raw { hasher.combine(octet) }
    }
}

/// A name to look for, compared with the known names only once.
struct WantedName {
    let known: PropertyName?
    let octets: [UInt8]

    init(_ name: String) {
        octets = Array(name.utf8)
        known = PropertyName(octets: octets[...])
    }

    init(_ property: Property) {
        octets = Array(property.nameOctets)
        known = property.knownName
    }
}
