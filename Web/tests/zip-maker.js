import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Packs texts into a zip, as well as with what's wrong in it.
 *
 * @param {{ name: string, text: string, isStored?: boolean, flags?: number, method?: number, crc?:
 *   number, size?: number }[]} entries
 * @param {string} [comment]
 * @param {string} [zipName]
 */
export function zipOf(entries, comment = '', zipName = 'calendars.zip') {
  /** @type {Buffer[]} */
  const [files, directory] = [[], []];
  let offset = 0;
  for (const { name, text, isStored = false, ...given } of entries) {
    const packed = isStored ? Buffer.from(text) : deflateRawSync(text);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(given.flags ?? 0, 2);
    head.writeUInt16LE(given.method ?? (isStored ? 0 : 8), 4);
    head.writeUInt32LE(given.crc ?? crc32(text), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(given.size ?? Buffer.byteLength(text), 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return new File([Buffer.concat([...files, list, end, Buffer.from(comment)])], zipName);
}
