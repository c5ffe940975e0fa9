#!/usr/bin/env python3
"""Writes Sources/Agenda/FoldingTable.swift from Python's Unicode data; run it from the root."""
import unicodedata

SPECIAL = {
    'ß': 'ss', 'ẞ': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'þ': 'th', 'ħ': 'h',
    'ı': 'i', 'ŋ': 'n', 'ŧ': 't', 'ĸ': 'k', 'ŀ': 'l', 'ſ': 's', 'ŉ': 'n', 'ĳ': 'ij', 'ƒ': 'f', 'ς': 'σ',
}
RANGES = [
    ('latin', 0xC0, 0x250, 'From À to ɏ.'),
    ('greekAndCyrillic', 0x370, 0x530, 'From Ͱ to ԯ.'),
    ('latinAdditional', 0x1E00, 0x2000, 'From Ḁ to the last of Greek with marks.'),
]
HEAD = '''/// Letters without case and accents, for searching.
///
/// Made of the Unicode data by `Fixtures/generate-folding.py`. A number with the highest bit set is
/// two ASCII letters, such as those of ß; 0 is no character.
enum FoldingTable {
'''


def fold(letter):
    letter = ''.join(SPECIAL.get(part, part) for part in letter.lower())
    letter = ''.join(part for part in unicodedata.normalize('NFD', letter) if not unicodedata.combining(part))
    return ''.join(SPECIAL.get(part, part) for part in letter)


def number(point):
    if unicodedata.name(chr(point), '') == '':
        return 0
    folded = fold(chr(point))
    if len(folded) == 2 and folded.isascii():
        return 0x8000 | ord(folded[0]) << 8 | ord(folded[1])
    return ord(folded) if len(folded) == 1 else point


def lines(first, end):
    line = '       '
    for point in range(first, end):
        word = f' {number(point):#x},'
        if len(line) + len(word) > 98:
            yield line
            line = '       '
        line += word
    yield line


tables = [
    '\n'.join([f'    /// {note}', f'    static let {name}: [UInt16] = [', *lines(first, end), '    ]'])
    for name, first, end, note in RANGES
]
with open('Sources/Agenda/FoldingTable.swift', 'w', encoding='utf-8') as file:
    file.write(HEAD + '\n\n'.join(tables) + '\n}\n')
