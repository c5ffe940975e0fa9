// The calendars and groups of the page, which the core lists, draws and shows. CalendarDirectoryTests has the rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError } from '../../Web/core/engine.js';
import { isReadOnly, ownerOf } from '../../Web/i18n/calendar-owners.js';
import { Agenda } from '../../Web/state/agenda.js';
import { Settings } from '../../Web/state/settings.js';
import { newCore } from './support.mjs';

const member = (id, name, color) => ({ id, name, color });
const family = {
  type: 'group',
  id: 'family',
  name: 'Family',
  calendar: 'dinners',
  defaultLevel: 'busy',
  shares: { diary: 'hidden' },
  members: [member('ben', 'Ben', 'orange'), member('ana', 'Ana', 'red')],
};
const bens = {
  type: 'calendar',
  id: 'bens',
  name: '',
  color: 'grey',
  level: 'busy',
  owner: 'ben',
  groups: ['family'],
};
const calendar = (id, level, more = {}) => ({
  type: 'calendar',
  id,
  name: id,
  color: 'green',
  level,
  ...more,
});
const own = [
  calendar('diary', 'own', { order: 1 }),
  calendar('work', 'own', { order: 0, default: true }),
];
const dinners = calendar('dinners', 'group', { group: 'family' });

/** Ana's agenda, after a load that described this. */
function agendaOf(...records) {
  globalThis.requestAnimationFrame = (run) => setTimeout(run);
  globalThis.document ??= { visibilityState: 'visible' };
  const settings = new Settings('en', { getItem: () => null, setItem: () => {} });
  const agenda = new Agenda(settings);
  agenda.use(newCore());
  settings.addEventListener('change', () => agenda.showAsChosen());
  for (const record of [{ type: 'header', account: { id: 'ana' } }, ...records, { type: 'end' }])
    agenda.apply(record);
  return { agenda, settings };
}

const ids = (calendars) => [...calendars].map(({ id }) => id);
const shown = ({ calendars }) => ids([...calendars.values()].filter(({ isShown }) => isShown));

test('the lists of calendars are the core’s, and events go where it says', () => {
  const feed = calendar('holidays', 'subscribed');
  const account = calendar('icloud', 'connected');
  const { agenda } = agendaOf(family, feed, bens, dinners, account, ...own);
  assert.deepEqual(ids(agenda.calendars.values()), [
    'work',
    'diary',
    'icloud',
    'dinners',
    'holidays',
    'bens',
  ]);
  assert.deepEqual(ids(agenda.calendarList), ['work', 'diary', 'icloud', 'dinners']);
  assert.deepEqual(ids(agenda.ownCalendars), ['work', 'diary']);
  assert.deepEqual(ids(agenda.subscribedCalendars), ['icloud', 'holidays']);
  assert.deepEqual(ids(agenda.listedCalendars), ['work', 'diary', 'icloud', 'dinners', 'holidays']);
  assert.equal(agenda.defaultCalendar.id, 'work');
  assert.ok(isReadOnly('bens') && isReadOnly('holidays'));
  assert.ok(!isReadOnly('dinners') && !isReadOnly('work') && !isReadOnly('icloud'));
});

test('a calendar names its person, and what each group sees of it', () => {
  const { agenda, settings } = agendaOf(bens, family, ...own);
  const { calendars, people } = agenda;
  assert.deepEqual(ownerOf('bens'), {
    name: 'Ben',
    initials: 'Be',
    isReadOnly: true,
    isSubscribed: false,
  });
  assert.equal(calendars.get('bens').drawnColor, 'orange');
  assert.equal(people.memberOf(calendars.get('bens')).name, 'Ben');
  assert.deepEqual(calendars.get('diary').shares, [{ group: 'family', level: 'hidden' }]);
  assert.deepEqual(calendars.get('bens').shares, []);
  settings.change({ groupView: 'family' });
  assert.equal(people.memberOf(agenda.calendars.get('work')).name, 'Ana');
  assert.equal(agenda.calendars.get('work').color, 'green', 'its own colour stays known');
});

test('the switches of calendars and people are kept in the settings', () => {
  const { agenda, settings } = agendaOf(family, bens, dinners, ...own);
  assert.deepEqual(agenda.switches, ['work', 'diary', 'dinners', 'ben']);
  agenda.show('ben', false);
  assert.deepEqual(settings.values.hiddenCalendars, ['ben']);
  assert.deepEqual(shown(agenda), ['work', 'diary', 'dinners']);
  agenda.showOnly(['ben']);
  assert.deepEqual(shown(agenda), ['bens']);
  assert.deepEqual(agenda.shownIDs, ['ben']);
  agenda.showOnly(agenda.switches);
  settings.change({ groupView: 'family' });
  assert.deepEqual(shown(agenda), ['work', 'dinners', 'bens']);
  assert.equal(agenda.defaultCalendar.id, 'dinners');
  agenda.apply({ type: 'group-removed', id: 'family' });
  assert.equal(agenda.people.view, null);
  assert.ok(shown(agenda).includes('diary'));
});

test('a new core knows what the last one knew, until a load doesn’t mention it', () => {
  const { agenda } = agendaOf(family, bens, dinners, ...own);
  agenda.use(newCore());
  agenda.apply({ type: 'header', account: { id: 'ana' } });
  for (const record of own) agenda.apply(record);
  assert.equal(agenda.calendars.size, 4);
  assert.equal(agenda.engine.directory().calendars.length, 5, 'with that of newCore');
  agenda.apply({ type: 'end' });
  assert.deepEqual(ids(agenda.calendars.values()), ['work', 'diary']);
  assert.deepEqual(agenda.people.list, []);
  assert.equal(agenda.people.groups.size, 0);
});

test('while a load is under way, the calendars are told of once a frame', async () => {
  const { agenda } = agendaOf(family, ...own);
  let count = 0;
  agenda.addEventListener('calendars', () => {
    count += 1;
  });
  agenda.apply({ type: 'header', account: { id: 'ana' } });
  for (let number = 0; number < 50; number += 1) agenda.apply(calendar(`c${number}`, 'own'));
  assert.equal(count, 0);
  await new Promise((resolve) => agenda.addEventListener('change', resolve, { once: true }));
  assert.equal(count, 1);
  assert.equal(agenda.calendars.size, 52);
});

test('a member or a group of which not all events are loaded is told of once, until a new load', () => {
  const { agenda } = agendaOf(family, bens, { ...bens, id: 'bens-other' }, dinners, ...own);
  const told = [];
  agenda.addEventListener('overfull', ({ detail }) => told.push(detail.id));
  agenda.apply({ type: 'left-out', calendar: 'bens' });
  agenda.engine.putObject = () => {
    throw new CoreError('left-out', 'a.ics');
  };
  for (const calendar of ['bens-other', 'dinners'])
    agenda.apply({ type: 'event', calendar, href: 'a.ics', etag: '', ical: '' });
  assert.deepEqual(told, ['ben', 'dinners']);
  assert.deepEqual([...agenda.overfull], ['ben', 'dinners']);
  agenda.use(newCore());
  assert.equal(agenda.overfull.size, 0);
});
