// Undo takes back exactly what was done last and is still done, or says that it can't: in random orders of edits, of
// changes outside the core, and of what the server makes of them. A model of a few lines says what is expected; the
// marks in the events say whether the model is right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditQueue } from '../../Web/state/edit-queue.js';
import { newCore } from './support.mjs';

const seeds = 60;
const stepsOfRun = 70;
const eventsMax = 5;
const day = '2026-03-12';
const lunch = {
  calendar: 'personal',
  allDay: '0',
  start: `${day}T12:00:00`,
  end: `${day}T13:00:00`,
};

const settled = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
/** The marks in an event's text, which are its categories. @param {string | undefined} ical */
const marksIn = (ical) =>
  (/^CATEGORIES:(.*)\r$/m.exec(ical?.replace(/\r\n /g, '') ?? '')?.[1] ?? '')
    .split(',')
    .filter(Boolean);
/** @param {string} ical @param {(marks: string[]) => string[]} change */
const marked = (ical, change) =>
  ical.replace(/^CATEGORIES:.*\r$/m, () => `CATEGORIES:${change(marksIn(ical)).join(',')}\r`);

/** Numbers from 0 up to a bound, the same in each run. @param {number} seed */
function randomFrom(seed) {
  let state = seed * 2_654_435_761 + 1;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A server that checks ETags and knows the last edit. Every request waits until it's answered. */
class Server {
  events = new Map();
  /** @type {{ method: string, answer: (fate?: string) => void }[]} */
  waiting = [];
  /** @type {{ href: string, token: string, etag?: string, ical?: string }[]} What the live stream has still to send. */
  stream = [];
  #version = 0;
  #last = { client: '', number: 0, answer: {} };

  fetch = (/** @type {string} */ path, { method = 'GET', body = '' } = {}) =>
    new Promise((resolve, reject) => {
      // The bin is another test's (undone-copies.test.js).
      if (path.includes('/bin/')) return resolve(problem(404, 'not-found'));
      const href = decodeURIComponent(path.split('/').at(-1) ?? '');
      this.waiting.push({
        method,
        answer: (fate) => {
          if (fate === 'away') return reject(new TypeError('away'));
          if (fate === 'refused') return resolve(problem(403, 'not-allowed'));
          const answer = method === 'POST' ? this.#make(JSON.parse(body)) : this.#show(href);
          if (fate === 'lost') reject(new TypeError('lost'));
          else resolve(answer);
        },
      });
    });

  /** @param {string} href */
  #show(href) {
    const kept = this.events.get(href);
    return kept
      ? new Response(kept.ical, { headers: { ETag: kept.etag } })
      : problem(404, 'not-found');
  }

  /** @param {{ client: string, number: number, changes: { href: string, ical?: string, ifMatch?: string }[] }} edit */
  #make({ client, number, changes }) {
    if (client === this.#last.client && number === this.#last.number)
      return Response.json(this.#last.answer);
    // As if it couldn't be merged, which is another test's (edit-queue.test.mjs).
    if (changes.some(({ href, ifMatch }) => this.events.get(href)?.etag !== ifMatch))
      return problem(412, 'not-merged');
    const made = changes.map(({ href, ical }) => {
      const etag = ical === undefined ? '' : this.put(href, ical);
      if (ical === undefined) this.delete(href);
      return { etag, token: String(this.#version) };
    });
    this.#last = { client, number, answer: { changes: made } };
    return Response.json(this.#last.answer);
  }

  /** @param {string} href */
  delete(href) {
    this.#version += 1;
    this.events.delete(href);
    this.stream.push({ href, token: String(this.#version) });
  }

  /** @param {string} href @param {string} ical @returns {string} Its ETag. */
  put(href, ical) {
    this.#version += 1;
    const etag = `"${this.#version}"`;
    this.events.set(href, { etag, ical });
    this.stream.push({ href, token: String(this.#version), etag, ical });
    return etag;
  }
}

/** @param {number} status @param {string} code */
const problem = (status, code) =>
  new Response(JSON.stringify({ type: `/problems/${code}` }), { status });

/**
 * @typedef {object} Thing Something that was done.
 * @property {string} mark In the events that it changed.
 * @property {Engine} [engine] The core that made it; none for a change outside the core.
 * @property {number} [edit]
 * @property {Map<string, string>} after The marks of its events after it, as one text; "gone" if deleted.
 * @property {boolean} isDone
 * @property {boolean} isFree Whether it's no longer in the history.
 * @property {number} at Its place in the order in which things were done.
 * @property {number[]} ats Its places before it was redone.
 */
/** @typedef {{ thing: Thing, kind: 'do' | 'undo' | 'redo', hrefs: string[], engine: Engine }} Step */

/** A page over the real core and queue, with a model of what is done. */
class Page {
  server = new Server();
  engine = newCore();
  outage = '';
  /** @type {Thing[]} */
  things = [];
  /** @type {Step[]} What the server hasn't answered yet. */
  steps = [];
  /** @type {any[]} What the queue told since it was last asked. */
  told = [];
  #count = 0;

  /** @param {(bound: number) => number} random @param {() => void} wait Passes some time. */
  constructor(random, wait) {
    this.random = random;
    this.wait = wait;
    const page = this;
    this.agenda = {
      people: { me: 'anna' },
      get engine() {
        return page.engine;
      },
      get outage() {
        return page.outage;
      },
      changed: () => {},
      arrived: () => {},
      noteGroupRecord: () => {},
      apply: (/** @type {any} */ record) => page.apply(record),
    };
    this.edits = new EditQueue(/** @type {any} */ (this.agenda));
    this.edits.addEventListener('edit', (event) =>
      this.told.push(/** @type {any} */ (event).detail),
    );
    this.edits.addEventListener('refused', (event) =>
      this.told.push({ refused: /** @type {any} */ (event).detail.error.code }),
    );
  }

  /** @param {any} record */
  apply(record) {
    if (record.type === 'event')
      this.engine.putObject(record.calendar, record.href, record.etag, record.ical);
    else this.engine.removeObject(record.calendar, record.href);
  }

  get mark() {
    this.#count += 1;
    return `m${this.#count}`;
  }

  /** What is shown: the marks of each event, as one text. @returns {Map<string, { key: string, marks: string }>} */
  get shown() {
    return new Map(
      this.engine.day(day).map(({ key }) => {
        const { href, categories } = this.engine.event(key);
        return [href, { key, marks: categories.join(',') }];
      }),
    );
  }

  /** @param {string[]} hrefs */
  marksOf(hrefs) {
    const { shown } = this;
    return new Map(hrefs.map((href) => [href, shown.get(href)?.marks ?? 'gone']));
  }

  /** @template Value @param {Value[]} values @returns {Value | undefined} */
  pick(values) {
    return values[this.random(values.length)];
  }

  takeTold() {
    return this.told.splice(0);
  }

  /** Notes what an edit did. @param {any} edit @param {string} mark */
  noteEdit(edit, mark) {
    this.takeTold();
    if (!edit) return;
    const hrefs = edit.changes.map((/** @type {Change} */ { href }) => href);
    const { engine } = this;
    const thing = {
      mark,
      engine,
      edit: edit.edit,
      after: this.marksOf(hrefs),
      isDone: true,
      isFree: false,
      at: this.next,
      ats: [],
    };
    this.things.push(thing);
    this.steps.push({ thing, kind: 'do', hrefs, engine });
  }

  #at = 0;
  get next() {
    this.#at += 1;
    return this.#at;
  }

  create() {
    if (this.shown.size >= eventsMax) return;
    const { mark } = this;
    this.noteEdit(this.edits.create({ ...lunch, uid: mark, title: mark, categories: mark }), mark);
  }

  change() {
    const event = this.pick([...this.shown.values()]);
    if (!event) return;
    const { mark } = this;
    const categories = [...event.marks.split(','), mark].join('\n');
    this.noteEdit(this.edits.change(event.key, 'all', { categories }), mark);
  }

  delete() {
    const event = this.pick([...this.shown.values()]);
    if (event) this.noteEdit(this.edits.delete(event.key, 'all'), this.mark);
  }

  deleteTwo() {
    const keys = [...this.shown.values()].map(({ key }) => key).slice(0, 2);
    if (keys.length === 2)
      this.noteEdit(this.edits.editSelection(keys, { do: 'delete' }), this.mark);
  }

  /** As an import or a proposal does; sometimes it can't be taken back, or isn't made after all. */
  outside() {
    const fate = this.random(5);
    const thing = {
      mark: this.mark,
      after: new Map(),
      isDone: true,
      isFree: false,
      at: this.next,
      ats: [],
    };
    this.things.push(thing);
    this.edits.noteUndoable(
      () => {
        this.told.push({ outside: thing });
        if (this.random(4) === 0) throw Object.assign(new Error(), { code: 'failed' });
        if (this.random(5) === 0) return false;
        thing.isDone = false;
      },
      fate === 0 ? { done: Promise.reject(new Error('refused')) } : {},
    );
    if (fate === 0) thing.isDone = false;
  }

  /** As an answer does: it changes an event that isn't being saved, on the server and here. */
  answer() {
    const href = this.pick([...this.shown.keys()].filter((name) => this.isAtRest(name)));
    if (!href) return;
    const thing = {
      mark: this.mark,
      after: new Map(),
      isDone: true,
      isFree: false,
      at: this.next,
      ats: [],
    };
    const change = (/** @type {(marks: string[]) => string[]} */ how) => {
      const kept = this.server.events.get(href);
      if (!kept || !this.isAtRest(href)) return false;
      const ical = marked(kept.ical, how);
      const etag = this.server.put(href, ical);
      this.apply({ type: 'event', calendar: 'personal', href, etag, ical });
      return true;
    };
    if (!change((marks) => [...marks, thing.mark])) return;
    this.things.push(thing);
    this.edits.noteUndoable(() => {
      this.told.push({ outside: thing });
      if (!change((marks) => marks.filter((mark) => mark !== thing.mark))) return false;
      thing.isDone = false;
    });
  }

  /** @param {string} href */
  isAtRest(href) {
    return !this.steps.some(({ hrefs }) => hrefs.includes(href)) && this.server.events.has(href);
  }

  /** Somebody else changes or deletes an event, also one that is being saved. */
  elsewhere() {
    const [href, kept] = this.pick([...this.server.events]) ?? [];
    if (!href) return;
    if (this.random(4) === 0) return this.server.delete(href);
    this.server.put(
      href,
      marked(kept.ical, (marks) => [...marks, this.mark]),
    );
  }

  /** The live stream sends some of what it has. */
  hear(count = 1 + this.random(3)) {
    for (const { token, etag, ...rest } of this.server.stream.splice(0, count)) {
      const type = etag ? 'event' : 'event-removed';
      const record = /** @type {any} */ ({ type, calendar: 'personal', ...rest, etag });
      if (!this.edits.keepsBack(record, token)) this.apply(record);
    }
  }

  /** Everything is loaded anew, into another core, when everything is saved. */
  async reload() {
    await this.serveAll();
    this.engine = newCore();
    for (const thing of this.things) if (thing.engine) thing.isFree = true;
    this.server.stream = [];
    for (const [href, { etag, ical }] of this.server.events)
      this.engine.putObject('personal', href, etag, ical);
  }

  /** @returns {Thing | undefined} What undo has to take back. */
  get last() {
    return this.things
      .filter(({ isDone, isFree }) => isDone && !isFree)
      .sort((a, b) => a.at - b.at)
      .at(-1);
  }

  /** @param {Thing | undefined} expected */
  async checkUndone(expected) {
    await settled();
    const told = this.takeTold();
    const [said] = told;
    if (!expected) return assert.deepEqual(told, [{ refused: 'nothing-to-undo' }]);
    if (!expected.engine) return assert.equal(said.outside, expected, JSON.stringify(told));
    const isAsLeft = [...expected.after].every(([href, marks]) => this.before.get(href) === marks);
    if (!isAsLeft) {
      expected.isFree = true;
      return assert.deepEqual(told, [{ refused: 'changed-elsewhere' }], expected.mark);
    }
    assert.equal(said.kind, 'undone', `${expected.mark}: ${JSON.stringify(told)}`);
    assert.equal(said.edit, expected.edit);
    this.took(expected, 'undo', said);
  }

  /** @type {Map<string, string>} The marks before an undo. */
  before = new Map();

  /** @param {Thing} thing @param {'undo' | 'redo'} kind @param {Edit} edit */
  took(thing, kind, edit) {
    const hrefs = edit.changes.map(({ href }) => href);
    thing.isDone = kind === 'redo';
    this.steps.push({ thing, kind, hrefs, engine: this.engine });
  }

  /** @param {Thing | undefined} thing */
  look(thing) {
    this.before = this.marksOf([...(thing?.after.keys() ?? [])]);
    this.takeTold();
  }

  async undo() {
    const { last } = this;
    this.look(last);
    this.outage = last && this.random(12) === 0 ? 'offline' : '';
    this.edits.undo();
    const isRefused = this.outage !== '' && !last?.engine;
    this.outage = '';
    this.edits.resume();
    if (isRefused) return assert.deepEqual(this.takeTold(), [{ refused: 'offline' }]);
    await this.checkUndone(last);
  }

  /** Presses the button of an earlier message. */
  async undoOne() {
    const thing = this.pick(this.things.filter(({ engine }) => engine === this.engine));
    if (!thing) return;
    this.look(thing);
    this.edits.undoEdit(/** @type {any} */ ({ edit: thing.edit, client: this.edits.client }));
    if (thing.isDone && !thing.isFree) await this.checkUndone(thing);
    else assert.deepEqual(this.takeTold(), [], 'it is undone already');
  }

  redo() {
    this.takeTold();
    const edit = this.edits.redo();
    if (!edit) return void this.takeTold();
    const thing = this.things.find(
      ({ engine, edit: number }) => engine === this.engine && number === edit.edit,
    );
    assert.ok(thing && !thing.isDone, 'only what was undone is redone');
    this.took(thing, 'redo', edit);
    thing.ats.push(thing.at);
    thing.at = this.next;
    thing.after = this.marksOf([...thing.after.keys()]);
  }

  /** The server answers the oldest edit: it makes it, refuses it or is away, or its answer is lost. */
  async serve() {
    await settled();
    const request = this.server.waiting.shift();
    const step = this.steps[0];
    if (!request) return assert.equal(step, undefined);
    assert.ok(step, 'every request belongs to a step');
    const fate = ['refused', 'refused', 'away', 'lost'][this.random(10)];
    const told = this.told.length;
    request.answer(fate);
    await settled();
    if (fate === 'away' || fate === 'lost') {
      // The page asks again.
      this.wait();
      await settled();
      this.server.waiting.pop()?.answer(fate === 'away' ? fate : undefined);
      await settled();
    }
    if (fate === 'away') {
      // It waits until the server is back.
      assert.equal(this.told.length, told);
      this.edits.resume();
      return;
    }
    const isRefused = this.told.slice(told).some(({ refused }) => refused);
    if (isRefused) return this.refused(step);
    this.steps.shift();
  }

  /** @param {Step} refused */
  async refused(refused) {
    const lost = this.steps.filter(({ hrefs }) =>
      hrefs.some((href) => refused.hrefs.includes(href)),
    );
    for (const { thing, kind } of lost.reverse()) {
      thing.isDone = kind === 'undo';
      if (kind === 'redo') thing.at = thing.ats.pop() ?? 0;
      // An edit that was never saved can't come back.
      if (kind === 'do') thing.isFree = true;
    }
    this.steps = this.steps.filter((step) => !lost.includes(step));
    this.takeTold();
  }

  /** The server answers everything. What waits for it is another test's: the simulation of clients. */
  async answerAll() {
    for (await settled(); this.server.waiting.length > 0; await settled()) await this.serve();
  }

  async serveAll() {
    await this.answerAll();
    this.hear(this.server.stream.length);
    assert.equal(this.edits.pending, false);
    assert.deepEqual(this.steps, []);
    this.checkShown();
  }

  /** What is done is on the screen and on the server; what was taken back is on neither. */
  checkShown() {
    const { shown } = this;
    assert.deepEqual(
      [...shown].map(([href, { marks }]) => `${href} ${marks}`).sort(),
      [...this.server.events].map(([href, { ical }]) => `${href} ${marksIn(ical)}`).sort(),
    );
    const marks = new Set([...shown.values()].flatMap((event) => event.marks.split(',')));
    for (const thing of this.things)
      if (!thing.isDone) assert.ok(!marks.has(thing.mark), `${thing.mark} was taken back`);
      else
        for (const [href, after] of thing.after)
          if (after !== 'gone' && shown.has(href))
            assert.ok(marks.has(thing.mark), `${thing.mark} is done`);
  }
}

const kinds = /** @type {const} */ ([
  ...['create', 'create', 'change', 'change', 'change', 'delete', 'deleteTwo', 'outside', 'answer'],
  ...['elsewhere', 'hear', 'undo', 'undo', 'undo', 'undo', 'undoOne', 'redo', 'serveAll'],
]);

test('undo takes back what was done last and is still done, or says that it can’t', async (context) => {
  context.mock.method(console, 'warn', () => {});
  context.mock.timers.enable({ apis: ['setTimeout'] });
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = randomFrom(seed);
    const page = new Page(random, () => context.mock.timers.tick(500));
    context.mock.method(globalThis, 'fetch', page.server.fetch);
    /** @type {string[]} */
    const done = [];
    try {
      for (let step = 0; step < stepsOfRun; step += 1) {
        const kind = random(40) === 0 ? 'reload' : (kinds[random(kinds.length)] ?? 'undo');
        done.push(kind);
        await page[kind]();
        await page.answerAll();
      }
      await page.serveAll();
      for (let left = page.things.length; left >= 0; left -= 1) {
        done.push('undo');
        await page.undo();
        await page.serveAll();
      }
    } catch (error) {
      throw new Error(`with seed ${seed}, after ${done.join(', ')}`, { cause: error });
    }
  }
});
