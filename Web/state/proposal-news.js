import { fetchHistory } from '../api/events.js';
import { keepIn, readJSONFrom } from '../dom/device-storage.js';
import { tell } from '../dom/element.js';
import { nextFrame, whenIdle } from '../dom/frames.js';

/** Changes within this time are handled together: those of one decision arrive one by one. */
const restMs = 300;
/** Longest work on arrived events between two frames. */
const sliceMs = 8;
/** The most news that are kept. */
const newsMax = 30;
/**
 * How many characters the device keeps: a group can have any number of proposals, and drafts need
 * the same storage.
 */
const storedMax = 256 * 1024;
/** The most characters of a title or name: members choose them freely. */
const wordsMax = 100;

/** @typedef {Extract<SyncRecord, { type: 'event' }>} EventRecord */
/** @typedef {Map<string, SeenCandidate>} SeenCandidates By place. */
/** @typedef {Omit<SeenCandidate, 'identity' | 'organizer' | 'own' | 'answers'>} DecidedEvent */

/**
 * What the user hears of proposals: that somebody answered one of theirs, and that one which they
 * made or answered was decided or withdrawn. The server doesn't say so itself: the page compares the
 * proposals that this device knew with those that it loads and those that arrive. So news of what
 * happened while no page was open come with the next load, once for each device.
 *
 * Fires `change` when the news change, and `news` with those that arise while the page is open.
 */
export class ProposalNews extends EventTarget {
  #agenda;
  #storage;
  /** Under what name the device keeps them. */
  name = '';
  /** @type {ProposalNewsItem[]} The newest first. */
  list = [];
  /**
   * What was known of each candidate; null before the first whole load on this device.
   *
   * @type {SeenCandidates | null}
   */
  #seen = null;
  /**
   * @type {Map<string, EventRecord | null>} What arrived and wasn't looked at, by place; null for
   *   what is gone.
   */
  #arrived = new Map();
  /** @type {Set<string> | null} The places that the load under way has mentioned; null without one. */
  #mentioned = null;
  /** @type {Set<string>} The proposals that were decided or withdrawn in this page. */
  #ownDecisions = new Set();
  /** What the device was last given to keep. */
  #written = '';
  #willWrite = false;
  #timer = 0;
  #isLooking = false;
  #isLoaded = false;
  #isOver = false;

