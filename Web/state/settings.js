import { keepIn, readFrom, readJSONFrom } from '../dom/device-storage.js';
import { weekSettings } from '../i18n/locale.js';

const storageKey = 'meantime.settings';
const ownerKey = `${storageKey}.owner`;
const versionKey = `${storageKey}.version`;
const unsentKey = `${storageKey}.unsent`;
/** Another page may know more settings. */
const page = ` ${import.meta.url}`;
/** How many calendar sets there may be: there's one key for each, 1 to 9. */
export const setsMax = 9;

const defaults = {
  /** The view with which the page opens. */
  openingView: /** @type {'last' | ViewName} */ ('last'),
  firstWeekday: 0,
  weekNumbers: false,
  weekendTint: true,
  hideWeekends: false,
  yearLayout: /** @type {YearLayout} */ ('months'),
  /** Length of a new event, in minutes. */
  defaultMinutes: 60,
  /** Minutes before the start of a new event; -1 for none. */
  defaultReminder: -1,
  theme: /** @type {'system' | 'light' | 'dark'} */ ('system'),
  density: /** @type {'comfortable' | 'compact'} */ ('comfortable'),
  /** A 12 or 24 hour clock; empty for the language's own. */
  hours: /** @type {'' | '12' | '24'} */ (''),
  /** Empty for the browser's. */
  language: '',
  /** The usual working hours, from and to, in quarters of an hour. */
  workHours: /** @type {[number, number]} */ ([9, 17]),
  /** The hours of the weekdays (1 is Monday) on which they differ; null for a day off. */
  weekdayHours: /** @type {Record<string, [number, number] | null>} */ ({}),
  /** The height of an hour in the day and week views, in pixels; 0 for the default. */
  hourPx: 0,
  /** The zone of a second column of hours; empty for none. */
  secondZone: '',
  /** The second zone that was shown last. */
  lastZone: '',
  /** Where the user is on some days, if not at home. */
  stays: /** @type {import('./viewer-zone.js').Stay[]} */ ([]),
  /** Ids of hidden calendars, and of people whose calendars are hidden. */
  hiddenCalendars: /** @type {string[]} */ ([]),
  /** Whether the side panel is hidden where there's room for it. */
  sideHidden: false,
  /** Whether the list of a day beside the month is closed where there's room for it. */
  dayListHidden: false,
  /** The group whose view is open; empty for everything. */
  groupView: '',
  /** Whether the account was empty when it was first opened, so that the cards of the first start show. */
  isStarting: false,
  /** The cards of the first start that were sent away. */
  sentAway: /** @type {string[]} */ ([]),
  /**
   * By group, the minutes of the day between which free time is looked for; null for each member's
   * working hours, which also count without an entry.
   */
  freeHours: /** @type {Record<string, [number, number] | null>} */ ({}),
  sets: /** @type {CalendarSet[]} */ ([]),
  /** What became of the reminders that were seen lately. */
  seenReminders: /** @type {import('./seen-reminders.js').SeenReminders} */ ({}),
};

/** @typedef {typeof defaults} SettingValues */

/**
 * The user's settings; those not chosen follow the locale. Stored on this device, and with the
 * account.
 */
export class Settings extends EventTarget {
  /** @type {SettingValues} */
  values;
  /** Whether the current change comes from another device. */
  isAdopting = false;
  /**
   * The choices made here that the account doesn't have yet: what each of these settings was before.
   *
   * @type {Record<string, unknown>}
   */
  unsent;
  #storage;

  /** @param {string} locale @param {Storage} storage */
  constructor(locale, storage) {
    super();
    this.locale = locale;
    this.#storage = storage;
    this.values = { ...defaults, ...readStored(storage, storageKey) };
    this.unsent = readStored(storage, unsentKey);
  }

  /** @returns {number} 1 (Monday) to 7. */
  get firstWeekday() {
    return this.values.firstWeekday || weekSettings(this.locale).firstWeekday;
  }

  /**
   * @param {number} weekday 1 (Monday) to 7.
   * @returns {[number, number] | null} The working hours; null for a day off, as the weekend is
   *   unless something else was chosen.
   */
  hoursOn(weekday) {
    const usual = this.weekend.includes(weekday) ? null : this.values.workHours;
    const own = this.values.weekdayHours[weekday];
    return own === undefined ? usual : own;
  }

  /** @returns {number[]} */
  get weekend() {
    return weekSettings(this.locale).weekend;
  }

  /** @returns {Partial<SettingValues>} The settings that differ from the defaults. */
  get chosen() {
    return Object.fromEntries(
      Object.entries(this.values).filter(
        ([name, value]) =>
          JSON.stringify(value) !==
          JSON.stringify(defaults[/** @type {keyof SettingValues} */ (name)]),
      ),
    );
  }

  /** @returns {string} Which version of the account's settings the device has; empty if it may have others. */
  get version() {
    const [version = '', of] = (readFrom(this.#storage, versionKey) ?? '').split(page);
    return of === '' ? version : '';
  }

  set version(version) {
    keepIn(this.#storage, versionKey, version && this.#keep() ? version + page : '');
  }

  /** If storage is full or blocked, choices still hold until the page is closed. */
  #keep() {
    return keepIn(this.#storage, storageKey, JSON.stringify(this.values));
  }

  /** @param {Partial<SettingValues>} change */
  change(change) {
    const before = Object.fromEntries(
      Object.keys(change).map((name) => [name, Reflect.get(this.values, name)]),
    );
    this.values = { ...this.values, ...change };
    if (!this.isAdopting) {
      // Until the account has this choice, too.
      this.version = '';
      this.keepUnsent({ ...before, ...this.unsent });
    }
    this.#keep();
    this.dispatchEvent(new CustomEvent('change', { detail: change }));
  }

  /** @param {Record<string, unknown>} unsent */
  keepUnsent(unsent) {
    this.unsent = unsent;
    const isNone = Object.keys(unsent).length === 0;
    keepIn(this.#storage, unsentKey, isNone ? '' : JSON.stringify(unsent));
  }

  /**
   * @param {Record<string, unknown>} given Settings chosen on another device. Unknown ones, and
   *   values of another type, are ignored.
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
    if ('seenReminders' in change)
      change['seenReminders'] = mergedSeen(this.values.seenReminders, change['seenReminders']);
    if (Object.keys(change).length === 0) return;
    this.isAdopting = true;
    this.change(change);
    this.isAdopting = false;
  }

  /** @param {string} account The account signed in. Of another account's settings, how the page looks stays. */
  setOwner(account) {
    const owner = readFrom(this.#storage, ownerKey);
    if (owner !== account) {
      const { theme, density, hours, language } = this.values;
      this.change({ ...defaults, theme, density, hours, language });
      this.keepUnsent({});
    }
    keepIn(this.#storage, ownerKey, account);
  }
}

/** @param {Storage} storage @param {string} key @returns {Record<string, unknown>} */
function readStored(storage, key) {
  const stored = readJSONFrom(storage, key);
  return stored && typeof stored === 'object' ? stored : {};
}

/**
 * Joins what two devices know of reminders, whose users may act on both at the same time.
 *
 * @param {Record<string, number[]>} own @param {any} given What another device has stored.
 */
function mergedSeen(own, given) {
  const merged = { ...given };
  for (const [name, entry] of Object.entries(own))
    if (!(merged[name]?.[0] > (entry[0] ?? 0))) merged[name] = entry;
  return merged;
}
