// The edit queue between the compiled core and a server: what is shown at once, what is sent, and what happens to
// refused edits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchEvent } from '../../Web/api/events.js';
import { HTTPError } from '../../Web/api/http.js';
import { EditQueue } from '../../Web/state/edit-queue.js';
import { newCore } from './support.mjs';

const day = '2026-03-12';
const lunch = {
  calendar: 'personal',
  title: 'Lunch',
  allDay: '0',
  start: `${day}T12:00:00`,
  end: `${day}T13:00:00`,
  status: 'confirmed',
};
const titled = (title) => ({ ...lunch, title });

/** A server that checks ETags. It holds every request until the test lets it answer or refuse. */
class Server {
  events = new Map();
  /** The requests: an edit as its changes, `PUT "1"` with the ETag that one is based on, or `PUT new`. */
  log = [];
  #waiting = [];
  #version = 0;
  isAway = false;

  fetch = (path, { method = 'GET', body = '' } = {}) =>
    new Promise((resolve, reject) => {
      // The bin is another test's (undone-copies.test.js).
      if (path.includes('/bin/')) return resolve(problem(404, 'not-found'));
      const href = decodeURIComponent(path.split('/').at(-1));
      const { changes } = method === 'POST' ? JSON.parse(body) : {};
      this.log.push(changes?.map(wordsOf).join(', ') ?? method);
      this.#waiting.push((refusal) => {
        if (this.isAway) return reject(new TypeError('away'));
        if (refusal) return resolve(problem(...refusal));
        resolve(changes ? this.#make(changes) : this.#show(href));
      });
    });

  #show(href) {
    const kept = this.events.get(href);
    return kept
      ? new Response(kept.ical, { headers: { ETag: kept.etag } })
      : problem(404, 'not-found');
  }

  /** Makes all changes of an edit, or none. */
  #make(changes) {
    const fit = changes.every(({ href, ifMatch }) => this.events.get(href)?.etag === ifMatch);
    if (!fit) return problem(412, 'changed-elsewhere');
    const made = changes.map(({ href, ical }) => {
      if (ical !== undefined) return { etag: this.put(href, ical), token: '' };
      this.events.delete(href);
      return { etag: '', token: '' };
    });
    return Response.json({ changes: made });
  }

  /** Stores a text, as another device would, and returns its ETag. */
  put(href, ical) {
    this.#version += 1;
    const etag = `"${this.#version}"`;
    this.events.set(href, { etag, ical });
    return etag;
  }

  /** Answers the oldest waiting request, or refuses it with a status, a problem code and a detail. */
  async answer(...refusal) {
    await settled();
    assert.ok(this.#waiting.length > 0, 'no request is waiting');
    this.#waiting.shift()(refusal.length > 0 ? refusal : undefined);
    await settled();
  }

  /** Answers requests until no more come. */
  async answerAll() {
    for (await settled(); this.#waiting.length > 0; await settled()) this.#waiting.shift()();
  }

  get titles() {
    return [...this.events.values()]
      .flatMap(({ ical }) => [...ical.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title))
      .sort();
  }
}

const wordsOf = ({ ical, ifMatch = 'new' }) =>
  `${ical === undefined ? 'DELETE' : 'PUT'} ${ifMatch}`;
const problem = (status, code, detail = '') =>
  new Response(JSON.stringify({ type: `/problems/${code}`, detail }), { status });
const settled = () =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });

/** A page with its core, its queue and its server; `told` lists the queue's events in order. */
function newPage(context) {
  const server = new Server();
  context.mock.method(globalThis, 'fetch', server.fetch);
  const core = newCore();
  const agenda = {
    people: { me: 'anna' },
    engine: core,
    outage: '',
    changed: () => {},
    arrived: () => {},
    noteGroupRecord: () => {},
    applied: [],
    apply(record) {
      this.applied.push(record.type);
      if (record.type === 'event')
        return core.putObject(record.calendar, record.href, record.etag, record.ical);
      core.removeObject(record.calendar, record.href);
    },
  };
  const edits = new EditQueue(agenda);
  const log = {
    begin: () => {},
    keep: async () => true,
    forget: async () => {},
    keepConflict: async () => true,
    forgetConflict: async () => {},
    takeOver: async () => null,
  };
  void edits.keepIn(log, fetchEvent);
  context.after(() => edits.stop());
  const told = [];
  edits.addEventListener('edit', ({ detail }) => told.push(detail.kind));
  edits.addEventListener('saving', () => told.push('saved'));
  edits.addEventListener('refused', ({ detail }) =>
    told.push(['refused', detail.error.code, detail.title]),
  );
  const shown = (date = day) =>
    core
      .day(date)
      .map(({ title }) => title)
      .sort();
  const keyOf = (title, date = day) => core.day(date).find((event) => event.title === title).key;
  /** Creates events, waits until they are stored, and returns their hrefs. */
  const stored = async (...drafts) => {
    for (const draft of drafts) edits.create(draft);
    await server.answerAll();
    told.length = server.log.length = agenda.applied.length = 0;
    return drafts.map(
      ({ title }) =>
        [...server.events].find(([, { ical }]) => ical.includes(`SUMMARY:${title}`))[0],
    );
  };
  /** Does with a live record what the page does. */
  const hear = (record) => edits.keepsBack(record, '') || agenda.apply(record);
  return { server, core, agenda, edits, told, shown, keyOf, stored, hear };
}

