import { initialsOf } from '../i18n/calendar-owners.js';

/** Colours for people, in the order they are given out: those that resemble another come last. */
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
 * The user's groups: who their members are, who owns which calendar, and which calendars a group
 * view shows.
 */
export class People {
  /** @type {Map<string, Group>} */
  groups = new Map();
  /** The account that is signed in. */
  me = '';
  /** The group that the open board shows while no group's view is chosen; empty for none. */
  glance = '';
  /** The group whose board was open last. */
  boardOf = '';
  settings;
  /** The members of each group in the order they joined. @type {Map<string, Member[]>} */
  #joined = new Map();

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
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

  /** @returns {Group | null} The group whose view is open; null when everything is shown. */
  get view() {
    return this.groups.get(this.glance || this.settings.values.groupView) ?? null;
  }

  /** @param {string} calendar @returns {Group | undefined} The group that it belongs to. */
  ofCalendar(calendar) {
    return this.list.find((group) => group.calendar === calendar);
  }

  /** @returns {string[]} Ids of all other members, each once. */
  get others() {
    return [...new Set(this.list.flatMap(({ members }) => members.map(({ id }) => id)))].filter(
      (id) => id !== this.me,
    );
  }

  /**
   * The member whose colour and initials a calendar's events get: its owner if that's somebody
   * else, and in a group view the user too.
   *
   * @param {Calendar} calendar @returns {Member | undefined}
   */
  memberOf({ id: calendar, owner, groups = [] }) {
    if (!owner && (!this.view || this.view.calendar === calendar)) return undefined;
    const group = this.view ?? groups.map((id) => this.groups.get(id)).find(Boolean);
    return group?.members.find(({ id }) => id === (owner || this.me));
  }

  /**
   * Members of one group have different colours, but two from different groups may share one. When
   * all groups are shown at once, the first member to have a colour keeps it, and the other gets a
   * free one: the same on every device, until somebody joins or leaves.
   *
   * @returns {Map<string, string>} By account; empty in a group view, or with fewer than two
   *   groups.
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

  /** @param {Calendar} calendar @returns {boolean} Whether it belongs to the current view. */
  isInView({ id, level, owner, groups = [] }) {
    const { view } = this;
    if (!view) return true;
    if (view.calendar === id) return true;
    return owner ? groups.includes(view.id) : shareOf({ id, level }, view) !== 'hidden';
  }

  /**
   * @param {Calendar} calendar
   * @returns {string[]} Ids of the switches that must all be on to show it: its own, or its
   *   owner's; in a group view, both for the user's own.
   */
  switchesOf({ id, owner }) {
    if (owner) return [owner];
    return this.view && this.view.calendar !== id ? [id, this.me] : [id];
  }

  /**
   * @param {Iterable<Calendar>} calendars @returns {Map<string, CalendarOwner>} By calendar, for
   *   drawing.
   */
  calendarOwners(calendars) {
    /** @type {Map<string, CalendarOwner>} */
    const all = new Map();
    for (const calendar of calendars) {
      const member = this.memberOf(calendar);
      const isSubscribed = calendar.level === 'subscribed';
      if (!member && !calendar.owner && !isSubscribed) continue;
      const name = member?.name ?? '';
      all.set(calendar.id, {
        name,
        initials: initialsOf(name),
        isReadOnly: Boolean(calendar.owner) || isSubscribed,
        isSubscribed,
      });
    }
    return all;
  }

  /**
   * @param {Calendar} calendar
   * @param {Map<string, string>} colors By account.
   * @returns {Calendar} The calendar as the core gets it: with its owner and the groups it's shown
   *   in, in its person's colour; somebody else's under their name.
   */
  drawn(calendar, colors) {
    const { level, group, owner = '' } = calendar;
    const color = colors.get(owner) ?? this.memberOf(calendar)?.color ?? calendar.color;
    if (owner) return { ...calendar, color, name: this.memberOf(calendar)?.name ?? calendar.name };
    const shownTo = this.list
      .filter((each) => each.id !== group && shareOf(calendar, each) !== 'hidden')
      .map(({ id }) => id);
    // Other groups may see the user's times in a group's calendar.
    return level === 'group'
      ? { ...calendar, groups: group ? [group, ...shownTo] : [] }
      : { ...calendar, color, owner: this.me, groups: shownTo };
  }
}

/**
 * @param {{ id: string, level?: SightLevel | undefined }} calendar One of the user's, or another group's.
 * @param {Group} group
 * @returns {ShareLevel} How much the group sees of it. What is read from elsewhere is shown to
 *   nobody until that is chosen.
 */
export const shareOf = ({ id, level }, { shares, defaultLevel }) =>
  shares[id] ?? (isElsewhere({ level }) ? 'hidden' : defaultLevel);

/**
 * @param {{ level?: SightLevel | undefined }} calendar
 * @returns {boolean} Whether its events come from another service, or are kept in step with it.
 */
export const isElsewhere = ({ level }) => level === 'subscribed' || level === 'connected';

/**
 * Whether the user may do something with a group. The server says what: `Permission.swift` has the rules. Nobody may do
 * anything with a group that they aren't in.
 *
 * @param {Pick<Group, 'may'> | undefined} group @param {GroupAction} action
 */
export const can = (group, action) => group?.may?.includes(action) ?? false;
