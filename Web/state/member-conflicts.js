import { freeTime } from '../core/free-time.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';
import { withoutWorkingHours } from './free-time.js';
import { missingZonesAmong } from './missing-zones.js';

const dayMinutes = 1440;
/** The core computes free time in steps of this length. */
const stepMinutes = 5;
/** How many dates of a repeating time are checked, from the first. */
export const datesMax = 8;
/** How many days of a long time are checked. */
const daysMax = 31;

/** @typedef {{ date: string, from: number, to: number }} DayPiece Minutes of a day. */

/**
 * Which other members of a group are busy at a time that may be proposed, as far as the user can
 * see, whatever their working hours.
 */
export class MemberConflicts {
  #agenda;
  #group;
  /** The results so far, by start, end and dates; `forget` clears them. @type {Map<string, BusyOthers>} */
  #known = new Map();

  /**
   * @param {Pick<Agenda, 'engine' | 'people'>} agenda
   * @param {() => Group} group Returns the group's current state.
   */
  constructor(agenda, group) {
    this.#agenda = agenda;
    this.#group = group;
  }

  /** Drops all results, after a change. */
  forget() {
    this.#known.clear();
  }

  /**
   * @param {Times} times In the user's zone.
   * @param {string[]} dates The first dates of a repeating time; empty otherwise.
   * @returns {BusyOthers} Members ordered by name.
   */
  at({ allDay, start, end }, dates) {
    const name = [start, end, ...dates].join();
    const known = this.#known.get(name);
    if (known) return known;
    const minutes = allDay
      ? wallMinutes(`${addDays(end, 1)}T00:00:00`) - wallMinutes(`${start}T00:00:00`)
      : wallMinutes(end) - wallMinutes(start);
    const firsts = (dates.length > 0 ? dates : [start]).map((date) =>
      wallMinutes(allDay ? `${date.slice(0, 10)}T00:00:00` : date.slice(0, 10) + start.slice(10)),
    );
    const others = this.#group().members.filter(({ id }) => id !== this.#agenda.people.me);
    /** @type {Map<string, number>} */
    const counts = new Map();
    let clashes = 0;
    for (const first of firsts) {
      const busy = this.#busyIn(pieces(first, first + minutes), others);
      if (busy.length > 0) clashes += 1;
      for (const { id } of busy) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const busy = others
      .filter(({ id }) => counts.has(id))
      .map(({ id, name: called }) => ({ id, name: called, n: counts.get(id) ?? 0 }));
    const found = { busy, isAll: busy.length === others.length, clashes, dates: firsts.length };
    this.#known.set(name, found);
    return found;
  }

  /**
   * @param {DayPiece[]} days
   * @param {Member[]} members
   * @returns {Member[]} The ones who are busy in any of these.
   */
  #busyIn(days, members) {
    /** @type {Set<Member>} */
    const busy = new Set();
    for (const day of days)
      for (const member of this.#busyOn(
        day,
        members.filter((each) => !busy.has(each)),
      ))
        busy.add(member);
    return members.filter((member) => busy.has(member));
  }

  /**
   * @param {DayPiece} day
   * @param {Member[]} members
   * @returns {Member[]} The busy ones, found by splitting the members in halves.
   */
  #busyOn(day, members) {
    if (members.length === 0 || this.#areFree(day, members)) return [];
    if (members.length === 1) return members;
    const half = members.length >> 1;
    return [
      ...this.#busyOn(day, members.slice(0, half)),
      ...this.#busyOn(day, members.slice(half)),
    ];
  }

  /** @param {DayPiece} day @param {Member[]} members @returns {boolean} */
  #areFree({ date, from, to }, members) {
    const { engine, people } = this.#agenda;
    if (!engine) return true;
    const asked = members.map((member) => ({
      ...withoutWorkingHours(member),
      zone: missingZonesAmong(this.#agenda, [member.zone]).length > 0 ? '' : member.zone,
    }));
    const { strips } = freeTime(engine, people, {
      days: [date],
      from,
      to,
      minutes: stepMinutes,
      members: asked,
    });
    return strips.some(
      (strip) =>
        strip.missing === 0 && strip.from <= from && strip.to >= to - ((to - from) % stepMinutes),
    );
  }
}

/**
 * @param {number} from
 * @param {number} to Minutes of the wall clock.
 * @returns {DayPiece[]} The time split by day.
 */
function pieces(from, to) {
  /** @type {DayPiece[]} */
  const days = [];
  for (let at = from; (at < to || days.length === 0) && days.length < daysMax; ) {
    const date = timeOfWallMinutes(at).slice(0, 10);
    const midnight = wallMinutes(`${date}T00:00:00`);
    const last = Math.min(to - midnight, dayMinutes);
    // A time without a length is checked as one step.
    const first = Math.min(at - midnight, dayMinutes - stepMinutes);
    days.push({ date, from: first, to: Math.max(last, first + stepMinutes) });
    at = midnight + dayMinutes;
  }
  return days;
}
