import { fetchedZones, fetchZones } from '../api/zones.js';
import { pause, whenIdle } from '../dom/frames.js';
import { clock } from '../time/clock.js';
import { latestRecords } from './copy-compaction.js';
import { askTexts, copyOwner, copyVersion, eraseCopy, withCopyForLong } from './device-copy.js';

/** About how long the JSON text of a piece is. */
const pieceLength = 256 * 1024;
/** How many records may be added before the copy is rewritten without those they replaced. */
const addedMax = 1000;
/** How much text may be added before that. */
const addedLengthMax = 8 * 1024 * 1024;
/** The most live records that a tab remembers while another one writes. */
const rememberedMax = 5000;
/** How long to wait for more before writing. */
const gatherMs = 500;
const lockName = 'meantime-copy';
/** The most zones in one request. */
const zonesAtOnceMax = 50;

/** @typedef {{ record: SyncRecord, token: string, own: string }} LiveRecord */

/** Resolves when the browser has nothing better to do. */
const idle = () =>
  new Promise((/** @type {(value: void) => void} */ done) => whenIdle(done, 2000, 200));

/**
 * @param {string} token @param {string} other
 * @returns {boolean} Whether a token is after another. Tokens don't fit into a Number.
 */
const isAfter = (token, other) => BigInt(token || 0) > BigInt(other || 0);

/**
 * @param {Iterable<SyncRecord>} records
 * @returns {Promise<string[]>} Their JSON text in pieces, made while the browser is idle.
 */
async function textsOf(records) {
  const texts = [];
  let lines = [];
  let length = 0;
  for (const record of records) {
    const line = JSON.stringify(record);
    lines.push(line);
    length += line.length;
    if (length < pieceLength) continue;
    texts.push(`[${lines}]`);
    lines = [];
    length = 0;
    await idle();
  }
  if (lines.length > 0) texts.push(`[${lines}]`);
  return texts;
}

/**
 * Keeps on the device what the server said, for the next start. Of all tabs only the one with the
 * lock writes; the others remember what they hear, in case they get the lock.
 */
class CopyWriter {
  #owner;
  #signal;
  #isOwn;
  /** @type {{ records: SyncRecord[] | null, token: string } | null} A load that isn't written yet. */
  #load = null;
  /** The token after which this tab has heard everything. */
  #heardFrom = '';
  /** @type {LiveRecord[]} */
  #heard = [];
  /** The ID of the copy this tab writes; empty until it has written or found one. */
  #id = '';
  #zoneCount = 0;
  /** @type {Promise<void> | null} Is fulfilled once there's nothing more to write; null until something is heard. */
  #writing = null;
  /** Ends the waiting for more to write. */
  #hurry = () => {};
  /** @type {(() => void) | null} Gives the lock back; null while this tab doesn't have it. */
  #release = null;
  /** Whether another tab has the lock. Until that's known, this tab may be the one that writes. */
  #isWaitingForLock = false;
  #isOver = false;

