import { weekSettings } from '../lib/locale.js';

const storageKey = 'meantime.settings';

const defaults = {
  firstWeekday: 0,
  weekNumbers: false,
  weekendTint: true,
  hideWeekends: false,
  yearLayout: /** @type {YearLayout} */ ('months'),
  /** Minutes that a new event takes. */
  defaultMinutes: 60,
  /** Minutes before the start of a new event; -1 for none. */
  defaultReminder: -1,
  theme: /** @type {'system' | 'light' | 'dark'} */ ('system'),
  /** The hours of work, of 24. */
  workHours: /** @type {[number, number]} */ ([9, 17]),
  /** How high an hour is in the views of hours, in pixels; 0 is as usual. */
  hourPx: 0,
  /** The zone of a second column of hours; empty without one. */
  secondZone: '',
  hiddenCalendars: /** @type {string[]} */ ([]),
};

/** @typedef {typeof defaults} SettingValues */

/** What the user chose on this device; what is not chosen follows the locale. */
export class Settings extends EventTarget {
  /** @type {SettingValues} */
  values;
  #storage;

  /** @param {string} locale @param {Storage} storage */
  constructor(locale, storage) {
    super();
    this.locale = locale;
    this.#storage = storage;
    this.values = { ...defaults, ...readStored(storage) };
  }

  /** @returns {number} 1 (Monday) to 7. */
  get firstWeekday() {
    return this.values.firstWeekday || weekSettings(this.locale).firstWeekday;
  }

  /** @returns {number[]} */
  get weekend() {
    return weekSettings(this.locale).weekend;
  }

  /** @param {Partial<SettingValues>} change */
  change(change) {
    this.values = { ...this.values, ...change };
    try {
      this.#storage.setItem(storageKey, JSON.stringify(this.values));
    } catch {
      // A full or forbidden storage costs the memory of the choice, not the choice.
    }
    this.dispatchEvent(new CustomEvent('change', { detail: change }));
  }
}

/** @param {Storage} storage @returns {Partial<SettingValues>} */
function readStored(storage) {
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? '{}');
    return stored && typeof stored === 'object' ? stored : {};
  } catch {
    return {};
  }
}
