package import CivilTime

extension Weekday {
    /// The two letters used in BYDAY and WKST.
    package var keyword: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    init?(keyword octets: ArraySlice<UInt8>) {
        let weekday = Weekday.allCases.first { Keyword.matches(octets, $0.keyword) }
        guard let weekday else { return nil }
        self = weekday
    }
}
