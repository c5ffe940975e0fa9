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
  const groupsOf = (/** @type {string} */ account) =>
    list.filter((group) => group.members.some(({ id }) => id === account)).map(({ id }) => id);
  return engine.freeTime(
    { ...query, limit: windowsMax },
    ...members.map((member) => [
      member.id,
      member.zone,
      ...weekOf(member).flatMap((hours) => hours?.map(String) ?? ['-', '-']),
      ...groupsOf(member.id),
    ]),
  );
}

/**
 * @param {Pick<Member, 'from' | 'to' | 'weekHours'>} member
 * @returns {Member['weekHours']} The hours from Monday to Sunday.
 */
const weekOf = ({ from, to, weekHours }) =>
  weekHours.length > 0 ? weekHours : Array.from({ length: 7 }, () => [from, to]);
