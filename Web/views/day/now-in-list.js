import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';

/**
 * Marks in today's list what is going on or, if nothing is, where now lies between what is over and
 * what comes.
 *
 * @param {HTMLElement} list @param {ListedOccurrence[]} events Those of today, in the list's order.
 * @param {string} today
 * @param {boolean} scrolls Whether to scroll there, with the event before on top.
 */
export function markNow(list, events, today, scrolls) {
  const { going, next } = placeOfNow(events, `${today}T${clock.time()}:00`);
  const rows = new Map(
    [...list.querySelectorAll('button')].map((row) => [row.dataset['key'], row]),
  );
  for (const event of going) {
    const row = rows.get(event.key);
    row?.classList.add('now');
    if (row) row.ariaLabel += `, ${t('nowWord')}`;
  }
  const item = rows.get((going[0] ?? next)?.key)?.parentElement;
  if (!item) return;
  if (going.length === 0) item.classList.add('after-now');
  const before = item.previousElementSibling;
  if (scrolls && before instanceof HTMLElement) list.scrollTop = before.offsetTop - list.offsetTop;
}

/**
 * @template {Pick<ListedOccurrence, 'allDay' | 'past' | 'start' | 'status'>} Listed
 * @param {Listed[]} events Those of a day, in their order.
 * @param {string} now The local time.
 * @returns {{ going: Listed[], next: Listed | undefined }} What is going on, and the first that comes
 *   after something that began before. Whole days have no part in it.
 */
export function placeOfNow(events, now) {
  const timed = events.filter(({ allDay, status }) => !allDay && status !== 'cancelled');
  const going = timed.filter(({ past, start }) => !past && start <= now);
  const next = timed.find(({ start }) => start > now);
  return { going, next: timed[0] === next ? undefined : next };
}
