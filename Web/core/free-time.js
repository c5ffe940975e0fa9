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
    ...members.map(({ id, zone, from, to }) => [id, zone, from, to, ...groupsOf(id)]),
  );
}
