import { weekSettings } from '../i18n/locale.js';

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
  density: /** @type {'comfortable' | 'compact'} */ ('comfortable'),
  /** Hours of 12 or of 24; empty as is usual in the language. */
  hours: /** @type {'' | '12' | '24'} */ (''),
  /** Empty for the browser's. */
  language: '',
  /** The hours of work, of 24. */
  workHours: /** @type {[number, number]} */ ([9, 17]),
  /** How high an hour is in the views of hours, in pixels; 0 is as usual. */
  hourPx: 0,
  /** The zone of a second column of hours; empty without one. */
  secondZone: '',
  /** Also the people whose calendars are hidden. */
  hiddenCalendars: /** @type {string[]} */ ([]),
  /** The group that is looked at by itself; empty for everything. */
  groupView: '',
  /**
   * By group, between which minutes of the day time is looked for; without, in the hours of work of
   * each.
   */
  freeHours: /** @type {Record<string, [number, number]>} */ ({}),
  sets: /** @type {CalendarSet[]} */ ([]),
};

/** @typedef {typeof defaults} SettingValues */

/**
 * What the user chose; what is not chosen follows the locale. Kept on this device, and by the
 * account.
 */
export class Settings extends EventTarget {
  /** @type {SettingValues} */
  values;
  /** Whether what changes now was chosen on another device. */
  isAdopting = false;
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

  /** @returns {Partial<SettingValues>} What is not as it is for everybody. */
  get chosen() {
    return Object.fromEntries(
      Object.entries(this.values).filter(
        ([name, value]) =>
          JSON.stringify(value) !==
          JSON.stringify(defaults[/** @type {keyof SettingValues} */ (name)]),
      ),
    );
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

  /**
   * @param {Record<string, unknown>} given What another device chose; of what is none of ours, or
   *   of another kind, nothing is taken.
   */
  adopt(given) {
    const change = Object.fromEntries(
      Object.entries(given).filter(([name, value]) => {
        const usual = defaults[/** @type {keyof SettingValues} */ (name)];
        const isOfKind =
          typeof value === typeof usual &&
          Array.isArray(value) === Array.isArray(usual) &&
          value !== null;
        return (
          isOfKind &&
          JSON.stringify(value) !==
            JSON.stringify(this.values[/** @type {keyof SettingValues} */ (name)])
        );
      }),
    );
    if (Object.keys(change).length === 0) return;
    this.isAdopting = true;
    this.change(change);
    this.isAdopting = false;
  }

  /** @param {string} account Whose choices these are; those of somebody else are forgotten. */
  belongTo(account) {
    const owner = readOwner(this.#storage);
    if (owner !== '' && owner !== account) this.change(defaults);
    try {
      this.#storage.setItem(`${storageKey}.owner`, account);
    } catch {
      /* As above. */
    }
  }
}

/** @param {Storage} storage */
function readOwner(storage) {
  try {
    return storage.getItem(`${storageKey}.owner`) ?? '';
  } catch {
    return '';
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
