import CivilTime

/// The names of places, countries and time zones that may follow a time: "18:00 in Tokyo".
///
/// Only well-known names, so that a word of the title is hardly ever taken for one.
enum QuickZoneNames {
    /// The most words of a name: "new york city".
    static let wordsMax = 3

    /// The zone of a place or country, by its folded name with single spaces.
    static func zone(ofPlace name: [UInt8]) -> ZoneID? { zone(of: name, in: placeNames) }

    /// The zone that an abbreviation such as "PST" stands for, by its folded spelling.
    ///
    /// Somebody who writes "EST" in summer means New York's clock all the same.
    static func zone(ofAbbreviation name: [UInt8]) -> ZoneID? {
        zone(of: name, in: abbreviationNames)
    }

    /// Finds a name in lines that begin with their zone.
    ///
    /// Names are rarely looked up, so walking over the text once costs less than building a
    /// dictionary.
    private static func zone(of name: [UInt8], in text: StaticString) -> ZoneID? {
        let spelling = name.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
        return text.withUTF8Buffer { octets in
            var zone = 0..<0
            var start = 0
            for index in 0...octets.count {
                let isLineEnd = index == octets.count || octets[index] == UInt8(ascii: "\n")
                guard isLineEnd || octets[index] == UInt8(ascii: " ") else { continue }
                if zone.isEmpty {
                    zone = start..<index
                } else if index - start == spelling.count,
                    octets[start..<index].elementsEqual(spelling)
                {
                    return ZoneID(octets: Array(octets[zone]))
                }
                if isLineEnd { zone = 0..<0 }
                start = index + 1
            }
            return nil
        }
    }

    /// `_` stands for the spaces in a name.
    private static let abbreviationNames: StaticString = """
        Etc/UTC utc gmt
        Europe/London bst
        Europe/Lisbon wet west
        Europe/Berlin cet cest mez mesz
        Europe/Athens eet eest
        Europe/Moscow msk
        America/New_York est edt
        America/Chicago cst cdt
        America/Denver mst mdt
        America/Los_Angeles pst pdt
        America/Anchorage akst akdt
        Pacific/Honolulu hst
        Asia/Kolkata ist
        Asia/Singapore sgt
        Asia/Hong_Kong hkt
        Asia/Tokyo jst
        Asia/Seoul kst
        Australia/Perth awst
        Australia/Sydney aest aedt
        Pacific/Auckland nzst nzdt
        """

