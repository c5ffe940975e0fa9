import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allBytesMax,
  entriesMax,
  entriesOf,
  entryBytesMax,
  isSmallEnough,
  isZip,
  ratioMax,
  ZipError,
} from '../state/zip-file.js';
import { zipOf } from './zip-maker.js';

/** @param {string} path */
const isCalendar = (path) => path.endsWith('.ics');

/** @param {Blob} zip @returns {Promise<string[]>} The text of each calendar in it. */
async function textsIn(zip) {
  /** @type {string[]} */
  const texts = [];
  for (const entry of await entriesOf(zip, isCalendar))
    texts.push(new TextDecoder().decode(await entry.read()));
  return texts;
}

/** @param {File} zip @param {string} fault @param {string} entry */
const refuses = (zip, fault, entry) =>
  assert.rejects(
    textsIn(zip),
    (error) => error instanceof ZipError && error.fault === fault && error.entry === entry,
  );

const text = 'BEGIN:VCALENDAR\r\n'.repeat(200);

test('Takes stored and deflated files out of a zip, and none that nobody wants', async () => {
  const zip = zipOf(
    [
      { name: 'Takeout/Jürgen.ics', text },
      { name: 'Work.ics', text: 'short', isStored: true },
      { name: 'readme.txt', text },
    ],
    'made by somebody else',
  );
  assert.equal(await isZip(zip), true);
  const paths = (await entriesOf(zip, isCalendar)).map(({ path }) => path);
  assert.deepEqual(paths, ['Takeout/Jürgen.ics', 'Work.ics']);
  assert.deepEqual(await textsIn(zip), [text, 'short']);
});

test('Says which entry cannot be read, and why', async () => {
  const sound = { name: 'a.ics', text };
  await refuses(zipOf([sound, { name: 'b.ics', text, crc: 1 }]), 'broken', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, size: text.length - 1 }]), 'broken', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, flags: 1 }]), 'encrypted', 'b.ics');
  await refuses(zipOf([{ name: 'b.ics', text, method: 12 }]), 'method', 'b.ics');
});

test('Lists as many files as a zip may have, and not one more', async () => {
  const many = Array.from({ length: entriesMax }, () => ({
    name: 'a.ics',
    text: '',
    isStored: true,
  }));
  assert.equal((await entriesOf(zipOf(many), isCalendar)).length, entriesMax);
  await refuses(zipOf([...many, { name: 'a.ics', text: '' }]), 'tooMany', '');
  // Those that nobody wants don't count.
  const zip = zipOf([...many, { name: 'a.txt', text: '' }]);
  assert.equal((await entriesOf(zip, isCalendar)).length, entriesMax);
});

for (const [what, size, packedSize, before, expected] of /** @type {const} */ ([
  ['a file of the largest size', entryBytesMax, entryBytesMax, 0, true],
  ['a file one byte larger', entryBytesMax + 1, entryBytesMax, 0, false],
  ['all files up to the limit', 1, 1, allBytesMax - 1, true],
  ['all files and one byte more', 1, 1, allBytesMax, false],
  ['a file that packs as well as can be', ratioMax * 10, 9, 0, true],
  ['a file that claims to pack better', ratioMax * 10 + 1, 9, 0, false],
])) {
  test(`${expected ? 'Unpacks' : "Doesn't unpack"} ${what}`, () => {
    assert.equal(isSmallEnough({ size, packedSize }, before), expected);
  });
}

test('Refuses what only begins like a zip, at whatever length it ends', async () => {
  const whole = zipOf([{ name: 'a.ics', text }]);
  for (let length = 4; length < whole.size; length += 7)
    await assert.rejects(textsIn(new File([whole.slice(0, length)], 'cut.zip')), ZipError);
  assert.equal(await isZip(new File([text], 'a.ics')), false);
  assert.equal(await isZip(new File([], 'a.ics')), false);
});
