/**
 * An event that the server doesn't have as the page shows it: the edit that waits, what it was made to, and
 * what it makes. Both are the same change unless the event was moved to another calendar.
 *
 * @typedef {{ id: string, edit: WaitingEdit, before: WaitingChange, after: WaitingChange }} WaitingEvent
 */

/** @param {WaitingChange} change */
const nameOf = ({ calendar, href }) => `${calendar}\n${href}`;

/** @param {WaitingEdit} edit */
export const editID = ({ client, place }) => `${client} ${place}`;

/**
 * @param {Pick<EditQueue, 'said'>} edits
 * @returns {WaitingEvent[]} Each event once, with its last edit. The banner, the inbox and its list count these.
 */
export function waitingEvents({ said }) {
  /** @type {Map<string, WaitingEvent>} */
  const events = new Map();
  for (const { edit } of said)
    for (const before of edit.changes) {
      const other = otherHalf(before, edit);
      // Moved to another calendar: the old place says it.
      if (other && before.base === undefined) continue;
      const name = nameOf(before);
      events.set(name, { id: `${editID(edit)} ${name}`, edit, before, after: other ?? before });
    }
  return [...events.values()];
}

/**
 * @param {WaitingChange} change @param {WaitingEdit} edit
 * @returns {WaitingChange | undefined} The other half of a move to another calendar, where the event keeps its name.
 */
const otherHalf = (change, { changes }) =>
  changes.find(
    (other) =>
      other !== change &&
      other.href === change.href &&
      [change, other].some(({ base }) => base === undefined) &&
      [change, other].some(({ ical }) => ical === undefined),
  );

/**
 * @param {Pick<EditQueue, 'said'>} edits
 * @returns {{ n: number, isKept: boolean }} How many events' changes wait for the server, and whether the
 *   device can keep them.
 */
export const waitingOf = (edits) => ({
  n: waitingEvents(edits).length,
  isKept: edits.said.every(({ isKept }) => isKept),
});