    /// English and German names.
    private static let placeNames: StaticString = """
        Africa/Abidjan abidjan ghana accra
        Africa/Addis_Ababa addis_ababa addis_abeba athiopien ethiopia
        Africa/Algiers algiers algier algeria algerien
        Africa/Cairo cairo kairo egypt agypten
        Africa/Casablanca casablanca rabat marrakesh marrakesch morocco marokko
        Africa/Dakar dakar senegal
        Africa/Johannesburg johannesburg cape_town kapstadt durban pretoria south_africa sudafrika
        Africa/Kampala kampala uganda
        Africa/Kigali kigali rwanda ruanda
        Africa/Lagos lagos abuja nigeria
        Africa/Nairobi nairobi kenya kenia
        Africa/Tunis tunis tunisia tunesien
        America/Anchorage anchorage alaska
        America/Argentina/Buenos_Aires buenos_aires argentina argentinien
        America/Bogota bogota medellin colombia kolumbien
        America/Caracas caracas venezuela
        America/Chicago chicago dallas houston austin minneapolis new_orleans nashville central
        America/Denver denver salt_lake_city mountain
        America/Detroit detroit
        America/Edmonton calgary edmonton
        America/Guatemala guatemala
        America/Guayaquil quito ecuador
        America/Halifax halifax
        America/Havana havana havanna cuba kuba
        America/Jamaica kingston jamaica jamaika
        America/La_Paz la_paz bolivia bolivien
        America/Lima lima peru
        America/Los_Angeles los_angeles la san_francisco sf seattle san_diego las_vegas california
        America/Los_Angeles kalifornien portland san_jose silicon_valley pacific
        America/Mexico_City mexico_city mexiko-stadt mexiko_stadt guadalajara mexico mexiko
        America/Montevideo montevideo uruguay
        America/New_York new_york new_york_city nyc boston washington washington_dc miami atlanta
        America/New_York philadelphia orlando pittsburgh eastern
        America/Panama panama
        America/Phoenix phoenix arizona
        America/Puerto_Rico san_juan puerto_rico
        America/Santiago santiago chile
        America/Sao_Paulo sao_paulo rio_de_janeiro rio brasilia brazil brasilien
        America/Toronto toronto montreal ottawa quebec
        America/Vancouver vancouver
        America/Winnipeg winnipeg
        Asia/Almaty almaty astana kazakhstan kasachstan
        Asia/Amman amman jordan jordanien
        Asia/Baghdad baghdad bagdad iraq irak
        Asia/Baku baku
        Asia/Bangkok bangkok phuket thailand
        Asia/Beirut beirut lebanon libanon
        Asia/Colombo colombo sri_lanka
        Asia/Dhaka dhaka bangladesh bangladesch
        Asia/Dubai dubai abu_dhabi uae vae
        Asia/Ho_Chi_Minh ho_chi_minh_city saigon hanoi vietnam
        Asia/Hong_Kong hong_kong hongkong
        Asia/Jakarta jakarta
        Asia/Jerusalem jerusalem tel_aviv haifa israel
        Asia/Karachi karachi lahore islamabad pakistan
        Asia/Kathmandu kathmandu nepal
        Asia/Kolkata delhi new_delhi neu-delhi neu_delhi mumbai bombay bangalore bengaluru kolkata
        Asia/Kolkata chennai hyderabad pune india indien
        Asia/Kuala_Lumpur kuala_lumpur malaysia
        Asia/Makassar bali
        Asia/Manila manila philippines philippinen
        Asia/Qatar doha qatar katar
        Asia/Riyadh riyadh riad saudi_arabia saudi-arabien
        Asia/Seoul seoul busan south_korea sudkorea korea
        Asia/Shanghai shanghai schanghai beijing peking shenzhen guangzhou china
        Asia/Singapore singapore singapur
        Asia/Taipei taipei taipeh taiwan
        Asia/Tashkent tashkent taschkent
        Asia/Tbilisi tbilisi tiflis
        Asia/Tehran tehran teheran iran
        Asia/Tokyo tokyo tokio osaka kyoto japan
        Asia/Yerevan yerevan eriwan armenia armenien
        Atlantic/Azores azores azoren
        Atlantic/Canary gran_canaria tenerife teneriffa
        Atlantic/Reykjavik reykjavik iceland island
        Australia/Adelaide adelaide
        Australia/Brisbane brisbane queensland
        Australia/Darwin darwin
        Australia/Hobart hobart
        Australia/Melbourne melbourne
        Australia/Perth perth
        Australia/Sydney sydney canberra
        Europe/Amsterdam amsterdam rotterdam utrecht netherlands niederlande holland
        Europe/Athens athens athen thessaloniki greece griechenland
        Europe/Belgrade belgrade belgrad serbia serbien
        Europe/Berlin berlin hamburg munich munchen muenchen frankfurt cologne koln koeln stuttgart
        Europe/Berlin leipzig germany deutschland
        Europe/Bratislava bratislava slovakia
        Europe/Brussels brussels brussel antwerp antwerpen belgium belgien
        Europe/Bucharest bucharest bukarest romania rumanien
        Europe/Budapest budapest hungary ungarn
        Europe/Chisinau chisinau
        Europe/Copenhagen copenhagen kopenhagen denmark danemark
        Europe/Dublin dublin ireland irland
        Europe/Helsinki helsinki finland finnland
        Europe/Istanbul istanbul ankara turkey turkei turkiye
        Europe/Kyiv kyiv kiev kiew ukraine
        Europe/Lisbon lisbon lissabon porto portugal
        Europe/Ljubljana ljubljana slovenia slowenien
        Europe/London london manchester edinburgh glasgow uk england britain grossbritannien
        Europe/London scotland schottland
        Europe/Luxembourg luxembourg luxemburg
        Europe/Madrid madrid barcelona valencia seville sevilla spain spanien
        Europe/Malta malta valletta
        Europe/Minsk minsk
        Europe/Moscow moscow moskau
        Europe/Oslo oslo bergen norway norwegen
        Europe/Paris paris lyon marseille nice nizza france frankreich
        Europe/Prague prague prag brno
        Europe/Riga riga latvia lettland
        Europe/Rome rome rom milan mailand naples neapel florence florenz venice venedig italy
        Europe/Rome italien
        Europe/Sarajevo sarajevo
        Europe/Sofia sofia bulgaria bulgarien
        Europe/Stockholm stockholm gothenburg goteborg malmo sweden schweden
        Europe/Tallinn tallinn estonia estland
        Europe/Tirane tirana albania albanien
        Europe/Vienna vienna wien salzburg graz austria osterreich
        Europe/Vilnius vilnius lithuania litauen
        Europe/Warsaw warsaw warschau krakow krakau gdansk danzig poland polen
        Europe/Zagreb zagreb croatia kroatien
        Europe/Zurich zurich geneva genf basel bern switzerland
        Indian/Maldives maldives malediven
        Indian/Mauritius mauritius
        Pacific/Auckland auckland wellington christchurch new_zealand neuseeland
        Pacific/Fiji fiji fidschi
        Pacific/Honolulu honolulu hawaii
        Pacific/Tahiti tahiti
        """
}
