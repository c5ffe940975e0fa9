import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatFor } from '../i18n/format.js';
import { addStrings } from '../i18n/strings.js';
import { comparable, folded, rankOf } from '../i18n/text-matching.js';
import { RecentChoices } from '../state/recent-choices.js';
import { dateTyped } from '../views/palette/palette-dates.js';
import { findEntries } from '../views/palette/palette-search.js';
import { stayTyped } from '../views/palette/palette-travel.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

for (const [query, name, words, rank] of [
  ['new e', 'New event', '', 0],
  ['event', 'New event', '', 1],
  ['ev new', 'New event', '', 1],
  ['termin', 'New event', 'neuer termin', 2],
  ['nvt', 'New event', '', 3],
  ['vent', 'New event', '', Infinity],
  ['n', 'Now', '', 0],
  ['zoe', 'Zoë', '', 0],
  ['strasse', 'Straße', '', 0],
  ['ss', 'Maß', '', Infinity],
  ['ÜBER', 'überall', '', 0],
  ['weekly', 'Week', '', Infinity],
  ['?!', 'Anything', '', Infinity],
  ['שלום', 'שלום עולם', '', 0],
]) {
  test(`“${query}” in “${name}” has the rank ${rank}`, () => {
    assert.equal(rankOf(folded(query), comparable(name, words)), rank);
  });
}

test('a name of 100,000 characters is compared by its start', () => {
  const name = `Board ${'x'.repeat(100_000)}`;
  assert.ok(comparable(name).name.length <= 200);
  assert.equal(rankOf('board', comparable(name)), 0);
});

/** @param {'command' | 'calendar' | 'person'} part @param {string} name */
const entry = (part, name) => ({
  id: name,
  part,
  name,
  texts: [comparable(name)],
  run: () => {},
});
const names = (found) => found.flatMap(({ entries }) => entries.map(({ name }) => name));

test('the part that fits best comes first, and commands before others that fit as well', () => {
  const entries = [
    entry('person', 'Work group'),
    entry('command', 'Go to work'),
    entry('calendar', 'Work'),
    entry('command', 'Work offline'),
  ];
  assert.deepEqual(names(findEntries(entries, 'work')), [
    'Work offline',
    'Go to work',
    'Work',
    'Work group',
  ]);
  assert.deepEqual(names(findEntries(entries, 'group')), ['Work group']);
});

test('texts that merely have the letters show only where no word begins with them', () => {
  const entries = [entry('command', 'Print this view'), entry('calendar', 'Privat')];
  assert.deepEqual(names(findEntries(entries, 'priv')), ['Privat']);
  assert.deepEqual(names(findEntries(entries, 'ptv')), ['Print this view']);
  assert.deepEqual(names(findEntries(entries, 'zzz')), []);
});

for (const [text, date, name] of [
  ['2027-05', '2027-05-01', 'May 2027'],
  ['2027-13', null],
  ['may 2027', '2027-05-01', 'May 2027'],
  ['Sept', '2027-09-01', 'September 2027'],
  ['december', '2026-12-01', 'December 2026'],
  ['24 dec', '2026-12-24', 'Thursday, 24 December 2026'],
  ['2150-01-01', '2150-01-01', 'Thursday, 1 January 2150'],
  ['1200-01-01', null],
  ['board', null],
  ['lunch', null],
]) {
  test(`“${text}” is ${name ?? 'no date'}`, () => {
    formatFor('en-GB');
    const read = dateTyped(text, '2026-11-23');
    assert.equal(read?.date ?? null, date);
    if (name) assert.equal(read?.name.replace(/,/g, ''), name.replace(/,/g, ''));
  });
}

for (const [locale, text, date] of [
  ['en-GB', 'mar', '2027-03-01'],
  ['en-GB', 'sep', '2027-09-01'],
  ['en-GB', 'dez', '2026-12-01'],
  ['en-GB', 'März 2028', '2028-03-01'],
  ['de-DE', 'mar', '2027-03-01'],
  ['de-DE', 'Dec.', '2026-12-01'],
  ['de-DE', 'nov', '2026-11-01'],
  ['de-DE', '3 dec', '2026-12-03'],
  ['de-DE', 'ma', null],
  ['de-DE', 'maria', null],
  ['de-DE', 'marathon', null],
  ['fr-FR', 'mar', null], // Tuesday.
  ['fr-FR', 'jui', null], // Two months.
]) {
  test(`“${text}” is ${date ?? 'no date'} where dates are those of ${locale}`, () => {
    formatFor(locale);
    assert.equal(dateTyped(text, '2026-11-23')?.date ?? null, date);
  });
}

/** @param {Record<string, string>} kept */
const storage = (kept) => ({
  getItem: (key) => kept[key] ?? null,
  setItem: (key, text) => {
    kept[key] = text;
  },
});

test('the last choices are remembered, each once, for each account', () => {
  const kept = {};
  const recent = new RecentChoices(storage(kept), 'anna');
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) recent.add(id);
  assert.deepEqual(recent.list, ['b', 'g', 'f', 'e', 'd', 'c']);
  assert.deepEqual(new RecentChoices(storage(kept), 'ben').list, []);
});

for (const stored of ['{', '7', '{"a":1}', '[1,null]']) {
  test(`a damaged list of last choices is an empty one: ${stored}`, () => {
    assert.deepEqual(
      new RecentChoices(storage({ 'meantime.recent.anna': stored }), 'anna').list,
      [],
    );
  });
}

test('without storage nothing is remembered, and nothing fails', () => {
  const broken = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('blocked');
    },
  };
  const recent = new RecentChoices(broken, 'anna');
  recent.add('a');
  assert.deepEqual(recent.list, []);
});

/** @param {Partial<QuickLine>} line */
const days = (line) => ({
  title: '',
  location: '',
  allDay: true,
  hasDate: true,
  repeat: '',
  start: '2026-03-03',
  end: '2026-03-11',
  ...line,
});
const zones = ['Asia/Tokyo', 'America/New_York', 'America/Sao_Paulo', 'Europe/London'];

for (const [name, line, zone] of /** @type {const} */ ([
  ['a city', { title: 'tokyo' }, 'Asia/Tokyo'],
  ['a city of two words', { title: 'travel to new york' }, 'America/New_York'],
  ['a city with an accent', { title: 'São Paulo' }, 'America/Sao_Paulo'],
  ['a city read as the place', { title: 'I’m', location: 'Tokyo' }, 'Asia/Tokyo'],
  ['German words', { title: 'Ich bin in Tokyo' }, 'Asia/Tokyo'],
  ['a title with a city', { title: 'dinner London' }, undefined],
  ['no city', { title: 'to' }, undefined],
  ['a time', { title: 'Tokyo', allDay: false }, undefined],
  ['no day', { title: 'Tokyo', hasDate: false }, undefined],
  ['a rule', { title: 'Tokyo', repeat: 'FREQ=WEEKLY' }, undefined],
])) {
  test(`a stay by ${name}`, () => {
    const stay = stayTyped(days(line), zones);
    assert.equal(stay?.zone, zone);
    if (zone) assert.deepEqual([stay?.first, stay?.last], ['2026-03-03', '2026-03-11']);
  });
}
