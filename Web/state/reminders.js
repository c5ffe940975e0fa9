import { clock } from '../time/clock.js';

/** How far ahead the core is asked, and how often at least. */
const [aheadSeconds, againMs] = [24 * 3_600, 3_600_000];
/** Changes within this time are handled together. */
const restMs = 2_000;
/** A reminder missed while the page slept is still shown if it's no older than this. */
const lateSeconds = 15 * 60;
/** How many fired reminders are remembered. */
const rememberedMax = 500;

/** Fires `due` once for each reminder, at its time. */
export class Reminders extends EventTarget {
  #agenda;
  #timer = 0;
  #fired = /** @type {Set<string>} */ (new Set());
  /** @type {{ atSeconds: number, reminder: DueReminder }[]} */
  #snoozed = [];
  #sinceSeconds = clock.nowSeconds() - lateSeconds;

  /** @param {Agenda} agenda @param {AbortSignal} signal */
  constructor(agenda, signal) {
    super();
    this.#agenda = agenda;
    agenda.addEventListener('change', () => this.#lookIn(restMs), { signal });
    document.addEventListener('visibilitychange', () => this.#lookIn(0), { signal });
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#lookIn(restMs);
  }

  /**
   * Fires it again later, with what the event says by then; not if the event is gone or cancelled.
   *
   * @param {DueReminder} reminder @param {number} minutes
   */
  snooze(reminder, minutes) {
    this.#snoozed.push({ atSeconds: clock.nowSeconds() + minutes * 60, reminder });
    this.#lookIn(0);
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
    const coming = engine
      .reminders(this.#sinceSeconds, now + aheadSeconds)
      .filter((reminder) => !this.#fired.has(nameOf(reminder)))
      .map((reminder) => ({ atSeconds: reminder.second, reminder }));
    const again = this.#snoozed.filter(({ atSeconds }) => atSeconds <= now);
    this.#snoozed = this.#snoozed.filter(({ atSeconds }) => atSeconds > now);
    for (const { atSeconds, reminder } of coming) if (atSeconds <= now) this.#fire(reminder);
    for (const { reminder } of again) {
      const current = currentOf(reminder, engine);
      if (current) this.#fire(current);
    }
    this.#sinceSeconds = Math.max(this.#sinceSeconds, now - lateSeconds);
    const later = [...coming, ...this.#snoozed].map(({ atSeconds }) => atSeconds - now);
    const nextSeconds = Math.min(...later.filter((seconds) => seconds > 0), againMs / 1000);
    this.#lookIn(Math.max(250, nextSeconds * 1000));
  }

  /** @param {DueReminder} reminder */
  #fire(reminder) {
    this.#fired.add(nameOf(reminder));
    for (const name of this.#fired) if (this.#fired.size > rememberedMax) this.#fired.delete(name);
    this.dispatchEvent(new CustomEvent('due', { detail: reminder }));
  }
}

/**
 * @param {DueReminder} reminder @param {Engine} engine
 * @returns {DueReminder | null} The reminder of the event as it's now; null if it's gone or
 *   cancelled.
 */
function currentOf(reminder, engine) {
  try {
    const { key, title, location, allDay, start, status } = engine.event(reminder.key);
    return status === 'cancelled' ? null : { ...reminder, key, title, location, allDay, start };
  } catch {
    // The core refuses a key that names nothing any more.
    return null;
  }
}

/** @param {DueReminder} reminder */
const nameOf = ({ key, second }) => `${key} ${second}`;