  /**
   * @param {{ account: Account, providers: Provider[] }} owner @param {AbortSignal} signal
   * @param {(calendar: string) => boolean} isOwn Whether nobody else writes to a calendar.
   */
  constructor(owner, signal, isOwn) {
    this.#owner = owner;
    this.#signal = signal;
    this.#isOwn = isOwn;
    // The session is over: whoever opens the page next must find nothing.
    signal.addEventListener('abort', () => {
      const wasOwner = this.#isStillOwner;
      this.#end();
      if (wasOwner) void eraseCopy();
    });
    // Without the account's name on the device, nobody would erase the copy at sign-out.
    if (this.#isStillOwner) void this.#takeLock();
    else this.#end();
  }

  async #takeLock() {
    const held = () =>
      new Promise((done) => {
        this.#release = () => done(undefined);
        if (this.#isOver) this.#release();
        else void this.#write();
      });
    await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      this.#isWaitingForLock = !lock;
      if (lock) await held();
    });
    if (!this.#isWaitingForLock || this.#isOver) return;
    await navigator.locks.request(lockName, { signal: this.#signal }, held).catch(() => {});
  }

  #end() {
    this.#isOver = true;
    this.#load = null;
    this.#heard = [];
    this.#release?.();
  }

  /**
   * @param {ServerSaid} said
   * @returns {Promise<void>} A promise that is fulfilled once this tab has written it to the copy, or won't write it.
   */
  take(said) {
    if (this.#isOver) return Promise.resolve();
    if ('record' in said) this.#heard.push(said);
    else {
      this.#heard = [];
      this.#heardFrom = said.token;
      this.#load = said.records && said;
    }
    const written = this.#write();
    if ('isSaved' in said) this.#hurry();
    return written;
  }

  /** Whether the device keeps this account: another tab may have signed out, or in as somebody else. */
  get #isStillOwner() {
    return !this.#isOver && copyOwner() === this.#owner.account.id;
  }

  /** @returns {Promise<void>} Writes what there is to write. */
  #write() {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll() {
    try {
      await new Promise((done) => {
        this.#hurry = () => done(undefined);
        void pause(gatherMs).then(idle).then(done);
      });
      while (!this.#isOver && (await this.#writeNext()));
    } catch {
      // Storage is full or refused, or records are missing: no copy is better than half of one.
      if (this.#isStillOwner) await eraseCopy();
      this.#end();
    }
  }

  /** @returns {Promise<boolean>} Whether there may be more to write. */
  async #writeNext() {
    if (!this.#release) {
      if (this.#isWaitingForLock) this.#trimHeard();
      return false;
    }
    const load = this.#load;
    if (load?.records) {
      await this.#replace(load.records, load.token, this.#owner);
      if (this.#load === load) this.#load = null;
      return true;
    }
    if (this.#heardFrom === '') return false;
    if (this.#id === '') await this.#resumeCopy();
    if (this.#heard.length > 0) {
      await this.#append();
      return true;
    }
    await this.#keepZones();
    return this.#load !== null || this.#heard.length > 0;
  }

  /** While another tab writes, this one remembers no more than it may need to go on from there. */
  #trimHeard() {
    this.#load = null;
    const last = this.#heard.splice(0, this.#heard.length - rememberedMax).at(-1);
    // If that leaves a gap, `#resumeCopy` finds it.
    if (last) this.#heardFrom = last.own || last.token;
  }

  /** Goes on with the copy that is there, which another tab may have written. */
  async #resumeCopy() {
    const head = await withCopyForLong('readonly', (store) => {
      const asked = store.get('head');
      return () => /** @type {import('./device-copy.js').CopyHead | undefined} */ (asked.result);
    });
    const isUsable = head?.version === copyVersion && head.account.id === this.#owner.account.id;
    // What came between the copy and what this tab has heard isn't known.
    if (!head || !isUsable || isAfter(this.#heardFrom, head.token)) throw new Error('a gap');
    this.#id = head.id;
    // A record without a token of its own came after the stream's; the copy may lack it.
    this.#heard = this.#heard.filter(({ token, own }) =>
      own ? isAfter(own, head.token) : !isAfter(head.token, token),
    );
    if (JSON.stringify(head.account) !== JSON.stringify(this.#owner.account))
      await this.#updateHead({ ...this.#owner });
    if (head.hasRemoved) await this.#compact();
    void this.#renewZones();
  }

  /**
   * Changes the head of the copy, if it's still the one that this tab writes to.
   *
   * @param {Partial<import('./device-copy.js').CopyHead>} changes
   * @param {(store: IDBObjectStore, head: import('./device-copy.js').CopyHead) => void} [also]
   */
  async #updateHead(changes, also) {
    const isThere = await withCopyForLong('readwrite', (store) => {
      let isSameCopy = false;
      const asked = store.get('head');
      asked.onsuccess = () => {
        const head = asked.result;
        isSameCopy = head?.id === this.#id && this.#isStillOwner;
        if (!isSameCopy) return;
        also?.(store, head);
        store.put({ ...head, ...changes }, 'head');
      };
      return () => isSameCopy;
    });
    // Somebody has signed out, or in as somebody else.
    if (!isThere) this.#end();
  }

  async #append() {
    const news = [...this.#heard];
    const text = JSON.stringify(news.map(({ record }) => record));
    const token = news.at(-1)?.token ?? '';
    const types = new Set(news.map(({ record }) => record.type));
    const hasLost = types.has('calendar-removed') || types.has('group-removed');
    let isLong = false;
    await this.#updateHead({}, (store, head) => {
      store.put(text, head.pieces);
      head.pieces += 1;
      head.token = token;
      head.added += news.length;
      head.addedLength += text.length;
      head.hasRemoved ||= news.some(({ record }) => this.#takesAway(record));
      isLong = head.added > addedMax || head.addedLength > addedLengthMax;
    });
    if (this.#heard[0] === news[0]) this.#heard.splice(0, news.length);
    // What the user may not see any more isn't left in older pieces.
    if (isLong || hasLost) await this.#compact();
  }

  /**
   * @param {SyncRecord} record
   * @returns {boolean} Whether the user may not see any more what older pieces have: others may have taken texts out of
   *   an event, or made it private.
   */
  #takesAway(record) {
    return (
      record.type === 'event-removed' || (record.type === 'event' && !this.#isOwn(record.calendar))
    );
  }

  /** Writes the copy anew, without what has been replaced. */
  async #compact() {
    const [head, texts] = await withCopyForLong('readonly', (store) => {
      const asked = /** @type {const} */ ([store.get('head'), askTexts(store)]);
      return () => /** @type {const} */ ([asked[0].result, asked[1].result]);
    });
    if (head?.id !== this.#id) return this.#end();
    await this.#replace(latestRecords(texts), head.token, head);
  }

  /**
   * @param {Iterable<SyncRecord>} records @param {string} token
   * @param {{ account: Account, providers: Provider[] }} owner
   */
  async #replace(records, token, { account, providers }) {
    const texts = await textsOf(records);
    const id = clock.uid();
    /** @type {import('./device-copy.js').CopyHead} */
    const head = {
      version: copyVersion,
      id,
      account,
      providers,
      token,
      pieces: texts.length,
      added: 0,
      addedLength: 0,
    };
    let wasWritten = false;
    await withCopyForLong('readwrite', (store) => {
      const asked = store.get('zones');
      asked.onsuccess = () => {
        wasWritten = this.#isStillOwner;
        if (!wasWritten) return;
        const zones = { ...asked.result, ...fetchedZones };
        store.clear();
        store.put(head, 'head');
        store.put(zones, 'zones');
        for (const [place, text] of texts.entries()) store.put(text, place);
      };
      return () => {};
    });
    if (!wasWritten) return this.#end();
    this.#id = id;
    this.#zoneCount = Object.keys(fetchedZones).length;
  }

  /** Keeps the zones that were fetched since the last time. */
  async #keepZones() {
    const count = Object.keys(fetchedZones).length;
    if (count === this.#zoneCount || this.#id === '') return;
    await this.#updateHead({}, (store) => {
      const asked = store.get('zones');
      asked.onsuccess = () => store.put({ ...asked.result, ...fetchedZones }, 'zones');
    });
    this.#zoneCount = count;
  }

  /** Fetches the kept zones again, for the next start: their rules may have changed. */
  async #renewZones() {
    try {
      const zones = await withCopyForLong('readonly', (store) => {
        const asked = store.get('zones');
        return () => Object.keys(asked.result ?? {});
      });
      for (let place = 0; place < zones.length; place += zonesAtOnceMax)
        await fetchZones(zones.slice(place, place + zonesAtOnceMax));
      this.#zoneCount = -1;
      void this.#write();
    } catch {
      // At the next start.
    }
  }
}

/**
 * @param {{ account: Account, providers: Provider[] }} owner @param {AbortSignal} signal
 * @param {(calendar: string) => boolean} isOwn Whether nobody else writes to a calendar.
 * @returns {(said: ServerSaid) => Promise<void>} Keeps what the server says, where the browser can do that
 *   safely with several tabs. The promise is fulfilled once this tab has nothing more to write.
 */
export function keeperOf(owner, signal, isOwn) {
  if (!('locks' in navigator) || !('indexedDB' in globalThis)) return () => Promise.resolve();
  const writer = new CopyWriter(owner, signal, isOwn);
  return (said) => writer.take(said);
}
