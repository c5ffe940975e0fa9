import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { calendarFilesIn, isZip, ZipError } from '../state/zip-file.js';

/**
 * @param {{ name: string, text: string, isStored?: boolean, flags?: number, method?: number, crc?:
 *   number, size?: number }[]} entries
 * @param {string} [comment]
 */
function zipOf(entries, comment = '') {
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
  return new File([Buffer.concat([...files, list, end, Buffer.from(comment)])], 'calendars.zip');
}

/** @param {File} zip @param {string} fault @param {string} entry */
const refuses = (zip, fault, entry) =>
  assert.rejects(
    calendarFilesIn(zip),
    (error) => error instanceof ZipError && error.fault === fault && error.entry === entry,
  );

const text = 'BEGIN:VCALENDAR\r\n'.repeat(200);

test('Takes stored and deflated calendars out of a zip, and nothing else', async () => {
  const zip = zipOf(
    [
      { name: 'Takeout/Jürgen.ics', text },
      { name: 'Work.ICS', text: 'short', isStored: true },
      { name: '__MACOSX/Work.ics', text },
      { name: 'Takeout/._Work.ics', text },
      { name: 'readme.txt', text },
    ],
    'made by somebody else',
  );
  assert.equal(await isZip(zip), true);
  const files = await calendarFilesIn(zip);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['Jürgen.ics', 'Work.ICS'],
  );
  assert.equal(await files[0]?.text(), text);
  assert.equal(await files[1]?.text(), 'short');
});

test('Says which entry cannot be read, and why', async () => {
  const sound = { name: 'a.ics', text };
  await refuses(zipOf([sound, { name: 'b.ics', text, crc: 1 }]), 'broken', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, size: text.length - 1 }]), 'broken', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, flags: 1 }]), 'encrypted', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, method: 12 }]), 'method', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, size: 2 ** 27 }]), 'tooLarge', 'b.ics');
  await refuses(zipOf(Array.from({ length: 101 }, () => sound)), 'tooMany', '');
});

test('Refuses what only begins like a zip, at whatever length it ends', async () => {
  const whole = zipOf([{ name: 'a.ics', text }]);
  for (let length = 4; length < whole.size; length += 7)
    await assert.rejects(calendarFilesIn(new File([whole.slice(0, length)], 'cut.zip')), ZipError);
  assert.equal(await isZip(new File([text], 'a.ics')), false);
  assert.equal(await isZip(new File([], 'a.ics')), false);
});
