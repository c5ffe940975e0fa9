import { CoreError } from '../core/engine.js';
import { freeTime } from '../core/free-time.js';
import { wallMinutes, weekday } from '../time/civil-date.js';
import { clock } from '../time/clock.js';
import { missingZonesAmong } from './missing-zones.js';

/** The shortest time that is offered. */
const shortestMinutes = 15;
/** A free time that has already begun is offered from the next quarter hour. */
const stepMinutes = 15;
const dayMinutes = 1440;

/**
 * The times when all shown members of the group in view are free, or all but one: in their working
 * hours, or in the hours chosen for the group.
 */
export class GroupFreeTime {
  #agenda;
  /** By date; cleared by `forget`. @type {Map<string, FreeSpan[]>} */
  #known = new Map();
  /** The zones being fetched. */
  #fetching = '';

  /** @param {Agenda} agenda */
  constructor(agenda) {
    this.#agenda = agenda;
  }

  /** Drops all results, after a change. */
  forget() {
    this.#known.clear();
  }

  /** @returns {Member[]} The members whose time counts; empty if fewer than two are shown. */
  get members() {
    const members =
      this.#agenda.people.view?.members.filter(({ id }) => this.#agenda.isVisible(id)) ?? [];
    return members.length > 1 ? members : [];
  }

  /**
   * @param {string[]} dates In order. The core is asked once for all that aren't known yet.
   * @returns {FreeSpan[][]} For each date.
   */
  on(dates) {
    const unknown = dates.filter((date) => !this.#known.has(date));
    if (unknown.length > 0) this.#ask(unknown);
    return dates.map((date) => this.#known.get(date) ?? []);
  }

  /** @param {string[]} dates */
  #ask(dates) {
    const { members } = this;
    const { engine } = this.#agenda;
    if (!engine || members.length === 0) return;
    const { people, today } = this.#agenda;
    const hours = freeHours(people.settings, people.view?.id ?? '');
    // Hours that are the same on all days aren't meant for the weekend.
    const atWeekends = hours || members.every(({ weekHours }) => weekHours.length > 0);
    const coming = dates.filter(
      (date) => date >= today && (atWeekends || !isWeekend(people.settings, date)),
    );
    const [from, to] = hours ?? [0, dayMinutes];
    const asked = hours ? members.map(withoutWorkingHours) : members;
    let windows;
    try {
      windows =
        coming.length === 0
          ? []
          : freeTime(engine, people, {
              days: coming,
              from,
              to,
              minutes: shortestMinutes,
              members: asked,
            }).windows;
    } catch (error) {
      if (!(error instanceof CoreError) || error.code !== 'unknown-zone') throw error;
      return this.#learn(members);
    }
    for (const date of dates) this.#known.set(date, []);
    for (const window of windows) this.#take(window, members);
  }

  /** @param {FreeWindow} window @param {Member[]} members */
  #take({ start, end, missing }, members) {
    const date = start.slice(0, 10);
    const [first] = missing;
    const midnight = wallMinutes(`${date}T00:00:00`);
    const from = Math.max(wallMinutes(start) - midnight, this.#begun(date));
    const to = Math.min(wallMinutes(end) - midnight, dayMinutes);
    if (missing.length > 1 || to - from < shortestMinutes) return;
    this.#known
      .get(date)
      ?.push({ from, to, missing: members.find(({ id }) => id === first)?.name ?? '' });
  }

  /**
   * @param {string} date @returns {number} The first minute of the day that can still be offered.
   */
  #begun(date) {
    if (date !== this.#agenda.today) return 0;
    const [hour = 0, minute = 0] = clock.time().split(':').map(Number);
    return Math.ceil((hour * 60 + minute) / stepMinutes) * stepMinutes;
  }

  /**
   * Fetches the zones of the members, because their working hours are in local time.
   *
   * @param {Member[]} members
   */
  #learn(members) {
    const zones = missingZonesAmong(
      this.#agenda,
      members.map(({ zone }) => zone),
    );
    if (zones.join() === this.#fetching) return;
    this.#fetching = zones.join();
    void this.#agenda
      .loadZones(zones)
      .then(
        () => this.#agenda.changed(),
        () => {},
      )
      .then(() => {
        this.#fetching = '';
      });
  }
}

/** The hours in which people without working hours can meet: on any day, from 8 to 22. */
export const wakingHours = /** @type {[number, number]} */ ([8 * 60, 22 * 60]);

/**
 * @param {Settings} settings
 * @param {string} group
 * @returns {[number, number] | null} The minutes of the day in which free time of the group is
 *   searched; null for each member's working hours.
 */
export function freeHours({ chosen, values }, group) {
  const { [group]: hours = chosen.workHours ? null : wakingHours } = values.freeHours;
  return hours;
}

/** @param {Settings} settings @param {string} date @returns {boolean} Whether it's on a weekend. */
export const isWeekend = ({ weekend }, date) => weekend.includes(weekday(date));

/** @param {Member} member @returns {Member} The same member, working around the clock. */
export const withoutWorkingHours = (member) => ({
  ...member,
  from: 0,
  to: dayMinutes,
  weekHours: [],
});

/**
 * @param {FreeSpan[]} spans
 * @param {number} from
 * @param {number} to Minutes of their day.
 * @returns {FreeSpan | undefined} The first span that covers this time; the best spans come first.
 */
export const spanAround = (spans, from, to) =>
  spans.find((span) => span.from <= from && span.to >= to);

/**
 * @param {Set<string>} overfull Fellow members and groups' calendars with too many events to load.
 * @param {Group} group @param {Pick<Member, 'id'>[]} members The members of the group who count.
 * @returns {boolean} Whether their free time isn't certain.
 */
export const isFreeTimeUnsure = (overfull, { calendar }, members) =>
  overfull.has(calendar) || members.some(({ id }) => overfull.has(id));
