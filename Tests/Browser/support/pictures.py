"""Pictures to upload."""

import struct
import zlib


def png(side):
    """A square PNG whose metadata names a place, which the server has to strip."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"\xd0\x40\x20" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"tEXt", b"Place\0home") + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
