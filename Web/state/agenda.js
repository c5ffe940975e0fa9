import { fetchZones } from '../api/zones.js';
import { CoreError } from '../core/engine.js';
import { tell } from '../dom/element.js';
import { nextFrame, pause } from '../dom/frames.js';
import { setCalendarOwners } from '../i18n/calendar-owners.js';
import { clock } from '../time/clock.js';
import { missingZonesAmong } from './missing-zones.js';
import { People } from './people.js';

/** The pause between redraws while more and more arrives. */
const restMs = 250;
/** The most zones requested at once: few enough that their names fit into one address. */
const zonesAtOnceMax = 50;

/**
 * Everything the page knows: the core with all loaded events, the calendars, and whether the server
 * can be reached. Fires `change` (at most once a frame), `calendars`, `status` and `overfull`.
 */
export class Agenda extends EventTarget {
  /** @type {Engine | null} */
  engine = null;
  /** @type {Map<string, ListedCalendar>} What the server says of each, with what the core makes of it. */
  calendars = new Map();
  /** @type {Map<string, Calendar>} What the server says of each. */
  #described = new Map();
  today = clock.today();
  /** @type {Outage | ''} Why nothing can be changed; empty while everything is well. */
  outage = '';
  /**
   * Whether changes made elsewhere arrive. The server may be reachable and still refuse a stream.
   */
  live = true;
  /** How many invitations wait outside of the calendars; null until the server says it. */
  waiting = /** @type {number | null} */ (null);
  /** Ids of fellow members and of groups' calendars with too many events to load them all. */
  overfull = new Set();
  people;
  #settings;
  /** @type {Directory | null} */
  #directory = null;
  /** Whether a load is under way, during which the calendars are told of once a frame. */
  #isLoading = false;
  #isDirectoryDue = false;
  /** @type {SyncRecord[]} */
  #groupRecords = [];
  /** When a redraw was last asked for because something had arrived. */
  #arrivedMs = -Infinity;
  /** @type {Promise<void> | null} What the next `change` waits for. */
  #pause = null;
  #host;
  /** Whether that's the next frame, because of something that the user has done. */
  #isFrameDue = false;
  /** @type {Promise<void> | null} The fetch of missing zones under way. */
  #zoneFetch = null;

  /**
   * @param {Settings} settings
   * @param {Pick<Account, 'email' | 'name'>} [host] In whose name the user invites others.
   */
  constructor(settings, host) {
    super();
    this.#settings = settings;
    this.#host = host;
    this.people = new People(settings);
  }

