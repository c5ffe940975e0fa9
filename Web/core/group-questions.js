// What is asked of the core only by what is loaded later.

/** Windows of common time that are taken of one answer; the best come first. */
const windowsMax = 1000;

/**
 * What one's own answer makes of a candidate.
 *
 * @param {Engine} engine
 * @param {string} key
 * @param {'this' | 'all'} scope
 * @param {Answer | 'none'} answer
 * @param {string} [comment]
 * @returns {AnsweredCandidate}
 */
export const answeredCandidate = (engine, key, scope, answer, comment) =>
  engine.ask('answered', [], key, scope, answer, ...(comment === undefined ? [] : [comment]));

/**
 * What a candidate that is moved suggests.
 *
 * @param {Engine} engine @param {string} key @param {Record<string, string>} draft Where to.
 * @returns {ProposedTime}
 */
export const suggestedTime = (engine, key, draft) =>
  engine.ask('suggestion', [], key, ...Object.entries(draft).flat());

/**
 * @param {Engine} engine
 * @returns {WaitingProposal[]} The proposals that one has not answered, each by its next time.
 */
export const waitingProposals = (engine) => engine.ask('waiting', []).waiting;

/**
 * @param {Engine} engine
 * @param {Pick<import('../state/people.js').People, 'list'>} people Whose groups count: what is in
 *   these takes their time as well.
 * @param {FreeTimeQuery} query
 * @returns {FreeTime} When members are free together.
 */
export function freeTime(engine, { list }, { days, from, to, minutes, members }) {
  const groupsOf = (/** @type {string} */ account) =>
    list.filter((group) => group.members.some(({ id }) => id === account)).map(({ id }) => id);
  return engine.ask(
    'free_time',
    [from, to, minutes, windowsMax],
    days.join('\n'),
    ...members.flatMap((member) => [
      member.id,
      member.zone,
      String(member.from),
      String(member.to),
      groupsOf(member.id).join('\n'),
    ]),
  );
}
