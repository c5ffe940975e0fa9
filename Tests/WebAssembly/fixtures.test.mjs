// Runs the fixtures of the Swift tests through the compiled core, which must give the same results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addZone, fixtures, newCore, put, root } from './support.mjs';

/** The rows of a table in Fixtures/. @param {string} path @returns {string[][]} */
function table(path) {
  return readFileSync(join(root, 'Fixtures', path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

const rules = table('recurrence/rules.tsv');

test('the table of rules has all its 520 rows', () => assert.equal(rules.length, 520));

for (const [start, zone, rule, limit, expected, note] of rules) {
  const wanted = expected === '' ? [] : expected.split(',');
  test(`${note}: ${start} ${zone} ${rule}`, () => {
    const core = newCore();
    if (zone !== '') addZone(core, zone);
    const all = core.ruleTimes(start, zone, rule, Number(limit), '', '', '', 'rule');
    const hasInstants = zone !== '' && wanted[0]?.endsWith('Z');
    // The table leaves out the Z of starts in UTC.
    assert.deepEqual(
      hasInstants ? all.instants : all.times.map((time) => time.replace('Z', '')),
      wanted,
    );
    checkOtherWindows(core, [start, zone, rule, Number(limit)], all.instants);
  });
  // Rows with instants are about gaps and folds, so check a stored event with the same rule, too.
  if (zone !== '' && wanted[0]?.endsWith('Z') && wanted.length < 20) {
    test(`an event: ${start} ${zone} ${rule}`, () =>
      assert.deepEqual(starts(start, zone, rule, wanted), wanted));
  }
}

/** Checks that a rule gives the same times from the middle on, backwards, and in a window. */
function checkOtherWindows(core, row, all) {
  if (all.length === 0) return;
  const [middle, third] = [Math.floor(all.length / 2), Math.floor(all.length / 3)];
  const last = all[all.length - 1];
  const given = (from = '', before = '', way = '') =>
    core.ruleTimes(...row, from, before, way, 'rule').instants;
  assert.deepEqual(
    given(all[middle]).slice(0, all.length - middle),
    all.slice(middle),
    'from the middle',
  );
  assert.deepEqual(given('', last, 'backward'), all.slice(0, -1).reverse(), 'backward');
  assert.deepEqual(given(all[third], last), all.slice(third, -1), 'a window');
}

/** The starts, in UTC, of an event with this rule, on the dates of the wanted times. */
function starts(start, zone, rule, wanted) {
  const core = newCore();
  addZone(core, zone);
  // In an event, COUNT includes the start even if the rule doesn't match it; the table's doesn't.
  const [first] = core.ruleTimes(start, zone, rule, 1, '', '', '', 'rule').times;
  const counted = first === start ? rule : rule.replace(/;COUNT=\d+/, '');
  put(core, 'row', [`DTSTART;TZID=${zone}:${start}`, `RRULE:${counted}`, 'SUMMARY:Row']);
  const dates = new Set(
    wanted.map((time) => `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}`),
  );
  return [...dates].flatMap((date) =>
    core.day(date).map((event) => `${event.start.replaceAll(/[-:]/g, '')}Z`),
  );
}

for (const [what, zone, date, events, expected] of table('timeline.tsv')) {
  test(`timeline: ${what}`, () => {
    const core = newCore({ zone });
    addZone(core, 'America/New_York');
    events.split(' | ').forEach((event, n) => {
      const [title, start, end] = event.split(' ');
      put(core, String(n), [`DTSTART${start}`, `DTEND${end}`, `SUMMARY:${title}`]);
    });
    const clock = (minute) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const pieces = core.timeline(date, 1).days[0].pieces.map((piece) => {
      const arrows = (piece.startsHere ? '' : '<') + (piece.endsHere ? '' : '>');
      const place = `${piece.depth} ${piece.column}+${piece.span}/${piece.columns}`;
      return [
        piece.title + arrows,
        `${clock(piece.from)}-${clock(piece.to)}`,
        place,
        piece.zoneLabel,
      ]
        .filter(Boolean)
        .join(' ');
    });
    assert.equal(pieces.join(' | '), expected);
  });
}

for (const [file, language] of [
  ['quick-add.tsv', 'en'],
  ['quick-add-de.tsv', 'de'],
]) {
  for (const [typed, title, start, end, location, rule] of table(file)) {
    test(`quick add: ${typed}`, () => {
      const core = newCore({ now: '2026-11-18T08:00:00Z' });
      const quick = core.quickAdd(typed, 'day', language);
      const last = quick.allDay
        ? new Date(Date.parse(`${quick.end}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
        : quick.end;
      assert.deepEqual(
        [quick.title, quick.start, last, quick.location, quick.repeat],
        [title, start, end, location, rule],
      );
    });
  }
}

test('quick add says where in the line it found what', () => {
  const core = newCore({ now: '2026-11-18T08:00:00Z' });
  const line = '🍰 Tee bei Zoë jeden Freitag um halb vier';
  assert.deepEqual(
    core
      .quickAdd(line, 'day', 'de')
      .marks.map(({ from, to, kind }) => [kind, line.slice(from, to)]),
    [
      ['place', 'bei Zoë'],
      ['repeat', 'jeden Freitag'],
      ['time', 'um halb vier'],
    ],
  );
});

const broken =
  Map.groupBy?.(table('ics/broken/expected.tsv'), ([name]) => name) ??
  table('ics/broken/expected.tsv').reduce(
    (map, row) => map.set(row[0], [...(map.get(row[0]) ?? []), row]),
    new Map(),
  );

test('every broken file has rows in the table of expected problems', () => {
  assert.deepEqual(
    [...broken.keys()].sort(),
    fixtures('ics/broken', '.ics').map(({ name }) => name),
  );
});

for (const { name, octets } of fixtures('ics/broken', '.ics')) {
  test(`${name} gives the expected problems, and its sound events`, () => {
    const found = newCore().inspect(octets);
    const rows = broken.get(name);
    const uids = rows
      .find(([, line]) => line === 'objects')[3]
      .split(' ')
      .filter(Boolean);
    const problems = rows.filter(([, line]) => line !== 'objects');
    assert.equal(found.series, uids.length);
    assert.equal(found.problemCount, problems.length, JSON.stringify(found.problems));
    problems.forEach(([, line, outcome, part], index) => {
      const problem = found.problems[index];
      assert.equal(`${problem.line} ${problem.outcome}`, `${line} ${outcome}`);
      assert.ok(problem.message.includes(part), problem.message);
    });
  });
}

for (const { name, octets } of fixtures('ics', '.ics')) {
  test(`${name} is read without losing an event`, () => {
    const text = octets.toString('utf8');
    const found = newCore().inspect(octets);
    assert.equal(found.events, text.match(/^BEGIN:VEVENT/gm).length);
    // Tasks and journals are kept too. Alarms don't count, though some programs give them UIDs.
    const kept = text
      .replaceAll(/^BEGIN:VALARM[^]*?^END:VALARM/gm, '')
      .match(/^BEGIN:(VEVENT|VTODO|VJOURNAL|VFREEBUSY)[^]*?^END:\1/gm);
    assert.equal(found.series, new Set(kept.map((event) => /^UID.*$/m.exec(event)[0].trim())).size);
    assert.ok(found.first <= found.last);
    assert.equal(found.sample.length, Math.min(5, found.events));
  });
}
