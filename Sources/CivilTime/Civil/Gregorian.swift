/// Converts between day numbers and years, months and days.
///
/// Both directions count from 0000-03-01, so that the leap day is the last day of its year.
/// Converting days to parts multiplies by reciprocals instead of dividing, as shown by Neri and
/// Schneider ("Euclidean affine functions and their application to calendar algorithms", 2022).
enum Gregorian {
    /// The number of days from 0000-03-01 to 1970-01-01.
    static let epochShift: Int32 = 719_468

    static func dayNumber(year: Int, month: Int, day: Int) -> Int32 {
        let isEarly = month <= 2
        let marchYear = Int32(truncatingIfNeeded: year) - (isEarly ? 1 : 0)
        let marchMonth = Int32(truncatingIfNeeded: month) + (isEarly ? 12 : 0)
        let century = marchYear / 100
        let yearDays = 1_461 * marchYear / 4 - century + century / 4
        let monthDays = (979 * marchMonth - 2_919) / 32
        return yearDays + monthDays + Int32(truncatingIfNeeded: day) - 1 - epochShift
    }

    static func parts(of dayNumber: Int32) -> (year: Int, month: Int, day: Int) {
        let shifted = UInt32(bitPattern: dayNumber &+ epochShift)
        let inCenturies = 4 &* shifted &+ 3
        let century = inCenturies / 146_097
        let dayOfCentury = (inCenturies % 146_097) / 4
        let product = 2_939_745 &* UInt64(4 &* dayOfCentury &+ 3)
        let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
        let dayOfMarchYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
        let inMonths = 2_141 &* dayOfMarchYear &+ 197_913
        let month = inMonths >> 16
        let day = (inMonths & 0xFFFF) / 2_141 &+ 1
        let isNextYear = dayOfMarchYear >= 306
        let year = 100 &* century &+ yearOfCentury &+ (isNextYear ? 1 : 0)
        return (Int(year), Int(isNextYear ? month &- 12 : month), Int(day))
    }
}
