/** Whose events get room first. Other people's come after them, and unanswered invitations last. */
const levels = ['own', 'connected', 'group'];

/**
 * The events of a day that have dots if there isn't room for all, chosen as the core chooses lines: what
 * waits for the user's answer, then the user's own.
 *
 * @template {Pick<Occurrence, 'level' | 'proposal' | 'unanswered'>} Item
 * @param {Item[]} events By time.
 * @param {number} most
 * @returns {Item[]} By time.
 */
export function withDots(events, most) {
  if (events.length <= most) return events;
  const first = [...events].sort((a, b) => placeOf(a) - placeOf(b)).slice(0, most);
  return events.filter((event) => first.includes(event));
}

/** @param {Pick<Occurrence, 'level' | 'proposal' | 'unanswered'>} event */
function placeOf({ level = 'own', proposal, unanswered }) {
  if (proposal && !proposal.own) return -1;
  if (unanswered) return levels.length + 1;
  const place = levels.indexOf(level);
  return place < 0 ? levels.length : place;
}
