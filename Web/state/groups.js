/** The groups one is a member of, with the people in them. */
export class Groups {
  /** @type {Map<string, Group>} */
  all = new Map();
  /** @type {Map<string, Member>} By account; who is in several groups is here once. */
  people = new Map();
  /** The group that is looked at by itself; empty for none. */
  viewed = '';

  /** @param {Group} group */
  put(group) {
    this.all.set(group.id, group);
    this.#meet();
  }

  /** @param {string} id */
  remove(id) {
    this.all.delete(id);
    if (this.viewed === id) this.viewed = '';
    this.#meet();
  }

  #meet() {
    this.people = new Map();
    for (const { members } of this.all.values()) {
      for (const member of members) if (!this.people.has(member.id)) this.people.set(member.id, member);
    }
  }

  /** @returns {Group[]} */
  get list() {
    return [...this.all.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** @param {string} calendar One's own. @returns {string[]} The groups that see something of it. */
  showing(calendar) {
    return this.list.filter(({ shares, defaultLevel }) => (shares?.[calendar] ?? defaultLevel) !== 'hidden').map(({ id }) => id);
  }

  /** @param {string} calendar @returns {Group | undefined} The group whose own calendar it is. */
  ofCalendar(calendar) {
    return this.list.find((group) => group.calendar === calendar);
  }

  /**
   * A calendar as the core takes it: whose it is, where it is shown, and a fellow member's in their colour.
   *
   * @param {Calendar} calendar @param {string} account One's own.
   * @returns {Calendar}
   */
  seen(calendar, account) {
    const { level = 'own', owner = '', name } = calendar;
    if (level === 'own') return { ...calendar, level, owner: account, groups: this.showing(calendar.id) };
    if (level === 'group') return { ...calendar, owner: '', groups: calendar.group ? [calendar.group] : [] };
    const person = this.people.get(owner);
    const called = [person?.name, name].filter(Boolean).join(' · ');
    return { ...calendar, owner, name: called, color: person?.color ?? calendar.color };
  }
}
