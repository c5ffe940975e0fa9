import { fetchZones } from '../api/zones.js';
import { CoreError } from '../core/engine.js';
import { tell } from '../dom/element.js';
import { nextFrame, pause } from '../dom/frames.js';
import { setCalendarOwners } from '../i18n/calendar-owners.js';
import { clock } from '../time/clock.js';
import { missingZonesAmong } from './missing-zones.js';
import { isElsewhere, People } from './people.js';

/**
 * The longest pause between redraws while many records arrive; it starts at one frame and doubles.
 */
const busyMsMax = 250;
const frameMs = 16;
/** The most zones requested at once: few enough that their names fit into one address. */
const zonesAtOnceMax = 50;

/**
 * Everything the page knows: the core with all loaded events, the calendars, and whether the server
 * can be reached. Fires `change` (at most once a frame), `calendars`, `status` and `overfull`.
 */
export class Agenda extends EventTarget {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Map<string, Calendar>} */
  calendars = new Map();
  today = clock.today();
  /** @type {Outage | ''} Why nothing can be changed; empty while everything is well. */
  outage = '';
  /**
   * Whether changes made elsewhere arrive. The server may be reachable and still refuse a stream.
   */
  live = true;
  /** Ids of fellow members and of groups' calendars with too many events to load them all. */
  overfull = new Set();
  people;
  #settings;
  /**
   * Calendars and groups that the current load hasn't mentioned yet; at its end they are removed.
   */
  #unmentioned = new Set();
  /** @type {SyncRecord[]} */
  #groupRecords = [];
  /** How long `change` waits while many records arrive; 0 otherwise. */
  #busyMs = 0;
  #isChangeDue = false;
  /** @type {Promise<void> | null} The fetch of missing zones under way. */
  #zoneFetch = null;

  /** @param {Settings} settings */
  constructor(settings) {
    super();
    this.#settings = settings;
    this.people = new People(settings);
  }

  /** @param {Engine} engine A new core, its zone set. Replaces the previous one. */
  use(engine) {
    this.engine = engine;
    this.overfull.clear();
    this.#setNow();
    // No `change` yet: an empty core shows nothing more than the bare grid.
    this.#unmentioned = new Set([...this.calendars.keys(), ...this.people.groups.keys()]);
  }

  /** Updates the time, and redraws. */
  tick() {
    this.#setNow();
    this.changed();
  }

  #setNow() {
    this.today = this.engine?.setNow(clock.nowSeconds()) ?? clock.today();
  }

  /** @param {boolean} isBusy Whether many records are arriving. */
  set isBusy(isBusy) {
    this.#busyMs = isBusy ? frameMs : 0;
  }

  /** Asks for a redraw at the next frame, or later while many records arrive. */
  changed() {
    if (this.#isChangeDue) return;
    this.#isChangeDue = true;
    void (this.#busyMs > frameMs ? pause(this.#busyMs) : nextFrame()).then(() => {
      this.#isChangeDue = false;
      this.#busyMs = Math.min(this.#busyMs * 2, busyMsMax);
      tell(this, 'change');
    });
  }

  /** @param {Outage | ''} outage */
  setOutage(outage) {
    if (outage === this.outage) return;
    this.outage = outage;
    tell(this, 'status');
  }

  /** @param {boolean} live */
  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    tell(this, 'status');
  }

  /**
   * @returns {SyncRecord[]} What has arrived in groups' calendars since this was asked last, in
   *   order, with the header and the end of a load.
   */
  takeGroupRecords() {
    const taken = this.#groupRecords;
    this.#groupRecords = [];
    return taken;
  }

  /** @param {SyncRecord} record */
  noteGroupRecord(record) {
    // What came before a load comes again.
    if (record.type === 'header') this.#groupRecords = [record];
    else if (
      record.type === 'end' ||
      ('href' in record && this.calendars.get(record.calendar)?.level === 'group')
    )
      this.#groupRecords.push(record);
  }

  /** @param {SyncRecord} record */
  apply(record) {
    this.noteGroupRecord(record);
    switch (record.type) {
      case 'calendar':
        return this.#putCalendar(record);
      case 'calendar-removed':
        return this.#removeCalendar(record.id);
      case 'group':
        this.people.put(record);
        this.#unmentioned.delete(record.id);
        return this.showAsChosen();
      case 'group-removed':
        this.people.groups.delete(record.id);
        return this.showAsChosen();
      case 'event':
        // The server keeps objects that the core can't read; the other events must still show.
        try {
          if (
            this.engine?.putObject(
              record.calendar,
              record.href,
              record.etag,
              record.ical,
              record.unanswered ?? false,
            ) === false
          )
            this.addMissingZones().catch((error) => console.warn(error));
        } catch (error) {
          const code = error instanceof CoreError ? error.code : '';
          if (code === 'left-out') this.#noteOverfull(record.calendar);
          // A task or a note isn't an error.
          else if (code !== 'no-event') console.debug(record.href, error);
        }
        return this.changed();
      case 'event-removed':
        this.engine?.removeObject(record.calendar, record.href);
        return this.changed();
      case 'left-out':
        return this.#noteOverfull(record.calendar);
      case 'header':
        this.people.me = record.account.id;
        this.engine?.setAccount(record.account.id);
        return;
      case 'end':
        return this.#removeUnmentioned();
    }
  }

  /** @param {string} calendar A calendar whose events aren't all loaded. */
  #noteOverfull(calendar) {
    const id = this.calendars.get(calendar)?.owner ?? calendar;
    if (this.overfull.has(id)) return;
    this.overfull.add(id);
    tell(this, 'overfull', { id });
  }

  #removeUnmentioned() {
    for (const id of this.#unmentioned) {
      if (this.calendars.has(id)) this.#removeCalendar(id);
      if (this.people.groups.delete(id)) this.showAsChosen();
    }
  }

  /** @param {string} id */
  #removeCalendar(id) {
    this.overfull.delete(this.calendars.get(id)?.owner ?? id);
    this.calendars.delete(id);
    this.engine?.removeCalendar(id);
    tell(this, 'calendars');
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
    this.#unmentioned.delete(record.id);
    this.#draw([calendar]);
  }

  /**
   * @returns {Calendar[]} Calendars the user can write to: their own first, then those of their
   *   accounts elsewhere, then those of groups.
   */
  get calendarList() {
    const rank = (/** @type {Calendar} */ { level, order = 0 }) =>
      level === 'group' ? 1e6 : isElsewhere({ level }) ? 1e5 + order : order;
    return [...this.calendars.values()]
      .filter(({ owner, level }) => !owner && level !== 'subscribed')
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  }

  /**
   * @returns {Calendar[]} The calendars read from elsewhere for the user, including writable ones.
   */
  get subscribedCalendars() {
    return [...this.calendars.values()]
      .filter(isElsewhere)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.name.localeCompare(b.name));
  }

  /** @returns {Calendar[]} Every calendar of the user and of their groups. */
  get listedCalendars() {
    return [...new Set([...this.calendarList, ...this.subscribedCalendars])];
  }

  /** @returns {string[]} Ids of the user's calendars that have switches of their own. */
  get #usersIDs() {
    return [...this.ownCalendars, ...this.subscribedCalendars].map(({ id }) => id);
  }

  /** @returns {Calendar[]} The user's calendars that are kept only here. */
  get ownCalendars() {
    return this.calendarList.filter((each) => each.level !== 'group' && !isElsewhere(each));
  }

  /**
   * @returns {Calendar | undefined} The calendar for new events; in a group view, the group's.
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
   * @returns {string[]} Ids of everything that can be shown and hidden: the user's calendars and
   *   those of groups, people with all of their calendars, and in a group view the user too.
   */
  get switches() {
    const { others, view, me } = this.people;
    return [...this.listedCalendars.map(({ id }) => id), ...others, ...(view ? [me] : [])];
  }

  /**
   * @returns {string[]} The switches that are on. In a group view, switching off the user hides
   *   their own calendars.
   */
  get shownIDs() {
    const { view, me } = this.people;
    const without = view && !this.isVisible(me) ? this.#usersIDs : [];
    return this.switches.filter((id) => this.isVisible(id) && !without.includes(id));
  }

  /** @param {string} id */
  isVisible(id) {
    return !this.#settings.values.hiddenCalendars.includes(id);
  }

  /** @param {string[]} ids The calendars and people to show; all others are hidden. */
  showOnly(ids) {
    const own = this.#usersIDs;
    // In a group view, a choice without the user's calendars switches off the user, and leaves the
    // calendars' own switches alone.
    const isOthers = this.people.view !== null && !own.some((id) => ids.includes(id));
    const shown = [
      ...ids,
      ...(isOthers ? own.filter((id) => this.isVisible(id)) : [this.people.me]),
    ];
    this.#settings.change({ hiddenCalendars: this.switches.filter((id) => !shown.includes(id)) });
    this.showAsChosen();
  }

  /** Shows and hides the calendars according to the settings. */
  showAsChosen() {
    const { view } = this.people;
    const colors = Object.fromEntries((view?.members ?? []).map(({ id, color }) => [id, color]));
    this.engine?.showGroup(view?.id ?? '', colors);
    this.#draw(this.calendars.values());
  }

  /**
   * @param {Iterable<Calendar>} calendars The calendars whose owner, look or visibility may have
   *   changed.
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
    tell(this, 'calendars');
    this.changed();
  }

  /** @param {string} id @param {boolean} visible */
  show(id, visible) {
    const hidden = this.#settings.values.hiddenCalendars.filter((other) => other !== id);
    this.#settings.change({ hiddenCalendars: visible ? hidden : [...hidden, id] });
    this.showAsChosen();
  }

  /**
   * Fetches the zones that events name and the core doesn't have yet. Until they come, the events
   * are shown at the times they name, as if they had no zone.
   *
   * @returns {Promise<void>} Resolves when all are loaded. Calls made meanwhile share the same
   *   fetch.
   */
  addMissingZones() {
    this.#zoneFetch ??= this.#fetchMissingZones();
    return this.#zoneFetch;
  }

  async #fetchMissingZones() {
    /** @type {Set<string>} */
    const asked = new Set();
    // Let records that arrive together share one request.
    await null;
    const { engine } = this;
    const missing = () =>
      ((engine === this.engine && engine?.missingZones()) || []).filter((name) => !asked.has(name));
    let problem;
    for (let names = missing(); names.length > 0; names = missing()) {
      names = names.slice(0, zonesAtOnceMax);
      for (const name of names) asked.add(name);
      // An event without its zone is better than no event, however long the answer takes.
      engine?.showWithoutZones(names, false);
      await this.#showReady();
      this.changed();
      try {
        await this.loadZones(names);
      } catch (error) {
        // The zones are fetched again later.
        problem ??= error;
      }
      this.changed();
    }
    this.#zoneFetch = null;
    if (problem) throw problem;
  }

  /** @param {string[]} wanted Zones to fetch and hand to the core, if it doesn't have them. */
  async loadZones(wanted) {
    // The server has no zone under its Windows name.
    const names = missingZonesAmong(this, wanted);
    if (names.length === 0) return;
    const { zones, unknown } = await fetchZones(names);
    addZones(this.engine, zones);
    if (unknown?.length > 0) this.engine?.showWithoutZones(unknown, true);
    // Don't wait for zones that the answer doesn't mention.
    const left = names.filter((name) => !(name in zones) && !unknown?.includes(name));
    if (left.length > 0) this.engine?.showWithoutZones(left, false);
    await this.#showReady();
  }

  /** Shows the events whose zones have been loaded, in pieces that leave the page time to draw. */
  async #showReady() {
    while (this.engine?.showReady() === false) await nextFrame();
  }
}

/** @param {Engine | null} engine @param {Record<string, string>} zones Base64, by name. */
export function addZones(engine, zones) {
  for (const [name, text] of Object.entries(zones))
    engine?.addZone(
      name,
      Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
    );
}
