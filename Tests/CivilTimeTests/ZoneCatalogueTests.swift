import Foundation
import Testing

@testable import CivilTime

@Suite("Zone names")
struct ZoneCatalogueTests {
    @Test(
        "Zone names of every form map to IANA names",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"), ("US/Eastern", "US/Eastern"),
            ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
            ("W. Europe Standard Time", "Europe/Berlin"), ("Romance Standard Time", "Europe/Paris"),
            ("eastern standard time", "America/New_York"),
            ("India Standard Time", "Asia/Kolkata"), ("Mid-Atlantic Standard Time", "Etc/GMT+2"),
            ("UTC-11", "Etc/GMT+11"),
            ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
            ("(GMT+01.00) Amsterdam, Berlin, Bern, Rome", "Europe/Berlin"),
            ("(UTC+01:00) W. Europe Standard Time", "Europe/Berlin"),
            ("(UTC-05:00) Eastern Time (US and Canada)", "America/New_York"),
            ("(GMT-08:00) Pacific Time (US and Canada)", "America/Los_Angeles"),
            ("(UTC-05:00) Turks & Caicos", "America/Grand_Turk"),
            ("Eastern Time (US & Canada)", "America/New_York"),
            ("Western/Central Europe", "Europe/Berlin"),
            ("Eastern Standard Time 1", "America/New_York"), ("tzone://Microsoft/Utc", "UTC"),
            ("/Europe/Stockholm", "Europe/Stockholm"), ("/UTC", "UTC"),
            ("/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
            ("/softwarestudio.org/Olson_20011030_5/America/New_York", "America/New_York"),
            ("/softwarestudio.org/Tzfile/EST5EDT", "EST5EDT"),
            ("mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
            ("(UTC) Coordinated Universal Time", "UTC"), ("(UTC) Somewhere", "UTC"),
            ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
            ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin"),
            ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
            ("/citadel.org/20190914_1/America/Indiana/Knox", "America/Indiana/Knox"),
            ("\"Europe/Berlin\"", "Europe/Berlin"), ("GMT", "UTC"), ("Z", "UTC"), ("UTC", "UTC"),
            ("Etc/UTC", "UTC"), ("EST5EDT", "EST5EDT"), ("Etc/GMT+12", "Etc/GMT+12"),
        ]
    )
    func names(name: String, expected: String) {
        #expect(ZoneCatalogue.ianaName(for: name) == expected)
    }

    @Test(
        "Text that cannot be a zone name maps to nothing",
        arguments: [
            "", " ", "Customized Time Zone", "Berlin", "(UTC-05:00) Nowhere at all", "a//b",
            "/x", "/", "tzone://Microsoft/Custom", "Standard Time 1", "/Europe/", "/Europe",
            "x.org/Customized",
            "Europe/Ber lin", "../../etc/passwd", "Standard Time",
        ]
    )
    func notNames(name: String) {
        #expect(ZoneCatalogue.ianaName(for: name) == nil)
    }

    @Test("Every Windows name leads to a zone in tzdata")
    func windowsNames() throws {
        let lines = WindowsZones.names.split(separator: "\n")
        #expect(lines.count == 144)
        for line in lines {
            let name = String(line.prefix { $0 != "=" })
            let found = try #require(ZoneCatalogue.ianaName(for: name), "\(name)")
            #expect(FileManager.default.fileExists(atPath: ZoneFile.folder + found), "\(found)")
        }
    }

    @Test("Every display name leads to a Windows name")
    func displayNames() {
        for line in WindowsZones.displayNames.split(separator: "\n") {
            let places = line.prefix { $0 != "=" }
            #expect(ZoneCatalogue.ianaName(for: "(UTC+00:00) " + places) != nil, "\(places)")
        }
    }

    @Test("A catalogue finds zones by any of their names, and replaces a zone of the same name")
    func catalogue() throws {
        var catalogue = ZoneCatalogue()
        for name in ["Europe/Berlin", "America/New_York", "Africa/Cairo"] {
            catalogue.add(try ZoneFile.zone(name))
        }
        #expect(catalogue.zone(ZoneID("W. Europe Standard Time"))?.id.name == "Europe/Berlin")
        #expect(catalogue.zone(ZoneID("europe/berlin"))?.id.name == "Europe/Berlin")
        #expect(catalogue.zone(ZoneID("GMT"))?.id == .utc)
        #expect(catalogue.zone(ZoneID("Asia/Tokyo")) == nil)
        #expect(catalogue.ids.count == 4)
        catalogue.add(Zone(id: ZoneID("Africa/Cairo"), offsetSeconds: 60))
        #expect(catalogue.ids.count == 4)
        let cairo = catalogue.zone(ZoneID("Africa/Cairo"))
        #expect(cairo?.offsetSeconds(at: .distantPast) == 60)
    }
}
