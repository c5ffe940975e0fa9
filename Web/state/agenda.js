import { fetchZones } from '../api/zones.js';
import { CoreError } from '../core/engine.js';
import { nextFrame, pause } from '../dom/frames.js';
import { setCalendarOwners } from '../i18n/calendar-owners.js';
import { clock } from '../time/clock.js';
import { People } from './people.js';

/**
 * While much is arriving, the views are told at once, and then ever more seldom: longest between
 * two times.
 */
const busyMsMax = 250;
const frameMs = 16;

/**
 * What the page knows: the core with everything loaded, the calendars, and whether the server can
 * be reached. Tells `change` (at most once a frame), `calendars` and `status`.
 */
export class Agenda extends EventTarget {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Map<string, Calendar>} */
  calendars = new Map();
  today = clock.today();
  online = true;
  /** Whether changes made elsewhere arrive; the server may be there and refuse another stream. */
  live = true;
  people;
  #settings;
  /** Calendars and groups that a load has not named yet: at its end they are gone. */
  #unnamed = new Set();
  /** While much is arriving: how long the views wait until they are told again. */
  #busyMs = 0;
  #isTelling = false;
  /** @type {Promise<void> | null} The zones that are being fetched for events that wait for them. */
  #zonesComing = null;

  /** @param {Settings} settings */
  constructor(settings) {
    super();
    this.#settings = settings;
    this.people = new People(settings);
  }

  /** @param {Engine} engine A core that has its zone; takes the place of an older one. */
  use(engine) {
    this.engine = engine;
    this.#setNow();
    // Nothing is told yet: an empty core has nothing to show that the grid does not.
    this.#unnamed = new Set([...this.calendars.keys(), ...this.people.groups.keys()]);
  }

  /** Takes the time from the clock. */
  tick() {
    this.#setNow();
    this.changed();
  }

  #setNow() {
    this.today = this.engine?.setNow(clock.nowSeconds()) ?? clock.today();
  }

  /** @param {boolean} isBusy Whether much is arriving. */
  set isBusy(isBusy) {
    this.#busyMs = isBusy ? frameMs : 0;
  }

  /** Asks for a redraw at the next frame. */
  changed() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    void (this.#busyMs > frameMs ? pause(this.#busyMs) : nextFrame()).then(() => {
      this.#isTelling = false;
      this.#busyMs = Math.min(this.#busyMs * 2, busyMsMax);
      this.dispatchEvent(new Event('change'));
    });
  }

  /** @param {boolean} online */
  setOnline(online) {
    if (online === this.online) return;
    this.online = online;
    this.dispatchEvent(new Event('status'));
  }

  /** @param {boolean} live */
  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    this.dispatchEvent(new Event('status'));
  }

  /** @param {SyncRecord} record */
  apply(record) {
    switch (record.type) {
      case 'calendar':
        return this.#putCalendar(record);
      case 'calendar-removed':
        return this.#removeCalendar(record.id);
      case 'group':
        this.people.put(record);
        this.#unnamed.delete(record.id);
        return this.showAsChosen();
      case 'group-removed':
        this.people.groups.delete(record.id);
        return this.showAsChosen();
      case 'event':
        // What the core can't read is kept by the server; the others must still show.
        try {
          if (this.engine?.putObject(record) === false)
            this.addMissingZones().catch((error) => console.warn(error));
        } catch (error) {
          // A task or a note is nothing to worry about.
          if (!(error instanceof CoreError && error.code === 'no-event'))
            console.debug(record.href, error);
        }
        return this.changed();
      case 'event-removed':
        this.engine?.removeObject(record.calendar, record.href);
        return this.changed();
      case 'header':
        this.people.me = record.account.id;
        this.engine?.setAccount(record.account.id);
        return;
      case 'end':
        return this.#forgetUnnamed();
    }
  }

  #forgetUnnamed() {
    for (const id of this.#unnamed) {
      if (this.calendars.has(id)) this.#removeCalendar(id);
      if (this.people.groups.delete(id)) this.showAsChosen();
    }
  }

  /** @param {string} id */
  #removeCalendar(id) {
    this.calendars.delete(id);
    this.engine?.removeCalendar(id);
    this.dispatchEvent(new Event('calendars'));
    this.changed();
  }

  /** @param {Calendar} record */
  #putCalendar(record) {
    if (record.default)
      this.calendars.forEach((calendar) => {
        calendar.default = false;
      });
    const calendar = { ...this.calendars.get(record.id), ...record };
    this.calendars.set(record.id, calendar);
    this.#unnamed.delete(record.id);
    this.#draw([calendar]);
  }

  /** @returns {Calendar[]} Those that may be written to: one's own, and then those of groups. */
  get calendarList() {
    const rank = (/** @type {Calendar} */ { level, order = 0 }) =>
      level === 'group' ? 1e6 : order;
    return [...this.calendars.values()]
      .filter(({ owner }) => !owner)
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  /** @returns {Calendar[]} */
  get ownCalendars() {
    return this.calendarList.filter(({ level }) => level !== 'group');
  }

  /**
   * @returns {Calendar | undefined} Where a new event goes: while one looks at a group, into its
   *   calendar.
   */
  get defaultCalendar() {
    const own = this.ownCalendars;
    return (
      this.calendars.get(this.people.view?.calendar ?? '') ??
      own.find((calendar) => calendar.default) ??
      own[0]
    );
  }

  /**
   * @returns {string[]} What can be shown and hidden: calendars that may be written to, and people
   *   with all of theirs; among those of a group oneself.
   */
  get switches() {
    const { others, view, me } = this.people;
    return [...this.calendarList.map(({ id }) => id), ...others, ...(view ? [me] : [])];
  }

  /** @returns {string[]} Those that are on. */
  get shownIDs() {
    const { view, me } = this.people;
    const without = view && !this.isVisible(me) ? this.ownCalendars.map(({ id }) => id) : [];
    return this.switches.filter((id) => this.isVisible(id) && !without.includes(id));
  }

  /** @param {string} id */
  isVisible(id) {
    return !this.#settings.values.hiddenCalendars.includes(id);
  }

  /** @param {string[]} ids The calendars and people to show; the others are hidden. */
  showOnly(ids) {
    const own = this.ownCalendars.map(({ id }) => id);
    // Among the people of a group one's own calendars come and go with oneself, each as it was.
    const isOthers = this.people.view !== null && !own.some((id) => ids.includes(id));
    const shown = [
      ...ids,
      ...(isOthers ? own.filter((id) => this.isVisible(id)) : [this.people.me]),
    ];
    this.#settings.change({ hiddenCalendars: this.switches.filter((id) => !shown.includes(id)) });
    this.showAsChosen();
  }

  /** Shows and hides the calendars as the settings say. */
  showAsChosen() {
    const { view } = this.people;
    const colors = Object.fromEntries((view?.members ?? []).map(({ id, color }) => [id, color]));
    this.engine?.showGroup(view?.id ?? '', colors);
    this.#draw(this.calendars.values());
  }

  /**
   * @param {Iterable<Calendar>} calendars Whose they are, how they look and whether they show may
   *   be another now.
   */
  #draw(calendars) {
    const { people, engine } = this;
    setCalendarOwners(people.calendarOwners(this.calendars.values()));
    const { colors } = people;
    for (const calendar of calendars) {
      engine?.putCalendar(people.drawn(calendar, colors));
      engine?.showCalendar(
        calendar.id,
        people.isInView(calendar) && people.switchesOf(calendar).every((id) => this.isVisible(id)),
      );
    }
    this.dispatchEvent(new Event('calendars'));
    this.changed();
  }

  /** @param {string} id @param {boolean} visible */
  show(id, visible) {
    const hidden = this.#settings.values.hiddenCalendars.filter((other) => other !== id);
    this.#settings.change({ hiddenCalendars: visible ? hidden : [...hidden, id] });
    this.showAsChosen();
  }

  /**
   * Fetches the zones that events name and the core does not have yet, those of one moment in one
   * request; the events wait for them.
   *
   * @returns {Promise<void>} When all are there; one is enough however often it is asked for.
   */
  addMissingZones() {
    this.#zonesComing ??= this.#fetchMissingZones();
    return this.#zonesComing;
  }

  async #fetchMissingZones() {
    /** @type {Set<string>} */
    const asked = new Set();
    // What has just arrived is taken in first.
    await null;
    const { engine } = this;
    const missing = () => (engine === this.engine && engine?.missingZones()) || [];
    try {
      for (let names = missing(); names.length > 0; ) {
        for (const name of names) asked.add(name);
        await this.learnZones(names);
        this.changed();
        names = missing().filter((name) => !asked.has(name));
      }
    } finally {
      this.#zonesComing = null;
      // Without its zone an event is still better shown than lost; it is asked for again later.
      if (missing().length > 0) engine?.doWithoutZones(missing(), false);
      this.changed();
    }
  }

  /** @param {string[]} names Fetched and handed to the core. */
  async learnZones(names) {
    const { zones, unknown } = await fetchZones(names);
    for (const [name, text] of Object.entries(zones)) this.engine?.addZone(name, octetsOf(text));
    if (unknown?.length > 0) this.engine?.doWithoutZones(unknown, true);
  }

  /**
   * @param {string[]} names Empty ones are nobody's.
   * @returns {string[]} Those of them that the core has not got yet.
   */
  unlearnt(names) {
    const named = [...new Set(names)].filter((name) => name !== '');
    return this.engine?.unknownZones(named) ?? named;
  }
}

/** @param {string} base64 */
export function octetsOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
