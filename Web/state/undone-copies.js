import { deleteForGood, fetchDeletedEvents } from '../api/bin.js';

/**
 * Sends an edit. If it undoes one that had made events, these are deleted, and so they come into the
 * bin; but what was undone was never meant to be, so they're deleted for good there. If they're made
 * again, their history begins with that.
 *
 * The bin doesn't say where an event was. So only events count that came into it while the edit was sent;
 * and if these aren't as many as were deleted, all stay.
 *
 * @param {Pick<Edit, 'kind' | 'changes'>} edit @param {string} me The account that undoes it.
 * @param {() => Promise<void>} send Sends the changes; its failure is passed on.
 */
export async function sendLeavingNoCopies({ kind, changes }, me, send) {
  const calendars = changes.flatMap(({ op, calendar }) => (op === 'delete' ? [calendar] : []));
  if (kind !== 'undone' || calendars.length === 0) return send();
  const before = await deletedEvents();
  await send();
  const after = before && (await deletedEvents());
  if (!before || !after) return;
  const known = new Set(before.map(({ id }) => id));
  const copies = after.filter(
    ({ id, calendar, by, discardable }) =>
      !known.has(id) && discardable && by?.id === me && calendars.includes(calendar),
  );
  if (copies.length !== calendars.length) return;
  await Promise.allSettled(copies.map(({ id }) => deleteForGood('events', id)));
}

/** @returns {Promise<DeletedEvent[] | null>} What was deleted last; null if that isn't known. */
async function deletedEvents() {
  try {
    return (await fetchDeletedEvents()).events;
  } catch {
    return null;
  }
}
