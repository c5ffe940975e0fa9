import { freeTime } from '../core/free-time.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';
import { atAnyHour } from './free-time.js';

const dayMinutes = 1440;
/** The core looks at time in such steps. */
const stepMinutes = 5;
/** Of a time that repeats so many dates are looked at, the first ones. */
export const datesMax = 8;
/** Of a time that goes on for longer so many days are looked at. */
const daysMax = 31;

/** @typedef {{ date: string, from: number, to: number }} DayPiece Minutes of a day. */

/**
 * Who else of a group has something at a time that may be proposed, as far as one sees it, whoever
 * works when.
 */
export class MemberConflicts {
  #agenda;
  #group;
  /** By time, until something changes. @type {Map<string, BusyOthers>} */
  #known = new Map();

  /**
   * @param {Pick<Agenda, 'engine' | 'people' | 'unlearnt'>} agenda
   * @param {() => Group} group As it stands now.
   */
  constructor(agenda, group) {
    this.#agenda = agenda;
    this.#group = group;
  }

  /** After a change it is looked for anew. */
  forget() {
    this.#known.clear();
  }

  /**
   * @param {Times} times By one's own clock.
   * @param {string[]} dates Where it repeats, its first dates.
   * @returns {BusyOthers} By name.
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
   * @returns {Member[]} Those of them who have something in one of these.
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
   * @returns {Member[]} Halves are asked about until it is known who of many it is.
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
      ...atAnyHour(member),
      zone: this.#agenda.unlearnt([member.zone]).length > 0 ? '' : member.zone,
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
 * @returns {DayPiece[]} The same by days.
 */
function pieces(from, to) {
  /** @type {DayPiece[]} */
  const days = [];
  for (let at = from; (at < to || days.length === 0) && days.length < daysMax; ) {
    const date = timeOfWallMinutes(at).slice(0, 10);
    const midnight = wallMinutes(`${date}T00:00:00`);
    const last = Math.min(to - midnight, dayMinutes);
    // What takes no time is looked at as if it took a step.
    const first = Math.min(at - midnight, dayMinutes - stepMinutes);
    days.push({ date, from: first, to: Math.max(last, first + stepMinutes) });
    at = midnight + dayMinutes;
  }
  return days;
}
