/** @param {WaitingChange} change */
const nameOf = ({ calendar, href }) => `${calendar}\n${href}`;

/**
 * @param {Pick<EditQueue, 'said'>} edits
 * @returns {{ n: number, isKept: boolean }} How many events' changes wait for the server, and whether the
 *   device can keep them.
 */
export function waitingOf({ said }) {
  const names = said.flatMap(({ edit }) => edit.changes.map(nameOf));
  return { n: new Set(names).size, isKept: said.every(({ isKept }) => isKept) };
}