test('a new event is shown at once, sent as new, and pending until it is stored', async (context) => {
  const { server, edits, told, shown } = newPage(context);
  const edit = edits.create(lunch);
  assert.equal(edit.kind, 'created');
  assert.deepEqual([shown(), edits.pending, server.titles], [['Lunch'], true, []]);
  await server.answer();
  assert.deepEqual([server.log, server.titles, edits.pending], [['PUT new'], ['Lunch'], false]);
  assert.deepEqual(told, ['created', 'saved']);
});

test('an event created with a UID keeps it, so that the page can focus it later', async (context) => {
  const { server, edits } = newPage(context);
  edits.create({ ...lunch, uid: 'drawn' });
  await server.answer();
  assert.match([...server.events.values()][0].ical, /^UID:drawn\r$/m);
});

test('a confirmed event is stored without a status, and in the user’s zone if the draft names none', async (context) => {
  const { server, edits } = newPage(context);
  edits.create(lunch);
  edits.create({ ...titled('Maybe'), status: 'tentative' });
  await server.answerAll();
  const texts = [...server.events.values()].map(({ ical }) => ical);
  assert.deepEqual(
    texts.map((ical) => /^STATUS:/m.test(ical)),
    [false, true],
  );
  assert.ok(
    texts.every((ical) => ical.includes('DTSTART:20260312T120000Z')),
    texts[0],
  );
});

test('edits are sent in order, one at a time, each with the ETag of the one before', async (context) => {
  const { server, edits, shown, keyOf } = newPage(context);
  edits.create(lunch);
  edits.change(keyOf('Lunch'), 'all', titled('Late lunch'));
  edits.create(titled('Tea'));
  edits.delete(keyOf('Late lunch'), 'all');
  assert.deepEqual(shown(), ['Tea']);
  await settled();
  assert.deepEqual(server.log, ['PUT new']);
  await server.answer();
  // What waits and changes the same event is one edit.
  assert.deepEqual(server.log, ['PUT new', 'DELETE "1"']);
  await server.answerAll();
  assert.deepEqual(server.log, ['PUT new', 'DELETE "1"', 'PUT new']);
  assert.deepEqual([server.titles, edits.pending], [['Tea'], false]);
});

test('undo and redo work before the first edit is stored, and what they leave as it was isn’t sent', async (context) => {
  const { server, edits, told, shown } = newPage(context);
  edits.create(lunch);
  edits.undo();
  assert.deepEqual(shown(), []);
  edits.redo();
  assert.deepEqual(shown(), ['Lunch']);
  await server.answerAll();
  assert.deepEqual(server.log, ['PUT new']);
  assert.deepEqual([server.titles, told], [['Lunch'], ['created', 'undone', 'redone', 'saved']]);
});

test('splitting a series is one edit that sends two objects, and is undone as one', async (context) => {
  const { server, edits, shown, keyOf, stored } = newPage(context);
  await stored({ ...lunch, repeat: 'FREQ=DAILY' });
  edits.change(keyOf('Lunch', '2026-03-15'), 'following', { title: 'Brunch' });
  assert.deepEqual([shown('2026-03-14'), shown('2026-03-15')], [['Lunch'], ['Brunch']]);
  await server.answerAll();
  assert.deepEqual([server.log, server.titles], [['PUT new, PUT "1"'], ['Brunch', 'Lunch']]);
  edits.undo();
  await server.answerAll();
  assert.deepEqual([server.titles, shown('2026-03-15')], [['Lunch'], ['Lunch']]);
});

