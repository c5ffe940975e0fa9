/** The most windows of common time in one answer; the best come first. */
const windowsMax = 1000;

/**
 * @param {Pick<Engine, 'freeTime'>} engine
 * @param {Pick<import('../state/people.js').People, 'list'>} people For the groups of each member:
 *   events in a group's calendar take its members' time too.
 * @param {FreeTimeQuery} query
 * @returns {FreeTime} When members are free together.
 */
export function freeTime(engine, { list }, { members, ...query }) {
  return engine.freeTime(
    { ...query, limit: windowsMax },
    members.map((member) => ({
      account: member.id,
      zone: member.zone,
      hours: weekOf(member).flatMap((hours) => hours?.map(String) ?? ['-', '-']),
      groups: groupsOf(member, list),
    })),
  );
}

/**
 * @param {Pick<Engine, 'busyMembers'>} engine
 * @param {Pick<import('../state/people.js').People, 'list' | 'me'>} people
 * @param {Pick<Group, 'members'>} group
 * @param {Pick<Times, 'start' | 'end'>} times @param {string} zone Theirs. @param {string} rule
 * @returns {BusyOthers} Which other members are busy then, whatever their working hours; by name.
 */
export function busyOthers(engine, { list, me }, { members }, { start, end }, zone, rule) {
  const others = members.filter(({ id }) => id !== me);
  const { counts, dates, clashes } = engine.busyMembers(
    start,
    end,
    zone,
    rule,
    others.map((member) => ({
      account: member.id,
      zone: member.zone,
      groups: groupsOf(member, list),
    })),
  );
  const busy = others.flatMap(({ id, name }, place) => {
    const n = counts[place] ?? 0;
    return n > 0 ? [{ id, name, n }] : [];
  });
  return { busy, isAll: busy.length === others.length, clashes, dates };
}

/** @param {Pick<Member, 'id'>} member @param {Group[]} groups @returns {string[]} The groups that they are in. */
const groupsOf = (member, groups) =>
  groups.filter(({ members }) => members.some(({ id }) => id === member.id)).map(({ id }) => id);

/**
 * @param {Pick<Member, 'from' | 'to' | 'weekHours'>} member
 * @returns {Member['weekHours']} The hours from Monday to Sunday.
 */
const weekOf = ({ from, to, weekHours }) =>
  weekHours.length > 0 ? weekHours : Array.from({ length: 7 }, () => [from, to]);
