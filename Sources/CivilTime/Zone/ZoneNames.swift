/// The zone names of tzdata; unlike invented names, they reveal nothing about who uses them.
///
/// They are those of tzdata 2025b, including the names kept for compatibility. Zones added later
/// are not known here; objects that use them include their definition.
package enum ZoneNames {
    /// Whether a name is in the database, spelled exactly like this.
    package static func contains(_ name: ZoneID) -> Bool { all.contains(name.octets) }

    private static let all: Set<[UInt8]> = {
        var all: Set<[UInt8]> = []
        for line in areas {
            var area: [UInt8] = []
            for (index, part) in line.utf8.split(separator: 0x20).enumerated() {
                if index == 0 {
                    area = part.elementsEqual("-".utf8) ? [] : Array(part) + [0x2F]
                } else {
                    all.insert(area + Array(part))
                }
            }
        }
        return all
    }()

    /// One string per area with the places in it; a hyphen for names without an area.
    private static let areas: [String] = [
        "- CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0",
        "- Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST",
        "- MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT",
        "- UTC Universal W-SU WET Zulu",
        "Africa Abidjan Accra Addis_Ababa Algiers Asmara Asmera Bamako Bangui Banjul Bissau",
        "Africa Blantyre Brazzaville Bujumbura Cairo Casablanca Ceuta Conakry Dakar",
        "Africa Dar_es_Salaam Djibouti Douala El_Aaiun Freetown Gaborone Harare Johannesburg",
        "Africa Juba Kampala Khartoum Kigali Kinshasa Lagos Libreville Lome Luanda Lubumbashi",
        "Africa Lusaka Malabo Maputo Maseru Mbabane Mogadishu Monrovia Nairobi Ndjamena Niamey",
        "Africa Nouakchott Ouagadougou Porto-Novo Sao_Tome Timbuktu Tripoli Tunis Windhoek",
        "America Adak Anchorage Anguilla Antigua Araguaina Aruba Asuncion Atikokan Atka Bahia",
        "America Bahia_Banderas Barbados Belem Belize Blanc-Sablon Boa_Vista Bogota Boise",
        "America Buenos_Aires Cambridge_Bay Campo_Grande Cancun Caracas Catamarca Cayenne",
        "America Cayman Chicago Chihuahua Ciudad_Juarez Coral_Harbour Cordoba Costa_Rica",
        "America Coyhaique Creston Cuiaba Curacao Danmarkshavn Dawson Dawson_Creek Denver",
        "America Detroit Dominica Edmonton Eirunepe El_Salvador Ensenada Fort_Nelson",
        "America Fort_Wayne Fortaleza Glace_Bay Godthab Goose_Bay Grand_Turk Grenada",
        "America Guadeloupe Guatemala Guayaquil Guyana Halifax Havana Hermosillo Indianapolis",
        "America Inuvik Iqaluit Jamaica Jujuy Juneau Knox_IN Kralendijk La_Paz Lima",
        "America Los_Angeles Louisville Lower_Princes Maceio Managua Manaus Marigot Martinique",
        "America Matamoros Mazatlan Mendoza Menominee Merida Metlakatla Mexico_City Miquelon",
        "America Moncton Monterrey Montevideo Montreal Montserrat Nassau New_York Nipigon Nome",
        "America Noronha Nuuk Ojinaga Panama Pangnirtung Paramaribo Phoenix Port-au-Prince",
        "America Port_of_Spain Porto_Acre Porto_Velho Puerto_Rico Punta_Arenas Rainy_River",
        "America Rankin_Inlet Recife Regina Resolute Rio_Branco Rosario Santa_Isabel Santarem",
        "America Santiago Santo_Domingo Sao_Paulo Scoresbysund Shiprock Sitka St_Barthelemy",
        "America St_Johns St_Kitts St_Lucia St_Thomas St_Vincent Swift_Current Tegucigalpa",
        "America Thule Thunder_Bay Tijuana Toronto Tortola Vancouver Virgin Whitehorse",
        "America Winnipeg Yakutat Yellowknife",
        "America/Argentina Buenos_Aires Catamarca ComodRivadavia Cordoba Jujuy La_Rioja",
        "America/Argentina Mendoza Rio_Gallegos Salta San_Juan San_Luis Tucuman Ushuaia",
        "America/Indiana Indianapolis Knox Marengo Petersburg Tell_City Vevay Vincennes",
        "America/Indiana Winamac",
        "America/Kentucky Louisville Monticello",
        "America/North_Dakota Beulah Center New_Salem",
        "Antarctica Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera",
        "Antarctica South_Pole Syowa Troll Vostok",
        "Arctic Longyearbyen",
        "Asia Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Ashkhabad Atyrau Baghdad Bahrain",
        "Asia Baku Bangkok Barnaul Beirut Bishkek Brunei Calcutta Chita Choibalsan Chongqing",
        "Asia Chungking Colombo Dacca Damascus Dhaka Dili Dubai Dushanbe Famagusta Gaza Harbin",
        "Asia Hebron Ho_Chi_Minh Hong_Kong Hovd Irkutsk Istanbul Jakarta Jayapura Jerusalem",
        "Asia Kabul Kamchatka Karachi Kashgar Kathmandu Katmandu Khandyga Kolkata Krasnoyarsk",
        "Asia Kuala_Lumpur Kuching Kuwait Macao Macau Magadan Makassar Manila Muscat Nicosia",
        "Asia Novokuznetsk Novosibirsk Omsk Oral Phnom_Penh Pontianak Pyongyang Qatar Qostanay",
        "Asia Qyzylorda Rangoon Riyadh Saigon Sakhalin Samarkand Seoul Shanghai Singapore",
        "Asia Srednekolymsk Taipei Tashkent Tbilisi Tehran Tel_Aviv Thimbu Thimphu Tokyo Tomsk",
        "Asia Ujung_Pandang Ulaanbaatar Ulan_Bator Urumqi Ust-Nera Vientiane Vladivostok",
        "Asia Yakutsk Yangon Yekaterinburg Yerevan",
        "Atlantic Azores Bermuda Canary Cape_Verde Faeroe Faroe Jan_Mayen Madeira Reykjavik",
        "Atlantic South_Georgia St_Helena Stanley",
        "Australia ACT Adelaide Brisbane Broken_Hill Canberra Currie Darwin Eucla Hobart LHI",
        "Australia Lindeman Lord_Howe Melbourne NSW North Perth Queensland South Sydney",
        "Australia Tasmania Victoria West Yancowinna",
        "Brazil Acre DeNoronha East West",
        "Canada Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon",
        "Chile Continental EasterIsland",
        "Etc GMT GMT+0 GMT+1 GMT+10 GMT+11 GMT+12 GMT+2 GMT+3 GMT+4 GMT+5 GMT+6 GMT+7 GMT+8",
        "Etc GMT+9 GMT-0 GMT-1 GMT-10 GMT-11 GMT-12 GMT-13 GMT-14 GMT-2 GMT-3 GMT-4 GMT-5",
        "Etc GMT-6 GMT-7 GMT-8 GMT-9 GMT0 Greenwich UCT UTC Universal Zulu",
        "Europe Amsterdam Andorra Astrakhan Athens Belfast Belgrade Berlin Bratislava Brussels",
        "Europe Bucharest Budapest Busingen Chisinau Copenhagen Dublin Gibraltar Guernsey",
        "Europe Helsinki Isle_of_Man Istanbul Jersey Kaliningrad Kiev Kirov Kyiv Lisbon",
        "Europe Ljubljana London Luxembourg Madrid Malta Mariehamn Minsk Monaco Moscow Nicosia",
        "Europe Oslo Paris Podgorica Prague Riga Rome Samara San_Marino Sarajevo Saratov",
        "Europe Simferopol Skopje Sofia Stockholm Tallinn Tirane Tiraspol Ulyanovsk Uzhgorod",
        "Europe Vaduz Vatican Vienna Vilnius Volgograd Warsaw Zagreb Zaporozhye Zurich",
        "Indian Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius",
        "Indian Mayotte Reunion",
        "Mexico BajaNorte BajaSur General",
        "Pacific Apia Auckland Bougainville Chatham Chuuk Easter Efate Enderbury Fakaofo Fiji",
        "Pacific Funafuti Galapagos Gambier Guadalcanal Guam Honolulu Johnston Kanton",
        "Pacific Kiritimati Kosrae Kwajalein Majuro Marquesas Midway Nauru Niue Norfolk Noumea",
        "Pacific Pago_Pago Palau Pitcairn Pohnpei Ponape Port_Moresby Rarotonga Saipan Samoa",
        "Pacific Tahiti Tarawa Tongatapu Truk Wake Wallis Yap",
        "US Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke",
        "US Michigan Mountain Pacific Samoa",
    ]
}