test('a refused new event disappears, and the refusal says why and what was typed', async (context) => {
  const { server, edits, told, shown } = newPage(context);
  let detail;
  edits.addEventListener('refused', (event) => {
    detail = event.detail;
  });
  const unsaved = { id: 'lunch', key: '', before: lunch, typed: lunch };
  edits.create(lunch, unsaved);
  await server.answer(422, 'not-valid', 'It is Sunday');
  assert.deepEqual([shown(), server.log], [[], ['PUT new']]);
  await server.answerAll();
  assert.equal(edits.pending, false);
  assert.deepEqual(told, ['created', ['refused', 'not-valid', 'Lunch'], 'saved']);
  assert.deepEqual([detail.error.detail, detail.unsaved], ['It is Sunday', unsaved]);
});

test('a refused edit also takes back later edits of the same event, and no others', async (context) => {
  const { server, edits, told, shown, keyOf, stored } = newPage(context);
  await stored(lunch);
  edits.change(keyOf('Lunch'), 'all', titled('Second'));
  edits.create(titled('Tea'));
  edits.change(keyOf('Second'), 'all', titled('Third'));
  await server.answer(422, 'not-valid');
  assert.deepEqual(shown(), ['Lunch', 'Tea']);
  await server.answerAll();
  assert.deepEqual(
    [server.titles, shown()],
    [
      ['Lunch', 'Tea'],
      ['Lunch', 'Tea'],
    ],
  );
  assert.deepEqual(told.filter(Array.isArray), [['refused', 'not-valid', 'Third']], 'told once');
});

/** What somebody else makes of an event: its text with other words. */
const changed = (server, href, from, to) =>
  server.put(href, server.events.get(href).ical.replace(from, to));
const title = (words) => `SUMMARY:${words}\r\n`;
const place = 'LOCATION:Here\r\n';

