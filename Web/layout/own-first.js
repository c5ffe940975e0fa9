/**
 * @template {Pick<Occurrence, 'level'>} Item
 * @param {Item[]} events By time.
 * @returns {Item[]} The user's own first, then the others, each by time: fellow members can have any
 *   number of events at a time.
 */
export function ownFirst(events) {
  const isOwn = (/** @type {Item} */ { level }) => (level ?? 'own') === 'own';
  return [...events.filter(isOwn), ...events.filter((event) => !isOwn(event))];
}
