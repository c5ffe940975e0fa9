import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderOfEvent, listBytesMax, namesInList } from '../state/apple-archive.js';
import { calendarNameOf, nameBytesMax, shortened } from '../state/calendar-file-names.js';
import { calendarsIn, calendarsMax } from '../state/calendar-files.js';
import { DroppedFolder } from '../state/dropped-folder.js';
import { entriesMax } from '../state/zip-file.js';
import { zipOf } from './zip-maker.js';

for (const [path, name] of [
  ['Work.ics', 'Work'],
  ['Takeout/Calendar/Rowing club.ics', 'Rowing club'],
  ['Work_abc123@group.calendar.google.com.ics', 'Work'],
  ['My_team_abc123@group.calendar.google.com.ics', 'My team'],
  ['Choir_choir.example.com_x7@group.calendar.google.com.ics', 'Choir'],
  ['Birthdays_addressbook#contacts@group.v.calendar.google.com.ics', 'Birthdays'],
  ['anna_berg@example.com.ics', 'anna_berg@example.com'],
  ['anna@example.com.ical.zip', 'anna@example.com'],
  ['Work (2).ics', 'Work'],
  ['Ju\u0308rgen.ics', 'Jürgen'],
  ['Home.icbu/Family.calendar', 'Family'],
  ['3F2504E0-4F89-41D3-9A0C-0305E82C3301.calendar', ''],
]) {
  test(`${path} has the calendar “${name}”`, () => assert.equal(calendarNameOf(path), name));
}

test('A name is as long as the name of a calendar may be, and no character longer', () => {
  const longest = 'ü'.repeat(nameBytesMax / 2);
  assert.equal(shortened(longest), longest);
  assert.equal(shortened(`${longest}x`), longest);
  assert.equal(shortened(`x${longest}`), `x${longest.slice(1)}`);
});

