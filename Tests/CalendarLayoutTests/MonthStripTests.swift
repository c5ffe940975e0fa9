import CalendarLayout
import CivilTime
import Testing

@Suite("The month strip")
struct MonthStripTests {
    @Test("Weeks and positions convert to each other without loss", arguments: Weekday.allCases)
    func roundTrip(first: Weekday) {
        let strip = MonthStrip(firstWeekday: first)
        for week in 0..<strip.weekCount {
            let date = strip.firstDate(ofWeek: week)
            #expect(date.weekday == first)
            #expect(strip.week(of: date) == week)
            #expect(strip.week(of: date.adding(days: 6)) == week)
            let top = strip.top(ofWeek: week, rowHeight: 120)
            #expect(strip.week(at: top, rowHeight: 120) == week)
            #expect(strip.week(at: top + 119.5, rowHeight: 120) == week)
        }
    }

    @Test("It starts with the week of 1 January 1900 and ends with that of 31 December 2200")
    func bounds() throws {
        let strip = MonthStrip(firstWeekday: .monday)
        #expect(strip.origin.text == "1900-01-01")
        #expect(strip.week(of: try #require(CivilDate("2200-12-31"))) == strip.weekCount - 1)
        #expect(strip.week(of: .min) == 0)
        #expect(strip.week(of: .max) == strip.weekCount - 1)
        #expect(strip.week(at: -5, rowHeight: 100) == 0)
        #expect(strip.week(at: 1e12, rowHeight: 100) == strip.weekCount - 1)
        #expect(Double(strip.weekCount) * 120 < 2_000_000)
    }
}
