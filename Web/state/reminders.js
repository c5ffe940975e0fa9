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

  /** @param {DueReminder} reminder @param {number} minutes */
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
    const all = [...coming, ...this.#snoozed].sort((a, b) => a.atSeconds - b.atSeconds);
    for (const { atSeconds, reminder } of all) if (atSeconds <= now) this.#fire(reminder);
    this.#snoozed = this.#snoozed.filter(({ atSeconds }) => atSeconds > now);
    this.#sinceSeconds = Math.max(this.#sinceSeconds, now - lateSeconds);
    const next = all.find(({ atSeconds }) => atSeconds > now);
    this.#lookIn(Math.min(againMs, next ? Math.max(250, (next.atSeconds - now) * 1000) : againMs));
  }

  /** @param {DueReminder} reminder */
  #fire(reminder) {
    this.#fired.add(nameOf(reminder));
    for (const name of this.#fired) if (this.#fired.size > rememberedMax) this.#fired.delete(name);
    this.dispatchEvent(new CustomEvent('due', { detail: reminder }));
  }
}

/** @param {DueReminder} reminder */
const nameOf = ({ key, second }) => `${key} ${second}`;
