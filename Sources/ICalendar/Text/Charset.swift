/// A charset of single octets that a file, a line or a server may declare.
///
/// UTF-8 and UTF-16 are recognised without being declared, so they aren't among these.
public struct Charset: Hashable, Sendable {
    private let index: Int

    /// The charset that is assumed for octets that aren't UTF-8 if none is declared.
    static let windows1252 = Charset(index: 2)

    /// Finds a charset by name, ignoring case; nil for UTF-8 and for unknown charsets.
    public init?(_ name: String) {
        let wanted = name.utf8.filter { $0 != .quote && !$0.isBlank }
        let index = Self.names.firstIndex { names in
            names.utf8.split(separator: .space).contains { isSameName($0, wanted) }
        }
        guard let index else { return nil }
        self.index = index
    }

    private init(index: Int) {
        self.index = index
    }

    /// The charset that a `Content-Type` declares, such as `text/calendar; charset="ISO-8859-2"`.
    public init?(contentType: String) {
        for parameter in contentType.utf8.split(separator: .semicolon).dropFirst() {
            guard let equals = parameter.firstIndex(of: .equals) else { continue }
            let name = parameter[..<equals].filter { !$0.isBlank }
            guard isSameName(name, "CHARSET".utf8) else { continue }
            self.init(String(decoding: Array(parameter[equals...].dropFirst()), as: UTF8.self))
            return
        }
        return nil
    }

    /// Converts a text in this charset to UTF-8; lines that are already in UTF-8 stay as they are.
    public func utf8(_ octets: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(octets.count)
        var start = 0
        while start < octets.count {
            let end = octets[start...].firstIndex(of: .lineFeed) ?? octets.count - 1
            let line = octets[start...end]
            if let decoded = TextEncoding.repaired(line, as: self) {
                text += decoded
            } else {
                text += line
            }
            start = end + 1
        }
        return text
    }

    /// The characters of the octets from 0x80 on.
    var upperHalf: [UInt32] { Self.upperHalves[index].unicodeScalars.map { $0.value } }

    /// The names of each charset, separated by spaces.
    ///
    /// As on the web (WHATWG Encoding Standard), ISO 8859-1 and -9 are read as the Windows charsets
    /// that extend them.
    private static let names: [String] = [
        "WINDOWS-1250 CP1250",
        "WINDOWS-1251 CP1251",
        "WINDOWS-1252 CP1252 ISO-8859-1 ISO8859-1 ISO_8859-1 LATIN1 US-ASCII",
        "WINDOWS-1253 CP1253",
        "WINDOWS-1254 CP1254 ISO-8859-9 ISO8859-9 LATIN5",
        "WINDOWS-1255 CP1255",
        "WINDOWS-1256 CP1256",
        "WINDOWS-1257 CP1257",
        "WINDOWS-1258 CP1258",
        "ISO-8859-2 ISO8859-2 ISO_8859-2 LATIN2",
        "ISO-8859-4 ISO8859-4 ISO_8859-4 LATIN4",
        "ISO-8859-5 ISO8859-5 ISO_8859-5",
        "ISO-8859-7 ISO8859-7 ISO_8859-7",
        "ISO-8859-8 ISO8859-8 ISO_8859-8 ISO-8859-8-I",
        "ISO-8859-15 ISO8859-15 ISO_8859-15 LATIN9",
        "WINDOWS-874 TIS-620 ISO-8859-11",
        "KOI8-R",
        "KOI8-U",
        "MACINTOSH X-MAC-ROMAN",
    ]

    private static let upperHalves: [String] = [
        """
        €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©\
        Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëě\
        íîďđńňóôőö÷řůúűüýţ˙
        """,
        """
        ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё\
        №є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
        """,
        """
        €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\u{A0}¡¢£¤¥¦§¨©\
        ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëì\
        íîïðñòóôõö÷øùúûüýþÿ
        """,
        """
        €\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}™\
        \u{9A}›\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}΅Ά£¤¥¦§¨©�«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½Ύ\
        ΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ�
        """,
        """
        €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ\
        \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİ\
        Şßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
        """,
        """
        €\u{81}‚ƒ„…†‡ˆ‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™\u{9A}›\
        \u{9C}\u{9D}\u{9E}\u{9F}\u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾¿\
        \u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}�\
        \u{5BB}\u{5BC}\u{5BD}\u{5BE}\u{5BF}\u{5C0}\u{5C1}\u{5C2}\u{5C3}װױײ׳״����\
        ���אבגדהוזחטיךכלםמןנסעףפץצקרשת��\u{200E}\u{200F}�
        """,
        """
        €پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u{200C}\u{200D}ں\u{A0}،¢£¤¥¦§¨©ھ«¬\u{AD}®¯\
        °±²³´µ¶·¸¹؛»¼½¾؟ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقكàلâمنهوçèéêëىيîï\u{64B}\
        \u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\u{651}ù\u{652}ûü\u{200E}\u{200F}ے
        """,
        """
        €\u{81}‚\u{83}„…†‡\u{88}‰\u{8A}‹\u{8C}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9A}›\
        \u{9C}¯˛\u{9F}\u{A0}�¢£¤�¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻ\
        ŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙
        """,
        """
        €\u{81}‚ƒ„…†‡ˆ‰\u{8A}‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™\u{9A}›œ\u{9D}\
        \u{9E}Ÿ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏĐ\
        Ñ\u{309}ÓÔƠÖ×ØÙÚÛÜƯ\u{303}ßàáâăäåæçèéêë\u{301}íîïđñ\u{323}óôơö÷øùúûüư₫ÿ
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}\
        ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôő\
        ö÷řůúűüýţ˙
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}\
        Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâãäåæįčéęëėíîīđņōķôõ\
        ö÷øųúûüũū˙
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}\
        ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕ\
        іїјљњћќ§ўџ
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\
        �―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυ\
        φχψωϊϋόύώ�
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}�¢£¤¥¦§¨©×«¬\u{AD}\
        ®¯°±²³´µ¶·¸¹÷»¼½¾��������������������������������‗אבגדהוזחטיךכלםמןנסעףפץ\
        צקרשת��\u{200E}\u{200F}�
        """,
        """
        \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\
        \u{8C}\u{8D}\u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\
        \u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}\
        ®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõ\
        ö÷øùúûüýþÿ
        """,
        """
        €\u{81}\u{82}\u{83}\u{84}…\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\
        \u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\
        \u{9E}\u{9F}\u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะ\
        \u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}����฿เแโใไๅๆ\
        \u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛���\
        �
        """,
        """
        ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юаб\
        цдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
        """,
        """
        ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©юаб\
        цдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
        """,
        """
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«\
        »…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
        """,
    ]
}