test('of two changes of one field somebody else’s is kept, and one’s own can be taken instead', async (context) => {
  const { server, edits, told, shown, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  const yielded = [];
  edits.addEventListener('gave-way', ({ detail }) => yielded.push(detail));
  changed(server, href, title('Lunch'), title('Theirs') + place);
  edits.change(keyOf('Lunch'), 'all', titled('Mine'));
  assert.deepEqual(shown(), ['Mine']);
  await server.answerAll();
  assert.deepEqual([shown(), server.titles], [['Theirs'], ['Theirs']]);
  assert.deepEqual([told.filter(Array.isArray), yielded.length], [[], 1]);
  const fields = yielded[0].fields.map(({ name, ours, theirs }) => [name, ours, theirs]);
  assert.deepEqual(fields, [['SUMMARY', 'Mine', 'Theirs']]);
  edits.useMine(yielded[0]);
  await server.answerAll();
  assert.deepEqual([shown(), server.titles], [['Mine'], ['Mine']]);
  assert.ok(server.events.get(href).ical.includes(place), 'only the field that gave way is taken');
});

test('changes of different fields are both kept, also of several edits that waited', async (context) => {
  const { server, edits, agenda, told, shown, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  edits.addEventListener('gave-way', () => assert.fail('nothing gave way'));
  agenda.outage = 'offline';
  edits.change(keyOf('Lunch'), 'all', titled('Late'));
  edits.change(keyOf('Late'), 'all', { ...titled('Late'), notes: 'Table' });
  changed(server, href, title('Lunch'), title('Lunch') + place);
  agenda.outage = '';
  edits.resume();
  await server.answerAll();
  const { ical } = server.events.get(href);
  for (const line of [title('Late'), place, 'DESCRIPTION:Table\r\n'])
    assert.ok(ical.includes(line), line);
  assert.deepEqual([shown(), told.filter(Array.isArray)], [['Late'], []]);
});

test('a series that somebody moved is not merged with what one did to one of its days', async (context) => {
  const { server, edits, agenda, told, keyOf, stored } = newPage(context);
  const [href] = await stored({ ...lunch, repeat: 'FREQ=DAILY' });
  agenda.outage = 'offline';
  edits.delete(keyOf('Lunch', '2026-03-14'), 'this');
  const [, start] = /(DTSTART[^\r]*)/.exec(server.events.get(href).ical);
  changed(server, href, start, start.replace('T12', 'T11'));
  agenda.outage = '';
  edits.resume();
  await server.answerAll();
  assert.doesNotMatch(server.events.get(href).ical, /EXDATE/);
  assert.deepEqual(told.filter(Array.isArray), [['refused', 'changed-elsewhere', 'Lunch']]);
});

test('an edit of an event that changes again and again waits for a while, and isn’t lost', async (context) => {
  const { server, edits, told, shown, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  edits.change(keyOf('Lunch'), 'all', titled('Mine'));
  for (let n = 0; n < 4; n += 1) {
    changed(server, href, /LOCATION.*\r\n|(?=END:VEVENT)/, `LOCATION:${n}\r\n`);
    await server.answer();
    if (n < 3) await server.answer();
  }
  await settled();
  assert.deepEqual([shown(), server.titles, edits.waiting.n], [['Mine'], ['Lunch'], 1]);
  edits.resume();
  await server.answerAll();
  assert.deepEqual([shown(), server.titles], [['Mine'], ['Mine']]);
  assert.deepEqual(told.filter(Array.isArray), []);
});

test('an edit builds on what another device stored before it', async (context) => {
  const { server, edits, hear, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  const theirs = server.events.get(href).ical.replace('SUMMARY:Lunch', 'SUMMARY:Theirs');
  const etag = server.put(href, theirs);
  hear(news(href, etag, theirs));
  edits.change(keyOf('Theirs'), 'all', titled('Mine'));
  await server.answerAll();
  assert.deepEqual([server.log, server.titles], [[`PUT ${etag}`], ['Mine']]);
});

test('an edit builds on the version fetched after a refusal, even while others are being sent', async (context) => {
  const { server, edits, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  edits.change(keyOf('Lunch'), 'all', titled('First'));
  edits.change(keyOf('First'), 'all', titled('Second'));
  edits.create(titled('Tea'));
  await server.answer();
  changed(server, href, title('First'), title('Theirs'));
  await server.answerAll();
  assert.deepEqual(server.titles, ['Tea', 'Theirs']);
  edits.change(keyOf('Theirs'), 'all', titled('Third'));
  await server.answerAll();
  assert.deepEqual(server.titles, ['Tea', 'Third']);
});

test('a refused deletion brings the event back, and an event gone from the server disappears', async (context) => {
  const { server, edits, shown, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch, titled('Tea'));
  edits.delete(keyOf('Lunch'), 'all');
  assert.deepEqual(shown(), ['Tea']);
  await server.answer(403, 'not-allowed');
  await server.answerAll();
  assert.deepEqual(shown(), ['Lunch', 'Tea']);
  server.events.delete(href);
  edits.change(keyOf('Lunch'), 'all', titled('Too late'));
  await server.answerAll();
  assert.deepEqual(shown(), ['Tea']);
});

test('a split that the server refuses changes nothing', async (context) => {
  const { server, edits, shown, keyOf, stored } = newPage(context);
  const [href] = await stored({ ...lunch, repeat: 'FREQ=DAILY' });
  edits.change(keyOf('Lunch', '2026-03-15'), 'following', { title: 'Brunch' });
  await server.answer(507, 'full');
  await server.answerAll();
  assert.match(server.events.get(href).ical, /^RRULE:FREQ=DAILY\r$/m);
  assert.deepEqual([server.titles, shown('2026-03-15')], [['Lunch'], ['Lunch']]);
});

test('an undone split that the server refuses stays split', async (context) => {
  const { server, edits, shown, keyOf, stored } = newPage(context);
  await stored({ ...lunch, repeat: 'FREQ=DAILY' });
  edits.change(keyOf('Lunch', '2026-03-15'), 'following', { title: 'Brunch' });
  await server.answerAll();
  edits.undo();
  await server.answer(503, 'busy');
  await server.answerAll();
  assert.deepEqual(
    [server.titles, shown('2026-03-14'), shown('2026-03-15')],
    [['Brunch', 'Lunch'], ['Lunch'], ['Brunch']],
  );
});

const changes = {
  'a new event': [({ edits }) => edits.create(titled('Tea')), ['Lunch', 'Tea']],
  'a change': [({ edits, keyOf }) => edits.change(keyOf('Lunch'), 'all', titled('Tea')), ['Tea']],
  'a deletion': [({ edits, keyOf }) => edits.delete(keyOf('Lunch'), 'all'), []],
  'an undo': [({ edits }) => edits.undo(), []],
};
for (const [name, [change, expected]] of Object.entries(changes)) {
  test(`without a network ${name} is shown, waits, and is sent once there is one`, async (context) => {
    const page = newPage(context);
    await page.stored(lunch);
    page.agenda.outage = 'offline';
    change(page);
    await settled();
    assert.deepEqual([page.shown(), page.server.log, page.edits.waiting.n], [expected, [], 1]);
    page.agenda.outage = '';
    page.edits.resume();
    await page.server.answerAll();
    assert.deepEqual([page.server.titles, page.edits.pending], [expected, false]);
    assert.deepEqual(page.told.filter(Array.isArray), [], 'nothing is refused');
  });
}

test('several edits of an event that waited are sent as one', async (context) => {
  const { server, edits, agenda, shown, keyOf, stored } = newPage(context);
  await stored(lunch);
  agenda.outage = 'offline';
  edits.change(keyOf('Lunch'), 'all', titled('Late'));
  edits.change(keyOf('Late'), 'all', titled('Later'));
  edits.undo();
  agenda.outage = '';
  edits.resume();
  await server.answerAll();
  assert.deepEqual(server.log, ['PUT "1"']);
  assert.deepEqual([server.titles, shown()], [['Late'], ['Late']]);
});

test('an edit that waited is refused if somebody else has deleted its event meanwhile', async (context) => {
  const { server, edits, agenda, told, shown, keyOf, stored } = newPage(context);
  const [href] = await stored(lunch);
  agenda.outage = 'offline';
  edits.change(keyOf('Lunch'), 'all', titled('Late'));
  server.events.delete(href);
  agenda.outage = '';
  edits.resume();
  await server.answerAll();
  assert.deepEqual([server.titles, shown()], [[], []]);
  assert.deepEqual(told.filter(Array.isArray), [['refused', 'not-found', 'Late']]);
});

test('an edit that gets no answer waits, and is sent again with the same condition', async (context) => {
  const { server, edits, told, shown, keyOf, stored } = newPage(context);
  await stored(lunch);
  edits.change(keyOf('Lunch'), 'all', titled('Late'));
  server.isAway = true;
  await server.answer();
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  await server.answer();
  assert.deepEqual([shown(), edits.waiting.n], [['Late'], 1]);
  assert.deepEqual(server.log, ['PUT "1"', 'PUT "1"'], 'it was asked once more');
  server.isAway = false;
  edits.resume();
  await server.answerAll();
  assert.deepEqual([server.titles, edits.pending], [['Late'], false]);
  assert.deepEqual(told.filter(Array.isArray), []);
});

test('before the core is loaded, an edit does nothing', async (context) => {
  const { agenda, edits, server, told } = newPage(context);
  agenda.engine = null;
  assert.equal(edits.create(lunch), null);
  await settled();
  assert.deepEqual([server.log, told], [[], []]);
});

test('an edit that the core refuses is reported, and waiting edits are still sent', async (context) => {
  const { server, edits, told } = newPage(context);
  edits.create(lunch);
  assert.equal(edits.change('no such key', 'all', titled('Never')), null);
  await server.answerAll();
  assert.equal(told.filter(Array.isArray).length, 1);
  assert.deepEqual(server.titles, ['Lunch']);
});

/** The record of the live stream for a stored event. */
const news = (href, etag, ical) => ({ type: 'event', calendar: 'personal', href, etag, ical });

test('a live record for an event that is being saved waits for the save; other records don’t', async (context) => {
  const { server, edits, hear, shown, keyOf, stored } = newPage(context);
  const [first, second] = await stored(lunch, titled('Tea'));
  edits.change(keyOf('Lunch'), 'all', titled('Late'));
  hear(news(second, '"9"', server.events.get(second).ical.replace('Tea', 'Coffee')));
  hear({ type: 'event-removed', calendar: 'personal', href: first });
  assert.deepEqual(shown(), ['Coffee', 'Late']);
  await server.answerAll();
  assert.deepEqual(shown(), ['Coffee']);
});

test('the first live record with the ETag of a save is dropped as its echo, others are not', async (context) => {
  const { server, edits, stored } = newPage(context);
  const [href] = await stored(lunch);
  const { etag, ical } = server.events.get(href);
  assert.deepEqual(
    [1, 2].map(() => edits.keepsBack(news(href, etag, ical))),
    [true, false],
  );
  assert.equal(edits.keepsBack(news(href, '"other"', ical)), false);
});

test('an echo that arrives before its save is answered is not applied afterwards', async (context) => {
  const { server, edits, hear, shown } = newPage(context);
  const { href } = edits.create(titled('Tea')).changes[0];
  await settled();
  hear(news(href, '"1"', 'BEGIN:VCALENDAR'));
  await server.answerAll();
  assert.deepEqual([shown(), server.events.get(href).etag], [['Tea'], '"1"']);
});

test('live records that aren’t about events never wait', (context) => {
  const { edits } = newPage(context);
  edits.create(lunch);
  assert.deepEqual(
    [{ type: 'calendar', id: 'personal' }, { type: 'end' }].map((record) =>
      edits.keepsBack(record),
    ),
    [false, false],
  );
});

test('an import is undone in its turn among the edits, and only once', async (context) => {
  const { server, edits, shown } = newPage(context);
  const undone = [];
  edits.create(lunch);
  const undoImport = edits.noteUndoable(() => undone.push('import'));
  edits.create(titled('Tea'));
  edits.undo();
  assert.deepEqual([shown(), undone], [['Lunch'], []]);
  edits.undo();
  assert.deepEqual([shown(), undone], [['Lunch'], ['import']]);
  edits.undo();
  undoImport();
  assert.deepEqual([shown(), undone], [[], ['import']]);
  await server.answerAll();
  assert.deepEqual(server.titles, []);
});

test('an import that was undone by its own button is not undone again by the shortcut', (context) => {
  const { edits, shown } = newPage(context);
  const undone = [];
  edits.create(lunch);
  edits.noteUndoable(() => undone.push('import'))();
  edits.undo();
  assert.deepEqual([shown(), undone], [[], ['import']]);
});

for (const [code, isTriedAgain] of [
  ['proposal-decided', false],
  ['not-found', false],
  ['not-allowed', false],
  ['offline', true],
  ['server-away', true],
  ['storage', true],
  ['not-signed-in', true],
]) {
  test(`an undo that the server refuses with ${code} ${isTriedAgain ? 'can be tried again' : 'lets earlier ones go on'}`, async (context) => {
    const { edits } = newPage(context);
    const undone = [];
    edits.noteUndoable(() => undone.push('first'));
    edits.noteUndoable(async () => {
      undone.push('refused');
      throw new HTTPError(code);
    });
    for (let n = 0; n < 2; n += 1) {
      edits.undo();
      await settled();
    }
    assert.deepEqual(undone, ['refused', isTriedAgain ? 'refused' : 'first']);
  });
}

test('of 101 changes besides edits, the last 100 can be undone', async (context) => {
  const { edits } = newPage(context);
  const undone = [];
  for (let n = 1; n <= 101; n += 1) edits.noteUndoable(() => undone.push(n));
  for (let n = 1; n <= 101; n += 1) {
    edits.undo();
    await settled();
  }
  assert.deepEqual([undone.length, undone[0], undone.at(-1)], [100, 101, 2]);
});

test('an import can be undone after everything was loaded into another core', async (context) => {
  const { agenda, edits } = newPage(context);
  const undone = [];
  const undoImport = edits.noteUndoable(() => undone.push('import'));
  edits.create(lunch);
  agenda.engine = newCore();
  edits.undo();
  undoImport();
  await settled();
  assert.deepEqual(undone, ['import']);
});

test('an answer is undone and redone in its turn among the edits', async (context) => {
  const { edits, server, shown } = newPage(context);
  let answer = 'none';
  edits.create(lunch);
  answer = 'yes';
  const undoAnswer = edits.noteUndoable(
    () => {
      answer = 'none';
    },
    {
      redo: () => {
        answer = 'yes';
      },
    },
  );
  edits.create(titled('Tea'));
  /** @type {[string[], string][]} */
  const seen = [];
  for (const turn of ['undo', 'undo', 'undo', 'redo', 'redo', 'redo']) {
    edits[turn]();
    await settled();
    seen.push([shown(), answer]);
  }
  assert.deepEqual(seen, [
    [['Lunch'], 'yes'],
    [['Lunch'], 'none'],
    [[], 'none'],
    [['Lunch'], 'none'],
    [['Lunch'], 'yes'],
    [['Lunch', 'Tea'], 'yes'],
  ]);
  // Its message's own button undoes it, and only once.
  undoAnswer();
  await settled();
  undoAnswer();
  await settled();
  assert.equal(answer, 'none');
  await server.answerAll();
});

test('after something that isn’t an edit, what was undone before isn’t redone', async (context) => {
  const { edits, shown, told } = newPage(context);
  edits.create(lunch);
  edits.undo();
  edits.noteUndoable(() => {});
  edits.redo();
  assert.deepEqual([shown(), told.at(-1)], [[], ['refused', 'nothing-to-redo', undefined]]);
});
