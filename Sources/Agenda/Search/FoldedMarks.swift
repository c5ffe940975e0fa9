/// Characters that people write in several ways, or leave out, and search for in the simplest:
/// quotation marks, dashes, blanks, full width forms, and the points of Arabic and Hebrew.
enum FoldedMarks {
    /// What a character counts as.
    enum Kind: Equatable {
        /// The character itself.
        case plain
        case blank
        /// Nothing: a mark above or below a letter, or an invisible character.
        case mark
        /// Another character.
        case letter(UInt32)
    }

    /// What a character counts as; letters with accents count as themselves here.
    static func kind(of value: UInt32) -> Kind {
        switch value {
        case 0..<0x80: .plain
        case 0x80..<0x590: latin(value)
        case 0x590..<0x600: hebrew(value)
        case 0x600..<0x700: arabic(value)
        case 0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x20D0..<0x2100, 0xFE00..<0xFE10, 0xFE20..<0xFE30:
            .mark
        case 0x1680, 0x3000: .blank
        case 0x2000..<0x2070, 0x2212: punctuation(value)
        case 0xFB1D..<0xFB50: pointed(value)
        case 0xFE58, 0xFE63: .letter(0x2D)
        case 0xFEFF: .mark
        // Full width forms of ASCII.
        case 0xFF01..<0xFF5F: .letter(value - 0xFEE0)
        default: .plain
        }
    }

    private static func latin(_ value: UInt32) -> Kind {
        switch value {
        case 0xA0: .blank
        case 0xAD, 0x300..<0x370: .mark
        case 0xAB, 0xBB: .letter(0x22)
        case 0xB4, 0x2B9, 0x2BB, 0x2BC, 0x2BD, 0x2C8, 0x374: .letter(0x27)
        case 0x58A: .letter(0x2D)
        default: .plain
        }
    }

    private static func punctuation(_ value: UInt32) -> Kind {
        switch value {
        case 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F: .blank
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: .mark
        case 0x2010...0x2015, 0x2043, 0x2053, 0x2212: .letter(0x2D)
        case 0x2018...0x201B, 0x2032, 0x2035, 0x2039, 0x203A: .letter(0x27)
        case 0x201C...0x201F, 0x2033, 0x2036: .letter(0x22)
        default: .plain
        }
    }

    // MARK: Hebrew

    private static func hebrew(_ value: UInt32) -> Kind {
        switch value {
        case 0x5BE: .letter(0x2D)
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: .mark
        case 0x5F3: .letter(0x27)
        case 0x5F4: .letter(0x22)
        default: .plain
        }
    }

    /// Hebrew letters with points in one character.
    private static func pointed(_ value: UInt32) -> Kind {
        switch value {
        case 0xFB1D: .letter(0x5D9)
        case 0xFB1E: .mark
        case 0xFB1F: .letter(0x5F2)
        case 0xFB2A...0xFB2D: .letter(0x5E9)
        case 0xFB2E, 0xFB2F: .letter(0x5D0)
        // From alef to tav, in the order of the letters.
        case 0xFB30...0xFB4A: .letter(value - 0xFB30 + 0x5D0)
        case 0xFB4B: .letter(0x5D5)
        case 0xFB4C: .letter(0x5D1)
        case 0xFB4D: .letter(0x5DB)
        case 0xFB4E: .letter(0x5E4)
        default: .plain
        }
    }

    // MARK: Arabic

    private static func arabic(_ value: UInt32) -> Kind {
        switch value {
        case 0x610...0x61A, 0x61C, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4,
            0x6E7, 0x6E8, 0x6EA...0x6ED:
            .mark
        // Alef with hamza or madda, and alef wasla.
        case 0x622, 0x623, 0x625, 0x671...0x673, 0x675: .letter(0x627)
        // Waw and yeh with hamza, the yeh without dots, and Persian's yeh and kaf.
        case 0x624: .letter(0x648)
        case 0x626, 0x649, 0x6CC: .letter(0x64A)
        case 0x6A9: .letter(0x643)
        // Teh marbuta is often written as heh.
        case 0x629: .letter(0x647)
        case 0x660...0x669: .letter(value - 0x660 + 0x30)
        case 0x6F0...0x6F9: .letter(value - 0x6F0 + 0x30)
        default: .plain
        }
    }
}
