import { initialsOf } from '../i18n/calendar-owners.js';
import { weekday } from '../time/civil-date.js';

/**
 * The colours that people are given, one after the other: those that are like another one come
 * last.
 */
const palette = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'indigo',
  'mint',
  'grey',
];

/**
 * The groups one is in: who else is, whose the calendars are, and which of them a look at one group
 * shows.
 */
export class People {
  /** @type {Map<string, Group>} */
  groups = new Map();
  /** The account that is signed in. */
  me = '';
  /** A group that is looked at for as long as something about it is open. */
  glance = '';
  /** The group whose board was asked for last. */
  boardOf = '';
  #settings;
  /** The members of each group as they joined. @type {Map<string, Member[]>} */
  #joined = new Map();

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** @param {Group} group */
  put(group) {
    this.#joined.set(group.id, group.members);
    this.groups.set(group.id, {
      ...group,
      members: [...group.members].sort((a, b) => a.name.localeCompare(b.name)),
    });
  }

  /** @returns {Group[]} */
  get list() {
    return [...this.groups.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** @returns {Group | null} The group that is looked at by itself. */
  get view() {
    return this.groups.get(this.glance || this.#settings.values.groupView) ?? null;
  }

  /**
   * @returns {[number, number] | null} Between which minutes of the day the group looks for time,
   *   whoever works when; null for the hours of work.
   */
  get freeHours() {
    return this.#settings.values.freeHours[this.view?.id ?? ''] ?? null;
  }

  /** @param {string} date @returns {boolean} Whether it is no day of work. */
  isWeekend(date) {
    return this.#settings.weekend.includes(weekday(date));
  }

  /** @param {string} calendar @returns {Group | undefined} The group that it belongs to. */
  ofCalendar(calendar) {
    return this.list.find((group) => group.calendar === calendar);
  }

  /** @returns {string[]} Everybody else, once. */
  get others() {
    return [...new Set(this.list.flatMap(({ members }) => members.map(({ id }) => id)))].filter(
      (id) => id !== this.me,
    );
  }

  /**
   * The member whom a calendar's events are drawn as: everybody else, and while one looks at a
   * group also oneself.
   *
   * @param {Calendar} calendar @returns {Member | undefined}
   */
  memberOf({ id: calendar, owner, groups = [] }) {
    if (!owner && (!this.view || this.view.calendar === calendar)) return undefined;
    const group = this.view ?? groups.map((id) => this.groups.get(id)).find(Boolean);
    return group?.members.find(({ id }) => id === (owner || this.me));
  }

  /**
   * In a group nobody has the colour of somebody else; across groups two may. Where all are seen at
   * once, whoever came first has
   * it, and the other gets one that is free: the same on each device, and as long as nobody comes
   * or goes.
   *
   * @returns {Map<string, string>} By account; while one group is looked at it says nothing.
   */
  get colors() {
    /** @type {Map<string, string>} */
    const colors = new Map();
    if (this.view || this.groups.size < 2) return colors;
    const members = [...this.groups.keys()]
      .flatMap((id) => this.#joined.get(id) ?? [])
      .filter(({ id }) => id !== this.me);
    /** @type {Set<string>} */
    const taken = new Set();
    const give = (/** @type {Member} */ { id }, /** @type {string} */ color) => {
      colors.set(id, color);
      taken.add(color);
    };
    for (const member of members)
      if (!colors.has(member.id) && !taken.has(member.color)) give(member, member.color);
    for (const member of members)
      if (!colors.has(member.id))
        give(member, palette.find((color) => !taken.has(color)) ?? member.color);
    return colors;
  }

  /** @param {Calendar} calendar @returns {boolean} Whether it belongs to what one looks at. */
  isInView({ id, owner, groups = [] }) {
    const { view } = this;
    if (!view) return true;
    if (view.calendar === id) return true;
    return owner ? groups.includes(view.id) : this.#shows(id, view);
  }

  /**
   * @param {Calendar} calendar
   * @returns {string[]} What switches it: itself, or the person whose it is; both for one's own in
   *   a group.
   */
  switchesOf({ id, owner }) {
    if (owner) return [owner];
    return this.view && this.view.calendar !== id ? [id, this.me] : [id];
  }

  /** @param {Iterable<Calendar>} calendars @returns {Map<string, CalendarOwner>} For those who draw. */
  calendarOwners(calendars) {
    /** @type {Map<string, CalendarOwner>} */
    const all = new Map();
    for (const calendar of calendars) {
      const member = this.memberOf(calendar);
      if (!member && !calendar.owner) continue;
      const name = member?.name ?? '';
      all.set(calendar.id, {
        name,
        initials: initialsOf(name),
        isReadOnly: Boolean(calendar.owner),
      });
    }
    return all;
  }

  /**
   * @param {Calendar} calendar
   * @param {Map<string, string>} colors Of people.
   * @returns {Calendar} As the core has it: whose it is, where it shows; in the colour of the
   *   person, and called by their name.
   */
  drawn(calendar, colors) {
    const { level, group, owner = '' } = calendar;
    const color = colors.get(owner) ?? this.memberOf(calendar)?.color ?? calendar.color;
    if (owner) return { ...calendar, color, name: this.memberOf(calendar)?.name ?? calendar.name };
    const shownTo = this.list
      .filter((each) => each.id !== group && this.#shows(calendar.id, each))
      .map(({ id }) => id);
    // Of what is in a group's calendar, others see one's own time.
    return level === 'group'
      ? { ...calendar, groups: group ? [group, ...shownTo] : [] }
      : { ...calendar, color, owner: this.me, groups: shownTo };
  }

  /**
   * @param {string} calendar One's own, or another group's.
   * @param {Group} group
   * @returns {boolean} Whether the group sees anything of it.
   */
  #shows(calendar, { shares, defaultLevel }) {
    return (shares[calendar] ?? defaultLevel) !== 'hidden';
  }
}
