import { readExternalCalendars } from '../../api/external-calendars.js';
import { readingText } from './external-calendar-state.js';

const lookMs = 1000;

/**
 * Reports the progress of a calendar's first reading, until that ends.
 *
 * @param {(text: string) => void} say
 * @param {Promise<unknown>} work Ends with the reading.
 */
export function sayProgress(say, work) {
  let isOver = false;
  const look = async () => {
    if (isOver) return;
    // Calendars are added one after another, so it's the one that has never been read.
    const { sources } = await readExternalCalendars().catch(() => ({ sources: [] }));
    const text = sources
      .filter(({ read }) => !read)
      .map(readingText)
      .find(Boolean);
    if (isOver) return;
    if (text) say(text);
    timer = setTimeout(look, lookMs);
  };
  let timer = setTimeout(look, lookMs);
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  work.then(end, end);
}
