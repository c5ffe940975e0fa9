import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError } from '../core/engine.js';
import { initialsOf, isReadOnly, ownerOf } from '../i18n/calendar-owners.js';
import { Agenda } from '../state/agenda.js';
import { can } from '../state/people.js';
import { Settings } from '../state/settings.js';

const member = (id, name, color) => ({
  id,
  name,
  color,
  role: 'member',
  zone: 'Europe/Berlin',
  from: 540,
  to: 1020,
  weekHours: [],
  picture: '',
});
const family = {
  type: 'group',
  id: 'family',
  name: 'Family',
  color: 'blue',
  calendar: 'dinners',
  role: 'owner',
  may: ['see', 'edit'],
  defaultLevel: 'busy',
  shares: { diary: 'hidden' },
  members: [member('ben', 'Ben', 'orange'), member('ana', 'Ana', 'red')],
};
const choir = {
  ...family,
  id: 'choir',
  name: 'Choir',
  calendar: 'songs',
  shares: {},
  members: [member('ben', 'Ben', 'teal'), member('ana', 'Ana', 'pink')],
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
const own = [
  { type: 'calendar', id: 'diary', name: 'Diary', color: 'green', order: 1, level: 'own' },
  {
    type: 'calendar',
    id: 'work',
    name: 'Work',
    color: 'blue',
    order: 0,
    default: true,
    level: 'own',
  },
];
const dinners = {
  type: 'calendar',
  id: 'dinners',
  name: 'Family',
  color: 'blue',
  order: 0,
  level: 'group',
  group: 'family',
};

/** Ana's agenda, with a core that only records what it gets. */
function agendaOf(...records) {
  globalThis.requestAnimationFrame = (run) => setTimeout(run);
  globalThis.document ??= { visibilityState: 'visible' };
  const told = { shown: {}, calendars: {} };
  const settings = new Settings('en', { getItem: () => null, setItem: () => {} });
  const agenda = new Agenda(settings);
  agenda.use({
    setNow: () => '2026-03-11',
    setAccount: () => {},
    showGroup: () => {},
    missingZones: () => [],
    putCalendar: (calendar) => {
      told.calendars[calendar.id] = calendar;
    },
    showCalendar: (id, isShown) => {
      told.shown[id] = isShown;
    },
    removeCalendar: (id) => {
      delete told.calendars[id];
    },
  });
  settings.addEventListener('change', () => agenda.showAsChosen());
  for (const record of [{ type: 'header', account: { id: 'ana' } }, ...records])
    agenda.apply(record);
  return { agenda, settings, told };
}

test('initials are those of the first and the last word', () => {
  assert.deepEqual(['Ana Kovač', 'ben', 'Anna Maria de Luca', 'Ö', ''].map(initialsOf), [
    'AK',
    'Be',
    'AL',
    'Ö',
    '',
  ]);
});

test('somebody else’s calendar has their name and colour, whichever record comes first', () => {
  for (const records of [
    [family, bens],
    [bens, family],
  ]) {
    const { told } = agendaOf(...records);
    assert.equal(told.calendars.bens.color, 'orange');
    assert.equal(told.calendars.bens.name, 'Ben');
    assert.deepEqual(ownerOf('bens'), {
      name: 'Ben',
      initials: 'Be',
      isReadOnly: true,
      isSubscribed: false,
    });
  }
});

test('the user can write to their own calendars and to those of groups', () => {
  const { agenda } = agendaOf(family, bens, dinners, ...own);
  assert.deepEqual(
    agenda.calendarList.map(({ id }) => id),
    ['work', 'diary', 'dinners'],
  );
  assert.deepEqual(
    agenda.ownCalendars.map(({ id }) => id),
    ['work', 'diary'],
  );
  assert.equal(agenda.defaultCalendar.id, 'work');
  assert.ok(isReadOnly('bens') && !isReadOnly('dinners') && !isReadOnly('work'));
});

test('calendars of an account elsewhere can be written to, and are listed with the subscribed ones', () => {
  const connected = {
    type: 'calendar',
    id: 'icloud',
    name: 'Home',
    color: 'teal',
    level: 'connected',
  };
  const feed = { ...connected, id: 'holidays', name: 'Holidays', level: 'subscribed' };
  const { agenda, settings, told } = agendaOf(family, dinners, feed, connected, ...own);
  const ids = (calendars) => calendars.map(({ id }) => id);
  assert.deepEqual(ids(agenda.calendarList), ['work', 'diary', 'icloud', 'dinners']);
  assert.deepEqual(ids(agenda.ownCalendars), ['work', 'diary']);
  assert.deepEqual(ids(agenda.subscribedCalendars), ['holidays', 'icloud']);
  assert.deepEqual(ids(agenda.listedCalendars), ['work', 'diary', 'icloud', 'dinners', 'holidays']);
  assert.ok(isReadOnly('holidays') && !isReadOnly('icloud'));
  agenda.apply({ type: 'calendar-removed', id: 'work' });
  agenda.apply({ type: 'calendar-removed', id: 'diary' });
  assert.equal(agenda.defaultCalendar, undefined, 'never an account’s elsewhere');
  settings.change({ groupView: 'family' });
  assert.deepEqual(told.calendars.icloud.groups, [], 'shown to nobody until that is chosen');
  assert.equal(told.shown.icloud, false);
});

test('switching off a person hides all their calendars, and those they share later', () => {
  const { agenda, settings, told } = agendaOf(family, bens, ...own);
  agenda.show('ben', false);
  assert.equal(told.shown.bens, false);
  agenda.apply({ ...bens, id: 'more' });
  assert.equal(told.shown.more, false);
  assert.deepEqual(settings.values.hiddenCalendars, ['ben']);
  agenda.showOnly(['ben']);
  assert.deepEqual(told.shown, { bens: true, more: true, work: false, diary: false });
});

test('a group view shows the group’s calendars in their owners’ colours', () => {
  const { agenda, settings, told } = agendaOf(family, choir, bens, dinners, ...own);
  settings.change({ groupView: 'family' });
  assert.deepEqual(told.shown, { bens: true, dinners: true, work: true, diary: false });
  assert.equal(told.calendars.work.color, 'red');
  assert.equal(agenda.defaultCalendar.id, 'dinners');
  agenda.show('ana', false);
  assert.equal(told.shown.work, false);
  settings.change({ groupView: 'choir' });
  assert.deepEqual(told.shown, { bens: false, dinners: false, work: false, diary: false });
  settings.change({ groupView: '' });
  assert.deepEqual(told.shown, { bens: true, dinners: true, work: true, diary: true });
  assert.equal(told.calendars.work.color, 'blue');
});

test('with all groups shown, no two people share a colour while there are free ones', () => {
  const team = {
    ...family,
    id: 'team',
    name: 'A team',
    calendar: 'meetings',
    shares: {},
    members: [
      member('cleo', 'Cleo', 'orange'),
      member('ana', 'Ana', 'red'),
      member('dan', 'Dan', 'pink'),
      member('ben', 'Ben', 'blue'),
    ],
  };
  const cleos = { ...bens, id: 'cleos', owner: 'cleo', groups: ['team'] };
  const both = { ...bens, id: 'both', groups: ['family', 'team'] };
  const { agenda, settings, told } = agendaOf(family, bens, cleos, both, ...own);
  assert.equal(told.calendars.bens.color, 'orange');
  agenda.apply(team);
  const colors = () =>
    ['bens', 'both', 'cleos', 'work', 'diary'].map((id) => told.calendars[id].color);
  // Ben was there first. In the team red is Ana's own colour, but here it is free.
  assert.deepEqual(colors(), ['orange', 'orange', 'red', 'blue', 'green']);
  settings.change({ groupView: 'team' });
  assert.deepEqual(colors(), ['blue', 'blue', 'orange', 'red', 'red']);
  settings.change({ groupView: '' });
  const crowd = Array.from({ length: 20 }, (_, index) => member(`m${index}`, `M ${index}`, 'pink'));
  agenda.apply({ ...choir, members: crowd });
  assert.deepEqual(
    colors().slice(0, 3),
    ['orange', 'orange', 'red'],
    'newcomers don’t change the colours of those who were there',
  );
  assert.equal(new Set(agenda.people.colors.values()).size, 12);
  agenda.apply({ type: 'group-removed', id: 'team' });
  agenda.apply({ type: 'group-removed', id: 'choir' });
  assert.equal(told.calendars.bens.color, 'orange');
});

test('leaving a group closes its view', () => {
  const { agenda, settings, told } = agendaOf(family, bens, ...own);
  settings.change({ groupView: 'family' });
  agenda.apply({ type: 'group-removed', id: 'family' });
  assert.equal(agenda.people.view, null);
  assert.equal(told.shown.diary, true);
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
  agenda.use(agenda.engine);
  assert.equal(agenda.overfull.size, 0);
});

test('a load removes what it didn’t mention', () => {
  const { agenda } = agendaOf(family, bens, dinners, ...own);
  agenda.use(agenda.engine);
  for (const record of [...own, { type: 'end' }]) agenda.apply(record);
  assert.deepEqual([...agenda.calendars.keys()].sort(), ['diary', 'work']);
  assert.deepEqual(agenda.people.list, []);
});

test('what the user may do with a group is what the server says, and nothing with another', () => {
  assert.equal(can(family, 'edit'), true);
  assert.equal(can(family, 'remove'), false);
  assert.equal(can(undefined, 'see'), false);
});
