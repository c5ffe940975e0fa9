import ICalendar
import Scheduling
import Testing

@Suite("Calendar user addresses")
struct CalendarAddressTests {
    @Test(
        "The same address is found however it's written",
        arguments: [
            ("mailto:anna@example.org", "MAILTO:Anna@Example.ORG"),
            ("mailto:anna@example.org", "mailto:anna%40example.org"),
            ("mailto:anna@example.org", " mailto:anna@example.org "),
            ("mailto:anna@example.org", "mailto:anna@example.org?subject=Hello"),
            ("mailto:anna@example.org", "anna@example.org"),
            ("mailto:müller@example.org", "mailto:m%C3%BCller@example.org"),
            ("mailto:a%@example.org", "mailto:a%@example.org"),
            ("urn:uuid:0F0A", "URN:UUID:0f0a"),
            ("https://EXAMPLE.org/users/Anna/", "https://example.org/users/Anna"),
            ("/dav/principals/a%40b/", "/dav/principals/a@b"),
        ]
    )
    func same(left: String, right: String) throws {
        #expect(CalendarAddress(left) == CalendarAddress(right))
        #expect(CalendarAddress(left) != nil)
    }

    @Test(
        "Other addresses aren't taken for it",
        arguments: [
            ("mailto:anna@example.org", "mailto:anna@example.com"),
            ("mailto:anna@example.org", "mailto:anna+work@example.org"),
            ("mailto:anna@example.org", "tel:anna@example.org"),
            ("https://example.org/Anna", "https://example.org/anna"),
            ("/dav/principals/a/", "/dav/principals/b/"),
        ]
    )
    func different(left: String, right: String) {
        #expect(CalendarAddress(left) != CalendarAddress(right))
    }

    @Test("An empty text isn't an address", arguments: ["", " ", "\t"])
    func empty(text: String) {
        #expect(CalendarAddress(text) == nil)
    }

    @Test("2,000 octets are an address, one more isn't")
    func longest() {
        let address = "mailto:" + String(repeating: "a", count: 2_000 - 7)
        #expect(CalendarAddress(address) != nil)
        #expect(CalendarAddress(address + "a") == nil)
    }

    @Test("A person is known by the EMAIL parameter too, and not by name")
    func email() throws {
        let line = "ATTENDEE;CN=\"a@example.com\";EMAIL=b@example.com:urn:uuid:1"
        let event = try calendar(event(line)).components[0]
        let attendee = try #require(event.first(.attendee))
        #expect(attendee.addresses.map(\.text) == ["urn:uuid:1", "mailto:b@example.com"])
    }
}
