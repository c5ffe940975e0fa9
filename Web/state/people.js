import { initialsOf } from '../i18n/calendar-owners.js';

/**
 * The user's groups: who their members are, who owns which calendar, and which group's view is open. The core decides; this
 * has what the server says of a group beside it.
 */
export class People {
  /** @type {Map<string, Group>} Each with its members by name. */
  groups = new Map();
  /** @type {Map<string, Group>} The same as the server describes them. */
  described = new Map();
  /** The account that is signed in. */
  me = '';
  /** The group that the open board shows while no group's view is chosen; empty for none. */
  glance = '';
  /** The group whose board was open last. */
  boardOf = '';
  settings;
  /** @type {Group[]} The groups by name. */
  list = [];
  /** @type {string[]} Ids of all other members, each once. */
  others = [];
  /** @type {Map<string, string>} By account, where it differs from the one in the person's groups. */
  colors = new Map();

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @param {Group} group */
  put(group) {
    const members = [...group.members].sort((a, b) => a.name.localeCompare(b.name));
    this.described.set(group.id, group);
    this.groups.set(group.id, { ...group, members });
  }

  /** @param {Pick<Directory, 'groups' | 'others' | 'colors'>} directory What the core says. */
  describe({ groups, others, colors }) {
    for (const id of this.groups.keys()) {
      if (groups.includes(id)) continue;
      this.groups.delete(id);
      this.described.delete(id);
    }
    this.list = groups.flatMap((id) => this.groups.get(id) ?? []);
    this.others = others;
    this.colors = new Map(colors.map(({ account, color }) => [account, color]));
  }

  /** @returns {Group | null} The group whose view is open; null when everything is shown. */
  get view() {
    return this.groups.get(this.glance || this.settings.values.groupView) ?? null;
  }

  /** @param {string} calendar @returns {Group | undefined} The group that it belongs to. */
  ofCalendar(calendar) {
    return this.list.find((group) => group.calendar === calendar);
  }

  /**
   * @param {ListedCalendar} calendar
   * @returns {Member | undefined} The member whose colour and initials its events get.
   */
  memberOf({ person, groups = [] }) {
    if (!person) return undefined;
    const group = this.view ?? groups.map((id) => this.groups.get(id)).find(Boolean);
    return group?.members.find(({ id }) => id === person);
  }

  /**
   * @param {Iterable<ListedCalendar>} calendars @returns {Map<string, CalendarOwner>} By calendar, for
   *   drawing.
   */
  calendarOwners(calendars) {
    /** @type {Map<string, CalendarOwner>} */
    const all = new Map();
    for (const calendar of calendars) {
      const member = this.memberOf(calendar);
      const { id, isReadOnly } = calendar;
      if (!member && !isReadOnly) continue;
      const name = member?.name ?? '';
      const isSubscribed = calendar.level === 'subscribed';
      all.set(id, { name, initials: initialsOf(name), isReadOnly, isSubscribed });
    }
    return all;
  }
}

/**
 * Whether the user may do something with a group. The server says what: `Permission.swift` has the rules. Nobody may do
 * anything with a group that they aren't in.
 *
 * @param {Pick<Group, 'may'> | undefined} group @param {GroupAction} action
 */
export const can = (group, action) => group?.may?.includes(action) ?? false;
