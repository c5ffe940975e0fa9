import { dateText, timeText } from '../../i18n/format.js';

/**
 * @param {Pick<Engine, 'event' | 'proposal'> | null} engine @param {string} key A candidate's.
 * @returns {string} "Rehearsal, Fri 11 Dec", with the time if others are on that day; the title alone if it's the only
 *   one.
 */
export function candidateTitle(engine, key) {
  const event = engine?.event(key);
  if (!engine || !event) return '';
  const { candidates } = engine.proposal(key);
  if (candidates.length === 1) return event.title;
  const day = event.start.slice(0, 10);
  const isAloneThatDay = candidates.filter(({ start }) => start.startsWith(day)).length < 2;
  const time = isAloneThatDay || event.allDay ? '' : `, ${timeText(event.start)}`;
  return `${event.title}, ${dateText(event.start, 'short')}${time}`;
}