  /**
   * @param {Agenda} agenda @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage
   * @param {AbortSignal} signal
   */
  constructor(agenda, storage, signal) {
    super();
    this.#agenda = agenda;
    this.#storage = storage;
    for (const name of ['change', 'calendars'])
      agenda.addEventListener(name, () => this.#lookSoon(), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#lookSoon();
  }

  /** @param {string} id Of news that the user has read. */
  read(id) {
    this.#keep(this.list.filter((each) => each.id !== id));
    this.#write();
  }

  /** @param {string} identity A proposal that the user is about to decide or withdraw. */
  noteOwnDecision(identity) {
    this.#ownDecisions.add(identity);
  }

  /** Another window of the same account has changed what the device keeps. */
  changedElsewhere() {
    this.list = this.#stored().news;
    this.#written = '';
    tell(this, 'change');
  }

  /** Removes everything, and keeps no more: the user signs out. */
  end() {
    this.#isOver = true;
    keepIn(this.#storage, this.name, '');
  }

  #lookSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), restMs);
  }

  async #look() {
    const { engine, people } = this.#agenda;
    if (this.#isLooking) return this.#lookSoon();
    if (this.#isOver || !engine || people.me === '') return;
    this.#isLooking = true;
    if (this.name === '') this.#begin(people.me);
    for (const record of this.#agenda.takeGroupRecords()) this.#take(record);
    // While everything is loaded, not all groups are known.
    if (this.#mentioned === null) {
      this.#forgetLeftGroups();
      if (this.#seen === null || this.#arrived.size > 0) await this.#compare(engine);
    }
    this.#isLooking = false;
  }

  /** Who leaves a group hears no more of it, and the device keeps nothing of it. */
  #forgetLeftGroups() {
    const left = this.#removeLeft(this.#seen ?? new Map());
    const list = this.list.filter((each) => this.#isIn(each));
    if (left > 0 || list.length < this.list.length) this.#keep(list);
  }

  /** @param {SeenCandidates} candidates @returns {number} How many were of groups that the user isn't in. */
  #removeLeft(candidates) {
    const left = [...candidates].filter(([, candidate]) => !this.#isIn(candidate));
    for (const [place] of left) candidates.delete(place);
    return left.length;
  }

  /** @param {{ calendar: string }} object @returns {boolean} Whether the user is in its group. */
  #isIn({ calendar }) {
    return this.#agenda.people.ofCalendar(calendar) !== undefined;
  }

  /** @param {string} account */
  #begin(account) {
    this.name = `meantime.proposals.${account}`;
    const { seen, news } = this.#stored();
    this.#seen = seen && new Map(seen.map((each) => [placeOf(each), unpacked(each)]));
    this.list = news;
    if (news.length > 0) tell(this, 'change');
  }

  /** @param {SyncRecord} record */
  #take(record) {
    switch (record.type) {
      case 'header':
        this.#mentioned = new Set();
        this.#arrived.clear();
        return;
      case 'event':
        this.#arrived.set(placeOf(record), record);
        this.#mentioned?.add(placeOf(record));
        return;
      case 'event-removed':
        this.#arrived.set(placeOf(record), null);
        return;
      case 'end':
        for (const [place, { calendar }] of this.#seen ?? [])
          if (!this.#mentioned?.has(place) && !this.#agenda.overfull.has(calendar))
            this.#arrived.set(place, null);
        this.#mentioned = null;
    }
  }

  /** @param {Engine} engine */
  async #compare(engine) {
    const { me } = this.#agenda.people;
    const isFirst = this.#seen === null;
    const before = this.#seen ?? new Map();
    /** @type {SeenCandidates} */
    const now = new Map(before);
    /** @type {Map<string, DecidedEvent>} By proposal. */
    const decided = new Map();
    /** @type {Set<string>} The proposals that something has happened to. */
    const touched = new Set();
    let sliceStart = performance.now();
    for (const [place, record] of this.#arrived) {
      const read = record && readCandidate(engine, record);
      // Its zone is still being fetched.
      if (read === undefined) continue;
      this.#arrived.delete(place);
      const known = before.get(place);
      if (known) touched.add(known.identity);
      if (read && 'identity' in read) {
        touched.add(read.identity);
        now.set(place, read);
      } else now.delete(place);
      if (known && read && !('identity' in read) && read.uid === known.uid)
        decided.set(known.identity, read);
      if (performance.now() - sliceStart < sliceMs) continue;
      await nextFrame();
      sliceStart = performance.now();
    }
    // A group may have been left meanwhile.
    for (const candidates of [before, now]) this.#removeLeft(candidates);
    this.#seen = now;
    const found = isFirst ? [] : newsOf({ before, now, decided, touched, me });
    await this.#add(found);
  }

  /** @param {FoundNews} found */
  async #add(found) {
    const { me } = this.#agenda.people;
    const others = await Promise.all(found.map((each) => this.#isOwnDoing(each, me)));
    const fresh = found.filter((_, place) => !others[place]);
    const dropped = new Set(found.flatMap(({ replaces }) => replaces));
    const items = fresh.flatMap(({ item }) => (item ? [item] : []));
    for (const { id } of items) dropped.add(id);
    if (this.#isOver) return;
    this.#keep([...items, ...this.list.filter(({ id }) => !dropped.has(id))].slice(0, newsMax));
    if (this.#isLoaded && items.length > 0)
      this.dispatchEvent(new CustomEvent('news', { detail: items }));
    this.#isLoaded = true;
  }

  /**
   * @param {FoundNews[number]} found @param {string} me
   * @returns {Promise<boolean>} Whether the user decided the proposal, here or on another device.
   */
  async #isOwnDoing({ item, identity }, me) {
    if (!item || item.kind === 'answer') return false;
    if (this.#ownDecisions.has(identity)) return true;
    if (item.kind === 'withdrawn') return false;
    try {
      const [last] = await fetchHistory({ calendar: item.calendar, href: item.href });
      return last?.by?.id === me;
    } catch {
      return false;
    }
  }

  /** @param {ProposalNewsItem[]} news */
  #keep(news) {
    const isSame = JSON.stringify(news) === JSON.stringify(this.list);
    this.list = news;
    this.#writeSoon();
    if (!isSame) tell(this, 'change');
  }

  /** Writes when the browser is idle: changes may follow each other closely. */
  #writeSoon() {
    if (this.#willWrite) return;
    this.#willWrite = true;
    whenIdle(() => {
      this.#willWrite = false;
      this.#write();
    }, 4000);
  }

  #write() {
    const { me } = this.#agenda.people;
    if (this.#isOver || this.#seen === null) return;
    const news = fitting(
      this.list.map((item) => [item]),
      storedMax / 2,
    );
    const left = storedMax - JSON.stringify(news).length;
    const known = concerning(this.#seen, me).map((each) => each.map(packed));
    const seen = fitting(known, left);
    const text = JSON.stringify({ seen, news });
    if (text === this.#written) return;
    this.#written = text;
    // If storage is full or blocked, the news last as long as the page.
    keepIn(this.#storage, this.name, text);
  }

  /** @returns {{ seen: PackedCandidate[] | null, news: ProposalNewsItem[] }} What the device keeps. */
  #stored() {
    const stored = readJSONFrom(this.#storage, this.name);
    if (!stored) return { seen: null, news: this.list };
    const { seen, news } = stored;
    return {
      seen: Array.isArray(seen) ? seen.filter((each) => Array.isArray(each?.said)) : null,
      news: Array.isArray(news) ? news : [],
    };
  }
}

/**
 * The candidates as the device keeps them: of the answers, a letter and the account.
 *
 * @typedef {Omit<SeenCandidate, 'answers'> & { said: string[] }} PackedCandidate
 */

/** @type {Record<string, Answer>} */
const answersByLetter = { y: 'yes', m: 'maybe', n: 'no' };

/** @param {SeenCandidate} candidate @returns {PackedCandidate} */
function packed({ answers, ...candidate }) {
  const given = answers.filter(({ answer }) => answer !== null);
  return { ...candidate, said: given.map(({ account, answer }) => `${answer?.[0]}${account}`) };
}

/** @param {PackedCandidate} stored @returns {SeenCandidate} */
function unpacked({ said, ...candidate }) {
  const answers = said.map((each) => ({
    account: each.slice(1),
    name: '',
    answer: answersByLetter[each.charAt(0)] ?? null,
  }));
  return { ...candidate, answers };
}

/**
 * @param {SeenCandidates} seen @param {string} me
 * @returns {SeenCandidate[][]} By proposal, those that the user hears of: their own first, then those
 *   that they answered.
 */
function concerning(seen, me) {
  const all = [...groupBy(seen).values()];
  const isMine = (/** @type {SeenCandidate[]} */ each) =>
    each.some(({ organizer }) => organizer === me);
  const isAnswered = (/** @type {SeenCandidate[]} */ each) => each.some(({ own }) => own !== null);
  return [...all.filter(isMine), ...all.filter((each) => !isMine(each) && isAnswered(each))];
}

/**
 * @template Item @param {Item[][]} groups @param {number} max How long they may be as text.
 * @returns {Item[]} The groups that fit, each whole; the first come first.
 */
function fitting(groups, max) {
  let room = max;
  return groups
    .filter((group) => {
      const { length } = JSON.stringify(group);
      if (length > room) return false;
      room -= length;
      return true;
    })
    .flat();
}

/** @param {string} words @returns {string} Their beginning, if they're long. */
function short(words) {
  const letters = [...words.slice(0, 2 * wordsMax)];
  return letters.length > wordsMax ? `${letters.slice(0, wordsMax - 1).join('')}…` : words;
}

/** @param {{ calendar: string, href: string }} object */
const placeOf = ({ calendar, href }) => `${calendar}\n${href}`;

/**
 * @param {Engine} engine @param {EventRecord} record An event of a group's calendar.
 * @returns {SeenCandidate | DecidedEvent | null | undefined} The candidate, or the event if it's none;
 *   null for what is no event; undefined if the core can't show it yet.
 */
function readCandidate(engine, { calendar, href, ical }) {
  /** @type {EventDetail} */
  let event;
  try {
    event = engine.version(calendar, href, ical);
  } catch {
    return null;
  }
  const { key, uid, start, allDay } = event;
  const when = { calendar, href, key, uid, title: short(event.title), start, allDay };
  if (!event.proposal) return when;
  try {
    const { organizer } = engine.proposal(key);
    const { identity, own } = event.proposal;
    const answers = event.attendees.map(({ account, name, answer }) => ({
      account,
      name: short(name),
      answer,
    }));
    return { ...when, identity, organizer, own, answers };
  } catch {
    return undefined;
  }
}

/**
 * @typedef {{ identity: string, item: ProposalNewsItem | null, replaces: string[] }[]} FoundNews Each
 *   with the news that it makes obsolete; without an item if that is all.
 */

/**
 * What has happened to proposals between two looks.
 *
 * @param {{ before: SeenCandidates, now: SeenCandidates, decided: Map<string, DecidedEvent>,
 *   touched: Set<string>, me: string }} looks `decided` has the events that proposals have become, by
 *   proposal, and `touched` those that something has happened to.
 * @returns {FoundNews}
 */
function newsOf({ before, now, decided, touched, me }) {
  const knownOf = groupBy(before);
  const presentOf = groupBy(now);
  return [...touched].flatMap((identity) => {
    const known = knownOf.get(identity) ?? [];
    const present = presentOf.get(identity) ?? [];
    if (known.length === 0 && present.length === 0) return [];
    // While other times are open, nothing is decided: a member put an event in the place of a time.
    const event = present.length === 0 ? decided.get(identity) : undefined;
    // One made on another device may be answered before this one has seen it.
    const isMine = [...known, ...present].some(({ organizer }) => organizer === me);
    const obsolete = known.flatMap(({ answers }) =>
      answers.map(({ account }) => answerID(identity, account)),
    );
    if (present.length === 0) {
      const concerns = isMine || known.some(({ own }) => own !== null);
      // Only who proposed, or runs the group, can withdraw: the page can't know who of them did.
      const isHeard = concerns && (event !== undefined || !isMine);
      const first = /** @type {SeenCandidate} */ (known[0]);
      const { calendar, href, key, title, start, allDay } = event ?? first;
      const id = `settled ${identity}`;
      /** @type {ProposalNewsItem['kind']} */
      const kind = event ? 'decided' : 'withdrawn';
      const item = { id, kind, calendar, href, key, title, start, allDay };
      return [{ identity, item: isHeard ? item : null, replaces: [...obsolete, id] }];
    }
    return isMine ? answerNews(identity, known, present, me) : [];
  });
}

/**
 * @param {string} identity @param {SeenCandidate[]} known @param {SeenCandidate[]} present
 * @param {string} me
 * @returns {FoundNews} One for each person whose answers have changed, with all their answers that differ from
 *   what was known or that are given; one without an item if they took them back.
 */
function answerNews(identity, known, present, me) {
  const earlier = new Map(known.map((each) => [each.href, each.answers]));
  const people = new Map(
    present.flatMap(({ answers }) => answers.map(({ account, name }) => [account, name])),
  );
  people.delete(me);
  people.delete('');
  return [...people].flatMap(([account, name]) => {
    const answerIn = (/** @type {SeenCandidate['answers']} */ answers) =>
      answers.find((each) => each.account === account)?.answer ?? null;
    const changed = present.filter(({ href, answers }) => {
      const before = earlier.get(href);
      return before ? answerIn(before) !== answerIn(answers) : answerIn(answers) !== null;
    });
    if (changed.length === 0) return [];
    const id = answerID(identity, account);
    const answered = present.filter(({ answers }) => answerIn(answers) !== null);
    const given = answered.map(({ start, allDay, answers }) => ({
      start,
      allDay,
      answer: /** @type {Answer} */ (answerIn(answers)),
    }));
    const [first] = answered;
    const { calendar, href, title } = /** @type {SeenCandidate} */ (changed[0]);
    const item = /** @type {ProposalNewsItem | null} */ (
      first
        ? {
            ...{ key: first.key, start: first.start, allDay: first.allDay },
            ...{ id, kind: 'answer', calendar, href, title, name, answers: given },
          }
        : null
    );
    return [{ identity, item, replaces: [id] }];
  });
}

/** @param {string} identity @param {string} account */
const answerID = (identity, account) => `answer ${identity} ${account}`;

/** @param {SeenCandidates} candidates @returns {Map<string, SeenCandidate[]>} By proposal. */
function groupBy(candidates) {
  /** @type {Map<string, SeenCandidate[]>} */
  const groups = new Map();
  for (const candidate of candidates.values())
    if (groups.get(candidate.identity)?.push(candidate) === undefined)
      groups.set(candidate.identity, [candidate]);
  return groups;
}