/** @param {string} title @param {string} [color] */
const listOf = (title, color = '#1BADF8FF') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
\t<key>AlarmFilter</key>
\t<true/>
\t<key>Color</key>
\t<string>${color}</string>
\t<key>Title</key>
\t<string>${title}</string>
</dict>
</plist>`;

for (const [written, title] of [
  ['Family', 'Family'],
  ['Tom &amp; Anna &lt;3', 'Tom & Anna <3'],
  ['Caf&#233; &#xE9;', 'Café é'],
  ['&#x110000;&unknown;', '&unknown;'],
  ['  ', ''],
]) {
  test(`The property list “${written}” names the calendar “${title}”`, () => {
    assert.deepEqual(namesInList(listOf(written)), { title, color: '#1BADF8FF' });
  });
}

test('A property list that is none, or names no colour, is no problem', () => {
  assert.deepEqual(namesInList('bplist00'), { title: '', color: '' });
  assert.deepEqual(namesInList(listOf('Family', 'blue')), { title: 'Family', color: '' });
});

for (const [path, folder] of [
  ['A.calendar/Events/1.ics', 'A.calendar'],
  ['Home.icbu/B.caldav/A.calendar/Events/1.ics', 'Home.icbu/B.caldav/A.calendar'],
  ['A.calendar/1.ics', ''],
  ['A.calendar/Events/old/1.ics', ''],
  ['Events/1.ics', ''],
]) {
  test(`${path} is an event of “${folder}”`, () => assert.equal(folderOfEvent(path), folder));
}

const text = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const named = (/** @type {string} */ name) => ({ name, text });

/** @param {Parameters<typeof calendarsIn>[0]} given */
async function found(...given) {
  const { calendars, refused } = await calendarsIn(given);
  return { names: calendars.map(({ name }) => name), refused };
}

test('Every file of a drop is a calendar, and so is every file in a zip', async () => {
  const zip = zipOf([
    named('Takeout/Calendar/Work.ics'),
    named('Takeout/Calendar/Family_x@group.calendar.google.com.ics'),
    named('Takeout/archive_browser.html'),
    named('__MACOSX/Takeout/Calendar/._Work.ics'),
    named('Takeout/._Work.ics'),
  ]);
  assert.deepEqual(
    await found(new File([text], 'Outlook.ics'), zip, new File(['x'], 'photo.jpg')),
    {
      names: ['Outlook', 'Work', 'Family', 'photo.jpg'],
      refused: [],
    },
  );
});

test('In an archive of Apple’s calendar, every folder is a calendar', async () => {
  const zip = zipOf([
    { name: 'Home.icbu/1.calendar/Info.plist', text: listOf('Tom, Anna') },
    named('Home.icbu/1.calendar/Events/a.ics'),
    named('Home.icbu/1.calendar/Events/b.ics'),
    { name: 'Home.icbu/2.caldav/Info.plist', text: listOf('The account') },
    { name: 'Home.icbu/2.caldav/3.calendar/Info.plist', text: 'x'.repeat(listBytesMax + 1) },
    named('Home.icbu/2.caldav/3.calendar/Events/a.ics'),
  ]);
  const { calendars, refused } = await calendarsIn([zip]);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    calendars.map(({ name, isJoined }) => ({ name, isJoined })),
    [
      { name: 'Tom, Anna', isJoined: true },
      { name: '3', isJoined: true },
    ],
  );
  const joined = await calendars[0]?.file.text();
  assert.match(
    joined ?? '',
    /\r\nX-WR-CALNAME:Tom\\, Anna\r\nX-APPLE-CALENDAR-COLOR:#1BADF8FF\r\n/,
  );
  assert.equal(joined?.match(/BEGIN:VCALENDAR/g)?.length, 3);
});

test('A property list is read up to its limit', async () => {
  const list = listOf('Family').padEnd(listBytesMax, ' ');
  const zip = zipOf([
    { name: '1.calendar/Info.plist', text: list, isStored: true },
    named('1.calendar/Events/a.ics'),
  ]);
  assert.deepEqual((await found(zip)).names, ['Family']);
});

test('What cannot be unpacked is named, and the rest is taken', async () => {
  const zip = zipOf([
    named('Work.ics'),
    { ...named('Broken.ics'), crc: 1 },
    { ...named('Huge.ics'), size: 2 ** 27 },
    { ...named('Secret.ics'), flags: 1 },
    { ...named('1.calendar/Events/bad.ics'), crc: 1 },
    named('1.calendar/Events/good.ics'),
  ]);
  const cut = new File([zip.slice(0, 200)], 'cut.zip');
  assert.deepEqual(await found(zip, cut, zipOf([named('readme.txt')], '', 'none.zip')), {
    names: ['Work', '1'],
    refused: [
      { name: 'Broken.ics', fault: 'broken' },
      { name: 'Huge.ics', fault: 'tooLarge' },
      { name: 'Secret.ics', fault: 'encrypted' },
      { name: 'bad.ics', fault: 'broken' },
      { name: 'cut.zip', fault: 'broken' },
      { name: 'none.zip', fault: 'empty' },
    ],
  });
});

test('An archive that only has Apple’s database says so', async () => {
  const zip = zipOf([named('Home.icbu/Calendar.sqlitedb')], '', 'Home.icbu.zip');
  assert.deepEqual(await found(zip), {
    names: [],
    refused: [{ name: 'Home.icbu.zip', fault: 'database' }],
  });
});

test('An import has as many calendars as it may, and not one more', async () => {
  const most = Array.from({ length: calendarsMax }, (_, index) => named(`${index}.ics`));
  const zip = zipOf(most, '', 'most.zip');
  const one = new File([text], 'one.ics');
  const { names, refused } = await found(zip, one);
  assert.equal(names.length, calendarsMax);
  assert.deepEqual(refused, [{ name: 'one.ics', fault: 'tooManyCalendars' }]);
  assert.deepEqual(await found(zipOf([...most, named('more.ics')], '', 'more.zip'), one), {
    names: ['one'],
    refused: [{ name: 'more.zip', fault: 'tooMany' }],
  });
  // The events of a folder are one calendar, however many there are.
  const events = Array.from({ length: calendarsMax + 1 }, (_, index) =>
    named(`A.calendar/Events/${index}.ics`),
  );
  assert.deepEqual(await found(zipOf(events)), { names: ['A'], refused: [] });
});

/**
 * A folder as browsers describe one.
 *
 * @param {string} fullPath @param {any[]} children
 * @returns {any}
 */
const folder = (fullPath, ...children) => ({
  isDirectory: true,
  isFile: false,
  fullPath,
  name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
  createReader: () => {
    const parts = [children.slice(0, 2), children.slice(2)].filter((part) => part.length > 0);
    return { readEntries: (/** @type {Function} */ take) => take(parts.shift() ?? []) };
  },
});

/** @param {string} fullPath @param {string} [contents] */
const file = (fullPath, contents = text) => ({
  isDirectory: false,
  isFile: true,
  fullPath,
  file: (/** @type {Function} */ take) => take(new File([contents], fullPath)),
});

test('A dropped folder is looked into, and so are the folders in it', async () => {
  const archive = folder(
    '/Home.icbu',
    folder(
      '/Home.icbu/1.calendar',
      file('/Home.icbu/1.calendar/Info.plist', listOf('Family')),
      folder('/Home.icbu/1.calendar/Events', file('/Home.icbu/1.calendar/Events/a.ics')),
    ),
    file('/Home.icbu/readme.txt'),
    file('/Home.icbu/Work.ics'),
  );
  assert.deepEqual(await found(new DroppedFolder(archive)), {
    names: ['Work', 'Family'],
    refused: [],
  });
});

test('A dropped folder has at most as many files as a zip, and what cannot be read is named', async () => {
  const most = Array.from({ length: entriesMax }, () => file('/Big/A.calendar/Events/a.ics'));
  const search = new DroppedFolder(folder('/Big', ...most));
  assert.equal((await search.entries(() => true)).length, entriesMax);
  assert.deepEqual(await found(new DroppedFolder(folder('/Big', ...most, file('/Big/b.ics')))), {
    names: [],
    refused: [{ name: 'Big', fault: 'tooMany' }],
  });
  const locked = {
    ...file('/Locked/a.ics'),
    file: (/** @type {any} */ _, /** @type {Function} */ fail) => fail(new Error('no')),
  };
  assert.deepEqual(await found(new DroppedFolder(folder('/Locked', locked))), {
    names: [],
    refused: [{ name: 'Locked', fault: 'unreadable' }],
  });
});
