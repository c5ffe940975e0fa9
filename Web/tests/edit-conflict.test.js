import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bothChanged, eventNow, presentCalendar } from '../views/event/edit-conflict.js';

/** @type {Draft} */
const before = {
  calendar: 'home',
  title: 'Dinner',
  allDay: '0',
  start: '2026-03-11T19:00:00',
  end: '2026-03-11T21:00:00',
  zone: '',
  location: '',
  notes: '',
  url: '',
  color: '',
  repeat: '',
  busy: '1',
  private: '0',
  status: 'confirmed',
  categories: '',
  reminders: '',
  guests: '',
};

const rows = /** @type {const} */ ([
  ['different fields', { title: 'Late dinner' }, { location: 'Kitchen' }, []],
  ['the same field, differently', { title: 'Late dinner' }, { title: 'Early dinner' }, ['title']],
  ['the same field, into the same', { title: 'Late dinner' }, { title: 'Late dinner' }, []],
  [
    'one end each of the time',
    { start: '2026-03-11T18:00:00' },
    { end: '2026-03-11T22:00:00' },
    ['start', 'end', 'allDay', 'zone'],
  ],
  ['nothing here', {}, { title: 'Early dinner' }, []],
  ['nothing there', { title: 'Late dinner' }, {}, []],
  [
    'two fields at once',
    { title: 'A', notes: 'a' },
    { title: 'B', notes: 'b' },
    ['title', 'notes'],
  ],
]);

for (const [name, mine, theirs, expected] of rows) {
  test(`when two people change ${name}, the conflict is [${expected}]`, () => {
    const conflicts = bothChanged({ ...before, ...mine }, { ...before, ...theirs }, before);
    assert.deepEqual(
      conflicts.flatMap(({ names }) => names),
      expected,
    );
  });
}

test('an event is found by its key, unless it is gone or there was none', () => {
  const dinner = { key: 'dinner' };
  const agenda = (event) => /** @type {Agenda} */ ({ engine: { event } });
  const gone = agenda(() => {
    throw new Error('gone');
  });
  assert.equal(
    eventNow(
      agenda(() => dinner),
      'dinner',
    ),
    dinner,
  );
  assert.equal(eventNow(gone, 'dinner'), null);
  assert.equal(
    eventNow(
      agenda(() => assert.fail('asked')),
      '',
    ),
    null,
  );
  assert.equal(eventNow(/** @type {Agenda} */ ({ engine: null }), 'dinner'), null);
});

test('a draft whose calendar is gone goes to the default calendar, if there is one', () => {
  const own = { id: 'own' };
  const agenda = { calendarList: [own, { id: 'band' }], defaultCalendar: own };
  assert.equal(presentCalendar('band', agenda), 'band');
  assert.equal(presentCalendar('gone', agenda), 'own');
  assert.equal(presentCalendar('gone', { calendarList: [], defaultCalendar: null }), 'gone');
});