  /** @param {Engine} engine A new core, its zone set. Replaces the previous one. */
  use(engine) {
    this.engine = engine;
    this.overfull.clear();
    this.#setNow();
    // No `change` yet: an empty core shows nothing more than the bare grid. What it hears here is only what is known until
    // a load describes it again.
    if (this.people.me) engine.beginLoad(this.people.me);
    if (this.#host) engine.setHost(this.#host.email, this.#host.name);
    this.#choose();
    for (const group of this.people.described.values()) putGroup(engine, group);
    for (const calendar of this.#described.values()) engine.putCalendar(calendar);
  }

  /** Updates the time, and redraws. */
  tick() {
    this.#setNow();
    this.changed();
  }

  #setNow() {
    this.today = this.engine?.setNow(clock.nowSeconds()) ?? clock.today();
  }

  /** Asks for a redraw at the next frame: the user has done something. */
  changed() {
    if (!this.#isFrameDue) this.#tellAfter(nextFrame());
    this.#isFrameDue = true;
  }

  /** Asks for a redraw because something has arrived: at the next frame, or later if more is arriving. */
  arrived() {
    if (this.#pause) return;
    const nowMs = performance.now();
    const isFirst = nowMs - this.#arrivedMs > 2 * restMs;
    this.#arrivedMs = nowMs;
    this.#tellAfter(isFirst ? nextFrame() : pause(restMs));
  }

  /** @param {Promise<void>} pause Tells of a change after it, unless another one has been asked for. */
  #tellAfter(pause) {
    this.#pause = pause;
    void pause.then(() => {
      if (pause !== this.#pause) return;
      this.#pause = null;
      this.#isFrameDue = false;
      if (this.#isDirectoryDue) this.#readDirectory();
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
      ('href' in record && this.#described.get(record.calendar)?.level === 'group')
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
        putGroup(this.engine, record);
        return this.#describe();
      case 'group-removed':
        this.engine?.removeGroup(record.id);
        return this.#describe();
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
        return this.arrived();
      case 'event-removed':
        this.engine?.removeObject(record.calendar, record.href);
        return this.arrived();
      case 'left-out':
        return this.#noteOverfull(record.calendar);
      case 'header':
        this.#isLoading = true;
        this.people.me = record.account.id;
        this.engine?.beginLoad(record.account.id);
        return;
      case 'end':
        this.#isLoading = false;
        this.engine?.endLoad();
        return this.#describe();
    }
  }

  /** @param {string} calendar A calendar whose events aren't all loaded. */
  #noteOverfull(calendar) {
    const id = this.#described.get(calendar)?.owner ?? calendar;
    if (this.overfull.has(id)) return;
    this.overfull.add(id);
    tell(this, 'overfull', { id });
  }

  /** @param {string} id */
  #removeCalendar(id) {
    this.overfull.delete(this.#described.get(id)?.owner ?? id);
    this.#described.delete(id);
    this.engine?.removeCalendar(id);
    this.#describe();
  }

  /** @param {Calendar} record It may leave out what hasn't changed. */
  #putCalendar(record) {
    const calendar = { ...this.#described.get(record.id), ...record };
    this.#described.set(record.id, calendar);
    this.engine?.putCalendar(calendar);
    this.#describe();
  }

  /** Notes that the calendars, their look or what is shown has changed. */
  #describe() {
    if (this.#isLoading) this.#isDirectoryDue = true;
    else this.#readDirectory();
    this.arrived();
  }

  /** Asks the core for the calendars and groups, and tells of them. */
  #readDirectory() {
    this.#isDirectoryDue = false;
    if (!this.engine) return;
    const directory = this.engine.directory();
    this.#directory = directory;
    this.calendars.clear();
    for (const listed of directory.calendars) {
      const described = this.#described.get(listed.id);
      if (described) this.calendars.set(listed.id, { ...described, ...listed });
    }
    for (const id of this.#described.keys())
      if (!this.calendars.has(id)) this.#described.delete(id);
    this.people.describe(directory);
    setCalendarOwners(this.people.calendarOwners(this.calendars.values()));
    tell(this, 'calendars');
  }

  get #all() {
    return [...this.calendars.values()];
  }

  /**
   * @returns {ListedCalendar[]} Calendars the user can write to: their own first, then those of their
   *   accounts elsewhere, then those of groups.
   */
  get calendarList() {
    return this.#all.filter(({ isReadOnly }) => !isReadOnly);
  }

  /**
   * @returns {ListedCalendar[]} The calendars read from elsewhere for the user, including writable ones.
   */
  get subscribedCalendars() {
    return this.#all.filter(({ isElsewhere }) => isElsewhere);
  }

  /** @returns {ListedCalendar[]} Every calendar of the user and of their groups. */
  get listedCalendars() {
    return this.#all.filter(({ owner }) => !owner);
  }

  /** @returns {ListedCalendar[]} The user's calendars that are kept only here. */
  get ownCalendars() {
    return this.calendarList.filter(({ level, isElsewhere }) => level !== 'group' && !isElsewhere);
  }

  /**
   * @returns {ListedCalendar | undefined} The calendar for new events; in a group view, the group's.
   */
  get defaultCalendar() {
    return this.calendars.get(this.#directory?.defaultCalendar ?? '');
  }

  /**
   * @returns {string[]} Ids of everything that can be shown and hidden: the user's calendars and
   *   those of groups, people with all of their calendars, and in a group view the user too.
   */
  get switches() {
    return this.#directory?.switches ?? [];
  }

  /**
   * @returns {string[]} The switches that are on. In a group view, switching off the user hides
   *   their own calendars.
   */
  get shownIDs() {
    return this.#directory?.shown ?? [];
  }

  /** @param {string} id */
  isVisible(id) {
    return !this.#settings.values.hiddenCalendars.includes(id);
  }

  /** @param {string[]} ids The calendars and people to show; all others are hidden. */
  showOnly(ids) {
    if (!this.engine) return;
    this.#settings.change({ hiddenCalendars: this.engine.hiddenSwitches(ids) });
    this.showAsChosen();
  }

  /** Shows and hides the calendars according to the settings. */
  showAsChosen() {
    this.#choose();
    this.#readDirectory();
    this.changed();
  }

  #choose() {
    const { groupView, hiddenCalendars } = this.#settings.values;
    this.engine?.chooseCalendars(this.people.glance || groupView, hiddenCalendars);
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

/** @param {Engine | null} engine @param {Group} group */
function putGroup(engine, { id, name, calendar, defaultLevel, shares, members }) {
  engine?.putGroup({
    id,
    name,
    calendar,
    defaultLevel,
    shares,
    members: members.map(({ id, name, color }) => ({ id, name, color })),
  });
}
