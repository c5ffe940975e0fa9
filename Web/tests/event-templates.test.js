import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templatesFor, withTemplate } from '../state/event-templates.js';
import { readQuickLine, takeTemplate } from '../views/event/quick-add-draft.js';

/** @type {EventTemplate} */
const dentist = {
  title: 'Dentist',
  calendar: 'c2',
  location: 'Main Street 4',
  color: '',
  allDay: false,
  from: 630,
  minutes: 45,
  reminders: [30, 1440],
  categories: ['Health', 'Teeth'],
  busy: true,
  private: false,
};
const trip = { ...dentist, title: 'Trip', allDay: true, from: 0, minutes: 3 * 1440 };
const base = /** @type {Draft} */ ({
  calendar: 'c1',
  title: 'Den',
  allDay: '0',
  start: '2026-03-11T14:00:00',
  end: '2026-03-11T15:00:00',
  zone: '',
  location: '',
  notes: '',
  url: '',
  color: 'red',
  repeat: '',
  busy: '1',
  private: '0',
  status: 'confirmed',
  categories: '',
  reminders: '10',
});
const wholeDay = { ...base, allDay: '1', start: '2026-03-11', end: '2026-03-11' };

test('a draft takes over all that a template has', () => {
  assert.deepEqual(withTemplate(base, dentist), {
    ...base,
    title: 'Dentist',
    calendar: 'c2',
    location: 'Main Street 4',
    color: '',
    categories: 'Health\nTeeth',
    reminders: '30\n1440',
    end: '2026-03-11T14:45:00',
  });
});

test('a place that was typed stays if the template has none', () => {
  const draft = withTemplate({ ...base, location: 'Here' }, { ...dentist, location: '' });
  assert.equal(draft.location, 'Here');
});

for (const [name, draft, template, keeps, times] of /** @type {const} */ ([
  ['a chosen start stays', base, dentist, false, ['2026-03-11T14:00:00', '2026-03-11T14:45:00']],
  ['drawn times stay', base, dentist, true, [base.start, base.end]],
  ['a day gets hours', wholeDay, dentist, false, ['2026-03-11T10:30:00', '2026-03-11T11:15:00']],
  ['a day gets days', wholeDay, trip, false, ['2026-03-11', '2026-03-13']],
  [
    'days that were chosen stay',
    { ...wholeDay, end: '2026-03-12' },
    trip,
    false,
    ['2026-03-11', '2026-03-12'],
  ],
  ['times stay beside whole days', base, trip, false, [base.start, base.end]],
]))
  test(`times of a template: ${name}`, () => {
    const { start, end, allDay } = withTemplate(draft, template, keeps);
    assert.deepEqual([start, end], times);
    assert.equal(allDay, start.length === 10 ? '1' : '0');
  });

/** Takes a "fri" at the end as a day. */
const engine = {
  quickAdd: (/** @type {string} */ line) => {
    const day = / fri\b/.exec(line);
    return /** @type {QuickLine} */ ({
      title: line.replace(' fri', ''),
      location: '',
      allDay: !line.includes('9'),
      hasDate: day !== null,
      hasLength: line.includes('-'),
      start: line.includes('9') ? '2026-03-13T09:00:00' : '2026-03-13',
      end: line.includes('9') ? '2026-03-13T10:00:00' : '2026-03-13',
      zone: '',
      repeat: '',
      reminder: '',
      categories: [],
      marks: day ? [{ from: day.index + 1, to: day.index + 4, kind: 'day' }] : [],
    });
  },
};
const given = /** @type {const} */ ({ base, today: '2026-03-11', first: 'day', language: 'en' });

test('a template puts its title into the line, and keeps what else the line says', () => {
  const { line, taken } = takeTemplate(engine, 'den fri', dentist, given);
  assert.equal(line, 'Dentist fri ');
  assert.deepEqual(taken, { template: dentist, title: 'Dentist' });
});

test('a template whose title quick add would misread leaves the line alone', () => {
  const friday = { ...dentist, title: 'Friends fri' };
  const { line, taken } = takeTemplate(engine, 'frie', friday, given);
  assert.equal(line, 'frie');
  assert.equal(taken.title, 'frie');
  assert.equal(readQuickLine(engine, 'frie', { ...given, taken }).draft?.title, 'Friends fri');
});

for (const [name, line, title, location] of [
  ['stays while its title is in the line', 'Dentist', 'Dentist', 'Main Street 4'],
  ['stays when more is typed behind the title', 'Dentist Ana', 'Dentist Ana', 'Main Street 4'],
  ['goes when the title becomes another', 'Dentists', 'Dentists', ''],
  ['goes when the title is taken back', 'Dent', 'Dent', ''],
])
  test(`a template in quick add ${name}`, () => {
    const taken = { template: dentist, title: 'Dentist' };
    const { draft } = readQuickLine(engine, line ?? '', { ...given, taken });
    assert.deepEqual([draft?.title, draft?.location], [title, location]);
  });

test('a line with a time but no length gets the length of the template', () => {
  const taken = { template: dentist, title: 'Dentist' };
  /** @param {string} line */
  const end = (line) => readQuickLine(engine, line, { ...given, taken }).draft?.end;
  assert.equal(end('Dentist fri 9'), '2026-03-13T09:45:00');
  assert.equal(end('Dentist fri 9-10'), '2026-03-13T10:00:00');
  assert.equal(end('Dentist fri'), '2026-03-13');
});

test('an offer says what there is to take over', () => {
  const calendars = new Map([['c2', /** @type {Calendar} */ ({ name: 'Health', color: 'green' })]]);
  /** @param {EventTemplate[]} templates */
  const offers = (templates) =>
    templatesFor(
      {
        engine: /** @type {Engine} */ (/** @type {unknown} */ ({ templates: () => templates })),
        calendars,
      },
      'd',
      () => {},
    ).map(({ detail, color }) => [detail, color]);
  assert.deepEqual(offers([dentist, { ...trip, color: 'red', location: '', calendar: 'gone' }]), [
    ['45 minutes · Main Street 4 · Health', 'green'],
    ['3 days', 'red'],
  ]);
  assert.deepEqual(
    templatesFor(
      {
        engine: /** @type {Engine} */ (
          /** @type {unknown} */ ({
            templates: () => {
              throw new Error('core');
            },
          })
        ),
        calendars,
      },
      'd',
      () => {},
    ),
    [],
  );
});
