import { clock } from '../time/clock.js';

/** The core is asked this far ahead, and again well before that is over. */
const [aheadSeconds, againMs] = [24 * 3_600, 3_600_000];
/** Changes that follow each other are looked at together. */
const restMs = 2_000;
/** What was due while the page slept is told for so long. */
const lateSeconds = 15 * 60;
/** Fired ones are forgotten after so many. */
const rememberedMax = 500;

/** Tells `due` with each reminder at its time, once. */
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
