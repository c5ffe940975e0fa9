import { tell } from '../dom/element.js';
import { clock } from '../time/clock.js';
import { nameOf, readSeen, reminderOf, withSeen } from './seen-reminders.js';

/** How far ahead the core is asked, and how often at least. */
const [aheadSeconds, againMs] = [24 * 3_600, 3_600_000];
/** Changes within this time are handled together. */
const restMs = 2_000;
/** A reminder missed while the page slept is still shown if it's no older than this. */
const lateSeconds = 15 * 60;
/** The same for one that was snoozed: the user has asked for it. */
const lateSnoozedSeconds = 86_400;
/** How many fired reminders are remembered. */
const rememberedMax = 500;

/**
 * @typedef {{ name: string, reminder: DueReminder, atSeconds: number, isSnoozed: boolean }} Ring A
 *   time at which to remind. The name stays when the event is moved while it's snoozed.
 */

/**
 * Fires `due` for each ring at its time, and `over` with the same ring when it was seen, here or on
 * another device, or is no longer due: the event was moved, cancelled or deleted, or another program
 * acknowledged it.
 */
export class Reminders extends EventTarget {
  #agenda;
  #edits;
  #settings;
  #timer = 0;
  /** The names of rings that were fired. */
  #fired = /** @type {Set<string>} */ (new Set());
  /** Those that were fired and that nobody has seen yet. @type {Map<string, Ring>} */
  #open = new Map();
  #sinceSeconds = clock.nowSeconds() - lateSeconds;

  /**
   * @param {{ agenda: Agenda, edits: Pick<EditQueue, 'sendQuietly'>, settings: Settings }} model
   * @param {AbortSignal} signal
   */
  constructor({ agenda, edits, settings }, signal) {
    super();
    this.#agenda = agenda;
    this.#edits = edits;
    this.#settings = settings;
    agenda.addEventListener('change', () => this.#lookIn(restMs), { signal });
    settings.addEventListener(
      'change',
      (event) => {
        if ('seenReminders' in /** @type {CustomEvent} */ (event).detail) this.#lookIn(0);
      },
      { signal },
    );
    document.addEventListener('visibilitychange', () => this.#lookIn(0), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#lookIn(restMs);
  }

  /**
   * Notes that the user has seen it: it doesn't come again.
   *
   * @param {Ring} ring
   */
  saw(ring) {
    this.#note(ring, 0);
  }

  /**
   * Fires it again later, with what the event says by then; not if the event is gone or cancelled.
   *
   * @param {Ring} ring @param {number} minutes
   */
  snooze(ring, minutes) {
    this.#note(ring, clock.nowSeconds() + minutes * 60);
  }

  /** @param {Ring} ring @param {number} againSeconds */
  #note({ name, reminder }, againSeconds) {
    const isFirst = !(name in this.#seen);
    this.#settings.change({
      seenReminders: withSeen(this.#seen, name, [clock.nowSeconds(), againSeconds]),
    });
    if (isFirst) this.#acknowledge(reminder);
  }

  /**
   * Notes it in the event too, so that the user's other programs don't ring either.
   *
   * @param {DueReminder} reminder
   */
  #acknowledge({ key, first }) {
    const { engine, outage } = this.#agenda;
    if (!engine || outage) return;
    try {
      engine.acknowledge(key, first);
      this.#edits.sendQuietly();
      this.#agenda.changed();
    } catch (error) {
      // Others' events can't be written to; and this one may be gone.
      console.debug(key, error);
    }
  }

  get #seen() {
    return readSeen(this.#settings.values.seenReminders);
  }

  /** @param {number} ms */
  #lookIn(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look() {
    const { engine } = this.#agenda;
    if (!engine) return;
    const now = clock.nowSeconds();
    this.#close(engine);
    const rings = [...this.#coming(engine, now), ...this.#snoozed(engine, now)].filter(
      (ring) => !this.#fired.has(ringName(ring)),
    );
    for (const ring of rings) if (ring.atSeconds <= now) this.#fire(ring);
    this.#sinceSeconds = Math.max(this.#sinceSeconds, now - lateSeconds);
    const later = rings.map(({ atSeconds }) => atSeconds - now);
    const nextSeconds = Math.min(...later.filter((seconds) => seconds > 0), againMs / 1000);
    this.#lookIn(Math.max(250, nextSeconds * 1000));
  }

  /** @param {Engine} engine @param {number} now @returns {Ring[]} */
  #coming(engine, now) {
    return engine
      .reminders(this.#sinceSeconds, now + aheadSeconds)
      .filter((reminder) => !(nameOf(reminder) in this.#seen))
      .map((reminder) => ({
        name: nameOf(reminder),
        reminder,
        atSeconds: reminder.second,
        isSnoozed: false,
      }));
  }

  /** @param {Engine} engine @param {number} now @returns {Ring[]} */
  #snoozed(engine, now) {
    return Object.entries(this.#seen).flatMap(([name, [, atSeconds]]) => {
      if (atSeconds === 0 || atSeconds < now - lateSnoozedSeconds) return [];
      const reminder = reminderNow(name, engine);
      return reminder ? [{ name, reminder, atSeconds, isSnoozed: true }] : [];
    });
  }

  /**
   * Closes what is shown and no longer due.
   *
   * @param {Engine} engine
   */
  #close(engine) {
    for (const [name, ring] of this.#open) {
      if (this.#isDue(ring, engine)) continue;
      this.#open.delete(name);
      tell(this, 'over', ring);
    }
  }

  /** @param {Ring} ring @param {Engine} engine */
  #isDue({ name, reminder, atSeconds, isSnoozed }, engine) {
    const entry = this.#seen[name];
    if (isSnoozed) return entry === undefined || entry[1] === atSeconds;
    if (entry) return false;
    // While the events are loaded anew, or the calendar isn't shown, nobody knows better.
    if (!isDrawn(reminder.calendar, this.#agenda) || !reminderNow(name, engine)) return true;
    return engine.reminders(atSeconds - 1, atSeconds).some((each) => nameOf(each) === name);
  }

  /** @param {Ring} ring */
  #fire(ring) {
    const name = ringName(ring);
    this.#fired.add(name);
    for (const old of this.#fired) if (this.#fired.size > rememberedMax) this.#fired.delete(old);
    this.#open.set(name, ring);
    for (const old of this.#open.keys())
      if (this.#open.size > rememberedMax) this.#open.delete(old);
    tell(this, 'due', ring);
  }
}

/** @param {string} id @param {Agenda} agenda Whether its views show what is in a calendar. */
const isDrawn = (id, { calendars }) => calendars.get(id)?.isShown === true;

/**
 * @param {string} name @param {Engine} engine
 * @returns {DueReminder | null} The reminder of the event as it's now; null if it's gone or
 *   cancelled.
 */
function reminderNow(name, engine) {
  const { key, first } = reminderOf(name);
  try {
    const event = engine.event(key);
    if (event.status === 'cancelled') return null;
    return /** @type {DueReminder} */ (/** @type {unknown} */ ({ ...event, second: first, first }));
  } catch {
    // The core refuses a key that names nothing any more, or nothing yet.
    return null;
  }
}

/** @param {Ring} ring */
const ringName = ({ name, atSeconds, isSnoozed }) =>
  `${name} ${atSeconds}${isSnoozed ? ' again' : ''}`;
